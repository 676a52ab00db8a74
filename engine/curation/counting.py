"""The counts of a run: in all, by category, by film."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.curation.counterparts.proposal import Proposal, Refusal
from engine.curation.funnel import CategoryCounts, FilmCounts, Funnel, Skipped
from engine.curation.gathering import Gathered, Single
from engine.curation.search import FilmHits


def funnel_of(
    films: Sequence[FilmHits],
    skipped: list[Skipped],
    by_category: Mapping[str, Gathered],
    singles: Sequence[Single],
    outcomes: Sequence[Proposal | Refusal],
) -> Funnel:
    """The funnel of a run.

    Args:
        films: in their order, by whose indexes the rest counts.
        singles: with `outcomes`, sentences of all categories.
    """
    refused: dict[str, Counter[str]] = {category: Counter() for category in by_category}
    unique, proposed = Counter[int](), Counter[int]()
    for single, outcome in zip(singles, outcomes, strict=True):
        unique[single.first.film] += 1
        if isinstance(outcome, Refusal):
            refused[single.category][outcome.code] += 1
        else:
            proposed[single.first.film] += 1
    counts = {
        category: CategoryCounts(
            hits=one.hits.total(),
            unique=len(one.singles),
            candidates=len(one.singles) - refused[category].total(),
            refused=dict(sorted(refused[category].items())),
            keywords=one.keywords,
        )
        for category, one in by_category.items()
    }
    by_film = [
        FilmCounts(
            title=one.film.title,
            year=one.film.year,
            file=one.film.file,
            lines=one.film.lines,
            sentences=one.sentences,
            hits=sum(found.hits[index] for found in by_category.values()),
            unique=unique[index],
            candidates=proposed[index],
        )
        for index, one in enumerate(films)
    ]
    return Funnel(
        files=len(films),
        lines=sum(one.lines for one in by_film),
        sentences=sum(one.sentences for one in by_film),
        hits=sum(one.hits for one in counts.values()),
        unique=len(singles),
        candidates=proposed.total(),
        by_category=counts,
        by_film=by_film,
        skipped=skipped,
    )
