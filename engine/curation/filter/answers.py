"""Answers of an assistant read back and matched to candidates; nothing is guessed.

An answer counts where it names a candidate by its number and says yes, no or unsure in a place
of its own. What does not is listed for the user, and so are candidates with contradictory answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.core.paths import shown
from engine.curation.candidate import Candidate
from engine.curation.filter.answer_json import json_answers
from engine.curation.filter.answer_lines import Given, answers_in
from engine.curation.filter.answer_words import NO, UNSURE, YES
from engine.curation.filter.assistant import SHORTEST_ID
from engine.curation.review.verdicts import Verdict

_SAYS = {YES: True, NO: False, UNSURE: None}
_FENCE = re.compile(r"^[ \t]*(?:```|~~~).*$", re.MULTILINE)
# What some assistants write before they answer.
_THOUGHT = re.compile(r"<(/?)think(?:ing)?>", re.IGNORECASE)
_MOST_REASON = 500  # characters of a reason that are kept


@dataclass(frozen=True)
class Answers:
    """What an assistant said of candidates.

    Args:
        verdicts: id → its verdict; `says` is None for unsure.
        unmatched: lines that name no candidate or whose answer cannot be read.
        missing: ids without an answer, in the order of the candidates.
        doubled: ids with contradictory answers; none of these counts.
    """

    verdicts: dict[str, Verdict]
    unmatched: list[str]
    missing: list[str]
    doubled: list[str]


def read_answers(text: str, candidates: Sequence[Candidate]) -> Answers:
    """Match an assistant's answers to candidates.

    Args:
        text: lines, lists, tables, JSON or JSON lines, with or without Markdown around them.
        candidates: all that a prompt may have asked about.
    """
    known = _Known(candidates)
    found: dict[str, Verdict] = {}
    doubled: set[str] = set()
    unmatched = []
    for given in _given(text, known):
        candidate = known.named(given.number)
        if candidate is None or not given.says:
            unmatched.append(shown(given.line.strip()))
            continue
        verdict = Verdict(_SAYS[given.says], given.reason[:_MOST_REASON], {})
        if found.setdefault(candidate.id, verdict).says is not verdict.says:
            doubled.add(candidate.id)
    ids = [candidate.id for candidate in candidates]
    return Answers(
        {key: found[key] for key in ids if key in found and key not in doubled},
        unmatched,
        [key for key in ids if key not in found],
        [key for key in ids if key in doubled],
    )


class _Known:
    """Candidates by the beginnings of their ids."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self._by_start: dict[str, list[Candidate]] = {}
        for candidate in candidates:
            self._by_start.setdefault(candidate.id[:SHORTEST_ID], []).append(candidate)

    def named(self, number: str) -> Candidate | None:
        """The one candidate whose id begins so; None where there is none, or several."""
        number = number.casefold()
        if len(number) < SHORTEST_ID:
            return None
        near = self._by_start.get(number[:SHORTEST_ID], ())
        found = [candidate for candidate in near if candidate.id.startswith(number)]
        return found[0] if len(found) == 1 else None

    def sentence(self, number: str) -> str:
        """The sentence of a candidate, which an assistant may repeat; empty for none."""
        candidate = self.named(number)
        return "" if candidate is None else candidate.text


def _given(text: str, known: _Known) -> list[Given]:
    """Answers of each part of the text: as JSON, else line by line, as JSON or as words."""
    found: list[Given] = []
    for part in _FENCE.split(_without_thoughts(text)):
        whole = json_answers(part)
        found += _of_part(part, known) if whole is None else whole
    return found


def _without_thoughts(text: str) -> str:
    """A text without what is between `<think>` and `</think>`."""
    kept, at, opened = [], 0, -1
    for mark in _THOUGHT.finditer(text):
        if not mark[1]:
            opened = mark.start() if opened < 0 else opened
        elif opened >= 0:
            kept.append(text[at:opened])
            at, opened = mark.end(), -1
    return "\n".join((*kept, text[at:]))


def _of_part(text: str, known: _Known) -> list[Given]:
    """Answers of the blocks of JSON over several lines in a text, and of the lines around them."""
    found: list[Given] = []
    others: list[str] = []
    block: list[str] = []
    for line in text.splitlines():
        bare = line.rstrip()
        if not block and bare not in ("[", "{"):
            others.append(line)
            continue
        block.append(line)
        if bare in ("]", "}", "],", "},"):
            entries = json_answers("\n".join(block))
            if entries is None:
                others += block
            else:
                found += entries
            block = []
    return found + _of_lines("\n".join((*others, *block)), known)


def _of_lines(text: str, known: _Known) -> list[Given]:
    found: list[Given] = []
    others: list[str] = []
    for line in text.splitlines():
        entries = json_answers(line)
        if entries is None:
            others.append(line)
        else:
            found += entries
    return found + answers_in("\n".join(others), known.sentence)
