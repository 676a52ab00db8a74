"""Sentences of all films that hold keywords, each once in its category."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.curation.duplicates import unique
from engine.curation.search import FilmHits, Held


@dataclass(frozen=True)
class Found:
    """One place where a sentence of a category was found.

    Args:
        film: its index.
    """

    film: int
    held: Held


@dataclass
class Single:
    """A sentence that repeats none before it in its category.

    Args:
        first: where it was found first.
        copies: how often it was found, near-duplicates included.
        films: indexes of all films that hold it.
    """

    category: str
    first: Found
    copies: int = 0
    films: set[int] = field(default_factory=set)


@dataclass(frozen=True)
class Gathered:
    """What was found under one category.

    Args:
        hits: film index → sentences that hold a keyword.
        keywords: keyword as listed → sentences that hold it; the most frequent first.
        singles: in the order they were found.
    """

    hits: Counter[int]
    keywords: dict[str, int]
    singles: tuple[Single, ...]


def gathered(films: Sequence[FilmHits], category: str) -> Gathered:
    """The sentences of a category.

    Two sentences are near-duplicates only if they hold the same keywords: *She is a good
    doctor* says something else than *He is a good doctor*.

    Args:
        films: in the order in which one counts as the first.
    """
    found = [
        Found(index, held)
        for index, film in enumerate(films)
        for held in film.held
        if category in held.keywords
    ]
    texts = [films[one.film].texts[one.held.number] for one in found]
    kinds = [frozenset(map(str.casefold, one.held.keywords[category])) for one in found]
    singles: dict[int, Single] = {}
    for one, first in zip(found, unique(texts, kinds), strict=True):
        single = singles.setdefault(first, Single(category, one))
        single.copies += 1
        single.films.add(one.film)
    keywords = Counter(word for one in found for word in one.held.keywords[category])
    return Gathered(
        Counter(one.film for one in found),
        dict(sorted(keywords.items(), key=lambda entry: (-entry[1], entry[0]))),
        tuple(singles.values()),
    )
