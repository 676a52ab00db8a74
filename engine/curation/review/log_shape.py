"""The lines of a review's log: which fields each has, and of what kind they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, TypedDict

FORMAT = "biascope.review/1"
MOST_LETTERS = 20_000  # of one text
_LARGEST = 2**53


def _is_short(text: str) -> bool:
    return len(text) <= MOST_LETTERS


def _is_within_reach(number: float) -> bool:
    """Whether a whole number is one that a float holds exactly; other numbers have no limit."""
    return not isinstance(number, int) or abs(number) <= _LARGEST


def _has_short_names(entries: Mapping[str, Any]) -> bool:
    return all(map(_is_short, entries))


def _no_more_than(shape: type) -> Callable[[Mapping[str, Any]], bool]:
    """Tells whether an object has no other fields than its shape."""
    names = frozenset(shape.__annotations__)
    return lambda entry: entry.keys() <= names


Text = Annotated[str, _is_short]
Whole = Annotated[int, _is_within_reach]
Number = Annotated[float, _is_within_reach]
Counts = Annotated[dict[str, Whole], _has_short_names]
Texts = Annotated[dict[str, Text], _has_short_names]
Numbers = Annotated[dict[str, Number], _has_short_names]
Anything = Annotated[dict[str, Any], _has_short_names]


class _Rule(TypedDict):
    word: Text
    replacement: Text


class _Film(TypedDict):
    title: Text
    year: Whole | None
    file: Text
    digest: Text
    lines: Whole


class _OfCategory(TypedDict):
    hits: Whole
    unique: Whole
    candidates: Whole
    refused: Counts
    keywords: Counts


class _Steps(TypedDict):
    lines: Whole
    sentences: Whole
    hits: Whole
    unique: Whole
    candidates: Whole


class _OfFilm(_Steps):
    title: Text
    year: Whole | None
    file: Text


class _Skipped(TypedDict):
    file: Text
    reason: Text


OfCategory = Annotated[_OfCategory, _no_more_than(_OfCategory)]
OfFilm = Annotated[_OfFilm, _no_more_than(_OfFilm)]
Skipped = Annotated[_Skipped, _no_more_than(_Skipped)]


class _Funnel(_Steps):
    files: Whole
    by_category: Annotated[dict[str, OfCategory], _has_short_names]
    by_film: list[OfFilm]
    skipped: list[Skipped]


Rule = Annotated[_Rule, _no_more_than(_Rule)]
Film = Annotated[_Film, _no_more_than(_Film)]
Funnel = Annotated[_Funnel, _no_more_than(_Funnel)]


class ReviewLine(TypedDict):
    """What the first line says of the review."""

    title: Text
    language: Text
    lists_digest: Text
    created: Number
    notes: list[Text]
    softening: bool
    rules: list[Rule]
    films: list[Film]
    funnel: Funnel


class _List(TypedDict):
    category: Text
    text: str  # of any length; what reads a word list bounds it


class _Swap(TypedDict):
    start: Whole
    stop: Whole
    old: Text
    new: Text
    choices: list[Text]
    rule: Text


Swap = Annotated[_Swap, _no_more_than(_Swap)]


class _Proposal(TypedDict):
    sent_less: Text
    swaps: list[Swap]
    notes: list[Text]


class _Refusal(TypedDict):
    code: Text
    reason: Text


Proposal = Annotated[_Proposal, _no_more_than(_Proposal)]
Refusal = Annotated[_Refusal, _no_more_than(_Refusal)]


class _Candidate(TypedDict):
    id: Text
    category: Text
    text: Text
    keywords: list[Text]
    film: Text
    year: Whole | None
    file: Text
    time: Number
    number: Whole
    before: list[Text]
    after: list[Text]
    copies: Whole
    also_in: list[Text]
    outcome: Proposal | Refusal


class _Scores(TypedDict):
    spec_key: Text
    label: Text
    problems: Texts
    at: Number
    values: Numbers


class _Verdict(TypedDict):
    says: bool | None
    reason: Text
    extra: Anything


Verdict = Annotated[_Verdict, _no_more_than(_Verdict)]


class _Verdicts(TypedDict):
    source: Text
    label: Text
    details: Anything
    at: Number
    verdicts: Annotated[dict[str, Verdict], _has_short_names]


class _Applied(TypedDict):
    old: Text
    new: Text


Applied = Annotated[_Applied, _no_more_than(_Applied)]


class _Decision(TypedDict):
    id: Whole
    candidate: Text
    pass_number: Whole
    reviewer: Text
    action: Text
    sent_more: Text
    sent_less: Text
    category: Text
    reason: Text
    edited: bool
    softened: bool
    applied: list[Applied]
    undone: Whole | None
    at: Number


# Kind of line → shape, as `engine.flow.shapes` reads it.
SHAPES: dict[str, Any] = {
    "review": Annotated[ReviewLine, _no_more_than(ReviewLine)],
    "list": Annotated[_List, _no_more_than(_List)],
    "candidate": Annotated[_Candidate, _no_more_than(_Candidate)],
    "scores": Annotated[_Scores, _no_more_than(_Scores)],
    "verdicts": Annotated[_Verdicts, _no_more_than(_Verdicts)],
    "decision": Annotated[_Decision, _no_more_than(_Decision)],
}
