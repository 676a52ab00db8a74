"""Probes for `bench knowledge`: the bundled ones, or those of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.errors import InputTextError, shown
from engine.files.records import json_lines
from engine.files.text_file import read_text
from engine.measures.health.check import MASK, Probe, cloze_probes, knowledge_probes

KNOWLEDGE, CLOZE = "knowledge", "cloze"
_SETS = {KNOWLEDGE: knowledge_probes, CLOZE: cloze_probes}
_MOST = 10_000
_WANTED = (
    f'{{"sentence": "The sky is {MASK}.", "answers": ["blue"], "topic": "nature"}} on each line'
)


def probes_named(name: str) -> Sequence[Probe]:
    """A bundled set by its name, or the probes of a file of JSON lines.

    Args:
        name: `knowledge`, `cloze`, or a path.

    Raises:
        InputTextError: if there is no such file, or a line of it is no probe.
    """
    if name in _SETS:
        return _SETS[name]()
    text = read_text(name, wanted=f"a JSON lines file, {_WANTED}").text
    probes = [_probe(name, row, found, problem) for row, found, problem in json_lines(text)]
    if not probes:
        raise InputTextError(f"{name} has no probes; wanted is {_WANTED}.")
    if len(probes) > _MOST:
        raise InputTextError(f"{name} has {len(probes):,} probes; at most {_MOST:,} are asked.")
    return probes


def _probe(name: str, row: int, found: dict[str, Any] | None, problem: str) -> Probe:
    place = f"line {row} of {name}"
    if found is None:
        raise InputTextError(f"{place[0].upper()}{place[1:]} {problem}; wanted is {_WANTED}.")
    sentence, answers, topic = (found.get(key) for key in ("sentence", "answers", "topic"))
    if not isinstance(sentence, str) or sentence.count(MASK) != 1:
        raise InputTextError(
            f"The sentence on {place} is {shown(str(sentence))}; it needs one {MASK}."
        )
    words = answers if isinstance(answers, list) else []
    if not words or not all(isinstance(word, str) and word.strip() for word in words):
        raise InputTextError(f'The answers on {place} are no list of words, as in ["blue"].')
    small = tuple(dict.fromkeys(word.strip().casefold() for word in words))
    return Probe(sentence, small, topic if isinstance(topic, str) else "")
