"""Small reviews for the tests: candidates, films and counts made by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.curation.candidate import Candidate, CategoryCounts, Film, FilmCounts, Funnel, Skipped
from engine.curation.counterparts.proposal import Refusal
from engine.curation.review.decision_rows import Decision
from engine.curation.review.kept import create
from tests.engine.curation import some_candidates

FILMS = (
    Film("Harbour", 1987, "Harbour.1987.srt", "00" * 8, 900),
    Film("The Quiet Street", 2004, "The.Quiet.Street.2004.srt", "11" * 8, 1200),
)
AGE_LIST = 'category = "age"\nlanguage = "en"\n[[group]]\nwords = [["old"], ["young"]]\n'
# (old word, new word, sentence with the old one, category, film, time)
_ROWS = (
    ("women", "men", "All women cry at weddings.", "gender", 0, 61.5),
    ("She", "He", "She never learned to drive.", "gender", 0, 75.0),
    ("old", "young", "Nobody hires an old clerk.", "age", 0, 99.25),
    ("girls", "boys", "Two girls ran the whole shop.", "gender", 1, 12.0),
    ("waitress", "waiter", "The damn waitress forgot us.", "gender", 1, 300.0),
    ("poor", "rich", "The poor ones never complain.", "socioeconomic", 1, 420.0),
)


def candidate(number: int = 0) -> Candidate:
    """The candidate of this number; from 6 on they are made up of a number."""
    if number < len(_ROWS):
        old, new, text, category, film, time = _ROWS[number]
    else:
        text = f"The girl in room {number} laughed."
        old, new, category, film, time = "girl", "boy", "gender", number % 2, float(number)
    one = FILMS[film]
    return some_candidates.candidate(
        text,
        old,
        new,
        category,
        film=one.title,
        year=one.year,
        file=one.file,
        time=time,
        number=number,
        before=("Wait for me.",),
        after=("So they said.",),
    )


def refused_candidate() -> Candidate:
    """A sentence without a proposed counterpart."""
    return some_candidates.candidate(
        "My mother and my father are both nurses.",
        "mother",
        "",
        keywords=("mother", "father"),
        film="Harbour",
        file="Harbour.1987.srt",
        time=110.0,
        number=7,
        before=(),
        after=(),
        copies=2,
        also_in=("The Quiet Street",),
        outcome=Refusal("both-sides", "It names both already."),
    )


def funnel() -> Funnel:
    """Counts as a run gives them; only that they come back matters here."""
    return Funnel(
        3,
        2100,
        1800,
        8,
        7,
        6,
        {
            "gender": CategoryCounts(6, 5, 4, {"both-sides": 1}, {"women": 1, "girls": 2}),
            "age": CategoryCounts(1, 1, 1),
        },
        [FilmCounts("Harbour", 1987, "Harbour.1987.srt", 900, 800, 5, 4, 3)],
        [Skipped("notes.zip", "It is a ZIP archive; unpack it first.")],
    )


def made(
    title: str = "Two films",
    candidates: Sequence[Candidate] | None = None,
    language: str = "en",
    lists: Mapping[str, str] | None = None,
) -> str:
    """A review of six candidates, and of one sentence that has no counterpart."""
    if candidates is None:
        candidates = (*(candidate(number) for number in range(6)), refused_candidate())
    return create(title, FILMS, candidates, funnel(), language, "sha256:abc", ("One note.",), lists)


def accept(one: Candidate, reviewer: str = "Mari", pass_number: int = 1, **fields) -> Decision:
    """Acceptance of a candidate as it is proposed."""
    pair = {"sent_more": one.text, "sent_less": getattr(one.outcome, "sent_less", "")}
    return Decision(one.id, pass_number, reviewer, "accept", **{**pair, **fields})


def reject(
    one: Candidate, reviewer: str = "Mari", pass_number: int = 1, reason: str = "unclear"
) -> Decision:
    """Rejection of a candidate."""
    return Decision(one.id, pass_number, reviewer, "reject", reason=reason)
