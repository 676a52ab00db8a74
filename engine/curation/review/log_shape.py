"""The lines of a review's log as Python holds them; pydantic reads them into these classes.

Nothing imports this module before a log is read or written: pydantic takes its time.
"""

from __future__ import annotations

import re
from typing import Annotated, Any

from pydantic import ConfigDict, Field, TypeAdapter, ValidationError
from typing_extensions import TypedDict

from engine.core.shape import problem_of
from engine.core.wording import listed
from engine.curation.candidate import Candidate, Film, Funnel
from engine.curation.review.decision_rows import Decision
from engine.curation.review.softening import Rule
from engine.curation.review.verdicts import Verdict
from engine.files.records import JsonError

FORMAT = "biascope.review/1"
MOST_LETTERS = 20_000  # of one text
_LARGEST = 2**53
_LONG_NUMBER = re.compile(r"[:,\[]\s*-?\d{16}")


class ReviewLine(TypedDict):
    """What the first line says of the review."""

    title: str
    language: str
    lists_digest: str
    created: float
    notes: list[str]
    softening: bool
    rules: list[Rule]
    films: list[Film]
    funnel: Funnel


class ListLine(TypedDict):
    """A word list; what reads its text bounds it."""

    category: str
    text: Annotated[str, Field(max_length=2**30)]


class ScoresLine(TypedDict):
    """What one model makes of the candidates."""

    spec_key: str
    label: str
    problems: dict[str, str]
    at: float
    values: dict[str, float]


class VerdictsLine(TypedDict):
    """What one assistant or classifier said of the candidates."""

    source: str
    label: str
    details: dict[str, Any]
    at: float
    verdicts: dict[str, Verdict]


class Line(TypedDict, total=False):
    """A line; it has the field of one kind, and that of the review also the format."""

    __pydantic_config__ = ConfigDict(strict=True, str_max_length=MOST_LETTERS)  # type: ignore[misc]

    format: str
    review: ReviewLine
    list: ListLine
    candidate: Candidate
    scores: ScoresLine
    verdicts: VerdictsLine
    decision: Decision


_LINE: TypeAdapter[Any] = TypeAdapter(Line)


def read_line(text: str, found: Any) -> tuple[str, Any]:
    """Kind of a line and what it holds, where Biascope writes it so, to the last field.

    Args:
        text: the line.
        found: the same as `parsed` reads it; the review itself is given as it is there.

    Raises:
        JsonError: if it is another line; says which place is not as Biascope writes it.
    """
    try:
        line = _LINE.validator.validate_json(text)
    except ValidationError as error:
        raise _other(problem_of(error, found)) from None
    kind = next(iter(line.keys() - {"format"}), "")
    if line.keys() != ({"format", "review"} if kind == "review" else {kind}):
        raise _other(f"it holds {listed(sorted(line)) or 'nothing'} in one line")
    # Fields that Biascope does not know are not written back, and those left out are.
    if (place := _differing(found, _LINE.serializer.to_python(line, mode="json"))) is not None:
        raise _other(f"{place.removeprefix('.')} is unknown, missing or written otherwise")
    # A judge gives any numbers.
    if kind != "verdicts" and _LONG_NUMBER.search(text) and not _is_within_reach(found):
        raise _other(f"a whole number is larger than {_LARGEST}")
    return kind, found[kind] if kind == "review" else line[kind]


def _other(problem: str) -> JsonError:
    return JsonError(f"is not as Biascope writes it ({problem}).")


def _differing(found: Any, written: Any) -> str | None:
    """The first place at which two values differ, as `.films[0].name`; None where none does."""
    if found == written:
        return None
    pairs: list[tuple[str, Any, Any]] = []
    if isinstance(found, dict) and isinstance(written, dict):
        for key in dict.fromkeys([*found, *written]):
            if key not in found or key not in written:
                return f".{key[:60]}"
            pairs.append((f".{key[:60]}", found[key], written[key]))
    elif isinstance(found, list) and isinstance(written, list):
        pairs = [(f"[{at}]", *both) for at, both in enumerate(zip(found, written, strict=False))]
    for name, one, other in pairs:
        if (place := _differing(one, other)) is not None:
            return name + place
    return ""


def _is_within_reach(value: Any) -> bool:
    """Whether a float can hold all whole numbers of a value exactly."""
    if isinstance(value, dict | list):
        return all(map(_is_within_reach, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, int) or abs(value) <= _LARGEST
