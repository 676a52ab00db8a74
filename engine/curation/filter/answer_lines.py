"""Answers in the lines of a text: plain, numbered, quoted as CSV, in lists and tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from engine.curation.filter.answer_words import SIGNS, labelled, leading, reason, whole

# A candidate's id, or the beginning of one.
NUMBER = re.compile(r"(?<!\w)[0-9a-f]{8,16}(?!\w)", re.IGNORECASE)
_CELLS = re.compile(r"[|\t]")
_QUOTED = re.compile(r"\s*[\"“]([^\"“”]*)[\"”]")
_BETWEEN = " \t:,;.=|–—-*_`)]>→" + SIGNS
_ITEM = re.compile(r"^\s*(?:[-*+•>]\s+|\d{1,4}[.)]\s+)+")
_AROUND_NUMBER = _BETWEEN + "#([{\"'"
_NEAR = 6  # lines below a number that stands alone


@dataclass(frozen=True)
class Given:
    """One answer as it was found.

    Args:
        line: as it came.
        number: that it gives for the candidate; empty for none.
        says: `yes`, `no`, `unsure`, or empty where that cannot be read.
    """

    line: str
    number: str
    says: str
    reason: str = ""


def answers_in(text: str, sentence: Callable[[str], str]) -> list[Given]:
    """All answers of a text, and the lines that look like one but cannot be read.

    Args:
        sentence: of a number, which the assistant may have repeated; empty where it has none.
    """
    lines = text.splitlines()
    found: list[Given] = []
    place = 0
    while place < len(lines):
        line = lines[place]
        place += 1
        numbers = set(NUMBER.findall(line))
        if len(numbers) > 1:
            found.append(Given(line, "", ""))
        elif numbers:
            (number,) = numbers
            if _stands_alone(line, number):
                given, used = _below(line, number, lines[place : place + _NEAR])
                place += used
            else:
                given = _of_line(line, number, sentence(number))
            found.append(given)
        elif _answers_nobody(line):
            found.append(Given(line, "", ""))
    return found


def _answers_nobody(line: str) -> bool:
    """Whether a line without a number says yes or no; other text around the answers does not."""
    text = _ITEM.sub("", line)
    cells = _CELLS.split(text)
    return bool(whole(text) or labelled(text) or (len(cells) > 1 and any(map(whole, cells))))


def _stands_alone(line: str, number: str) -> bool:
    """Whether a line holds a number and nothing else, as a heading does."""
    before, _, after = line.partition(number)
    return not (_ITEM.sub("", before) + after).strip(_AROUND_NUMBER)


def _below(line: str, number: str, lines: list[str]) -> tuple[Given, int]:
    """The answer below a number that stands alone, and how many lines were read for it.

    The assistant may have repeated the sentence there, so an answer is a line of its own or
    follows a label.
    """
    for used, below in enumerate(lines, start=1):
        if NUMBER.search(below):
            break
        text = _ITEM.sub("", below)
        says = whole(text)
        said = (says, "") if says else labelled(text)
        if said is not None:
            return Given(f"{line} {below}", number, *said), used
    return Given(line, number, ""), 0


def _of_line(line: str, number: str, sentence: str) -> Given:
    before, _, after = line.partition(number)
    said = _in_cells(_ITEM.sub("", before), after)
    if said is None:
        said = _behind(after, sentence)
    return Given(line, number, *(said or ("",)))


def _in_cells(before: str, after: str) -> tuple[str, ...] | None:
    """The one cell of a table's row that is an answer; empty where cells contradict each other."""
    cells = _CELLS.split(f"{before}|{after}")
    said = [(place, answer) for place, cell in enumerate(cells) if (answer := whole(cell))]
    if not said:
        return None
    if len({answer for _, answer in said}) > 1:
        return ("",)
    place, answer = said[0]
    return answer, reason(" ".join(cells[place + 1 :]))


def _behind(after: str, sentence: str) -> tuple[str, ...] | None:
    """An answer at the beginning of what follows the number and, if repeated, the sentence."""
    without = _without_sentence(after, sentence)
    rest = after if without is None else without
    quoted = _QUOTED.match(rest.lstrip(_BETWEEN))
    if quoted is not None:
        behind = quoted.string[quoted.end() :].lstrip(_BETWEEN)
        says = whole(quoted[1])
        return (says, reason(behind)) if says else leading(behind) or labelled(behind)
    rest = rest.lstrip(_BETWEEN)
    if without is None and leading(sentence):
        return labelled(rest)  # a sentence that begins with `No,` may be repeated in other words
    return leading(rest) or labelled(rest)


def _without_sentence(text: str, sentence: str) -> str | None:
    """A text without the sentence and its quotation marks; None where it does not hold it."""
    tidy = " ".join(text.split())
    plain = " ".join(sentence.split())
    if not plain or plain not in tidy:
        return None
    before, _, after = tidy.partition(plain)
    return before.rstrip("\"“'‘*_ ") + " " + after.lstrip("\"”'’*_ ")
