"""Sentences with one masked word of which everybody knows the answer, and their answers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache

from engine.files.samples import SAMPLES

MASK = "[MASK]"


@dataclass(frozen=True)
class Probe:
    """One sentence with a gap.

    Args:
        sentence: with one `MASK`.
        answers: accepted words, in small letters.
        topic: what it is about; empty where there are no topics.
    """

    sentence: str
    answers: tuple[str, ...]
    topic: str = ""

    def answered(self) -> list[str]:
        """The sentence with each of its answers in place of the gap."""
        return [self.sentence.replace(MASK, answer) for answer in self.answers]


@cache
def knowledge_probes() -> tuple[Probe, ...]:
    """The 200 probes of everyday knowledge, topic by topic."""
    return _read("knowledge.jsonl")


@cache
def cloze_probes() -> tuple[Probe, ...]:
    """The 40 plain cloze sentences of the health check."""
    return _read("cloze.jsonl")


def answered_sentences() -> list[str]:
    """Every bundled probe with each of its answers: what no model of ours may be trained on."""
    probes = (*knowledge_probes(), *cloze_probes())
    return [sentence for probe in probes for sentence in probe.answered()]


def _read(name: str) -> tuple[Probe, ...]:
    items = map(json.loads, (SAMPLES / name).read_text(encoding="utf-8").splitlines())
    return tuple(
        Probe(item["sentence"], tuple(item["answers"]), item.get("topic", "")) for item in items
    )
