"""Answers of an assistant, in any form, read back and matched to candidates; nothing is guessed.

An answer counts where it names a candidate by its number and says yes, no or unsure in a place
of its own. What does not is listed for the user, and so are candidates with contradictory answers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.paths import shown_name
from engine.curation.candidate import Candidate
from engine.curation.filter.assistant import SHORTEST_ID
from engine.curation.review.verdicts import Verdict
from engine.files.records import JsonError, parsed

# --- answer words -------------------------------------------------------------------------

YES, NO, UNSURE = "yes", "no", "unsure"

_WORDS = {
    YES: ("yes", "y", "true", "jah", "biased", "stereotype", "stereotypical", "a stereotype"),
    NO: (
        *("no", "n", "false", "ei", "unbiased", "not biased", "no bias", "no stereotype"),
        *("not a stereotype", "not stereotypical"),
    ),
    UNSURE: ("unsure", "not sure", "uncertain", "unclear", "maybe"),
}
_MEANING = {word: meaning for meaning, words in _WORDS.items() for word in words}
SIGNS = "✅✔✓❌✖✗☑\ufe0f"  # before an answer in words; alone they are none
_AROUND = " \t*_`~#>()[]{}\"'“”‘’.,;:!|–—-" + SIGNS
_ANY = "|".join(sorted(map(re.escape, _MEANING), key=len, reverse=True))
# What separates an answer from its reason; a hyphen only with spaces, as there is `no-one`.
_END = r"(?=\s*(?:[.,;:!|(–—]|$)|\s+-{1,2}\s|\t|\s{2,}|\s+because\b)"
_LEADING = re.compile(rf"[\s*_`]*({_ANY})[*_`]*{_END}", re.IGNORECASE)
_LABEL = re.compile(
    r"[\s*_`>#-]*(?:answer|verdict|judge?ment|stereotype|biased?)[*_`]*\s*[:=][*_`]*\s*",
    re.IGNORECASE,
)
_REASON = re.compile(r"^(?:reason|explanation|because)\s*[:=]\s*", re.IGNORECASE)


def _whole(text: str) -> str | None:
    """What a text says that is an answer and nothing else; None for any other."""
    words = " ".join(text.strip(_AROUND).casefold().split())
    return _MEANING.get(words)


def _leading(text: str) -> tuple[str, str] | None:
    """What a text says that begins with an answer, and the reason behind it."""
    match = _LEADING.match(text)
    return None if match is None else (_MEANING[match[1].casefold()], _reason(text[match.end() :]))


def _labelled(text: str) -> tuple[str, str] | None:
    """The same of a text such as `Answer: yes`; None without such a label."""
    match = _LABEL.match(text)
    return None if match is None else _leading(text[match.end() :])


def _reason(text: str) -> str:
    """A reason without the signs around it."""
    return _REASON.sub("", " ".join(text.strip(_AROUND).split()))


# --- answers ------------------------------------------------------------------------------

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
            unmatched.append(shown_name(given.line.strip()))
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
        whole = _json_answers(part)
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
            entries = _json_answers("\n".join(block))
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
        entries = _json_answers(line)
        if entries is None:
            others.append(line)
        else:
            found += entries
    return found + _answers_in("\n".join(others), known.sentence)


# --- answer json --------------------------------------------------------------------------

_NUMBERS = ("id", "number", "sentence_id", "sentence id")
_ANSWERS = ("answer", "verdict", "stereotype", "biased", "says", "label")
_REASONS = ("reason", "explanation", "why")


def _json_answers(text: str) -> list[Given] | None:
    """Answers of a JSON text; None if it is none, or no object or list.

    `{"3fa90b12": "yes"}` is understood as well as objects with `id`, `answer` and `reason`.
    """
    tidy = text.strip().removesuffix(",")
    if not tidy.startswith(("{", "[")):
        return None
    try:
        found = parsed(tidy)
    except JsonError:
        return None
    return list(_entries(found))


def _entries(found: Any) -> Iterator[Given]:
    if isinstance(found, list):
        for entry in found:
            yield from _entries(entry)
    elif isinstance(found, dict):
        fields = {str(name).casefold().strip(): value for name, value in found.items()}
        if any(name in fields for name in _NUMBERS):
            yield _entry(fields)
        else:
            yield from _named(found)
    else:
        yield Given(json.dumps(found, ensure_ascii=False), "", "")


def _named(found: dict[str, Any]) -> Iterator[Given]:
    """An object whose names are the candidates, or one that holds the list of answers."""
    for name, value in found.items():
        if isinstance(value, list):
            yield from _entries(value)
        elif isinstance(value, dict):
            yield _entry({"id": name} | {key.casefold().strip(): one for key, one in value.items()})
        else:
            yield _entry({"id": name, "answer": value})


def _entry(fields: dict[str, Any]) -> Given:
    said = {says for says in map(_says, _values(fields, _ANSWERS)) if says}
    reasons = [value for value in _values(fields, _REASONS) if isinstance(value, str)]
    return Given(
        json.dumps(fields, ensure_ascii=False),
        next((str(value).strip() for value in _values(fields, _NUMBERS)), ""),
        said.pop() if len(said) == 1 else "",
        " ".join(reasons[0].split()) if reasons else "",
    )


def _values(fields: dict[str, Any], names: tuple[str, ...]) -> list[Any]:
    return [fields[name] for name in names if fields.get(name) is not None]


def _says(value: Any) -> str | None:
    if isinstance(value, bool):
        value = str(value)
    return _whole(value) if isinstance(value, str) else None


# --- answer lines -------------------------------------------------------------------------

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


def _answers_in(text: str, sentence: Callable[[str], str]) -> list[Given]:
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
    return bool(_whole(text) or _labelled(text) or (len(cells) > 1 and any(map(_whole, cells))))


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
        says = _whole(text)
        said = (says, "") if says else _labelled(text)
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
    said = [(place, answer) for place, cell in enumerate(cells) if (answer := _whole(cell))]
    if not said:
        return None
    if len({answer for _, answer in said}) > 1:
        return ("",)
    place, answer = said[0]
    return answer, _reason(" ".join(cells[place + 1 :]))


def _behind(after: str, sentence: str) -> tuple[str, ...] | None:
    """An answer at the beginning of what follows the number and, if repeated, the sentence."""
    without = _without_sentence(after, sentence)
    rest = after if without is None else without
    quoted = _QUOTED.match(rest.lstrip(_BETWEEN))
    if quoted is not None:
        behind = quoted.string[quoted.end() :].lstrip(_BETWEEN)
        says = _whole(quoted[1])
        return (says, _reason(behind)) if says else _leading(behind) or _labelled(behind)
    rest = rest.lstrip(_BETWEEN)
    if without is None and _leading(sentence):
        return _labelled(rest)  # a sentence that begins with `No,` may be repeated in other words
    return _leading(rest) or _labelled(rest)


def _without_sentence(text: str, sentence: str) -> str | None:
    """A text without the sentence and its quotation marks; None where it does not hold it."""
    tidy = " ".join(text.split())
    plain = " ".join(sentence.split())
    if not plain or plain not in tidy:
        return None
    before, _, after = tidy.partition(plain)
    return before.rstrip("\"“'‘*_ ") + " " + after.lstrip("\"”'’*_ ")
