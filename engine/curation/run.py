"""From subtitle files to candidates: read, search, leave out duplicates, propose, count, and keep.

Source: Rikanson 2025 (CineBias), sections 3.2 to 3.4.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from engine.curation.candidate import (
    Candidate,
    CategoryCounts,
    Film,
    FilmCounts,
    Funnel,
    Skipped,
    candidate_id,
)
from engine.curation.counterparts.proposal import Proposal, Refusal
from engine.curation.duplicates import unique
from engine.curation.keywords.lists import WordLists, own_lists
from engine.curation.processes import Items, work_for
from engine.curation.search import AROUND, FilmHits, Held, SubtitleSource

_CHUNK = 250  # sentences for which counterparts are asked at once

_Answer = TypeVar("_Answer")


@dataclass(frozen=True)
class Curated:
    """What a run found.

    Args:
        films: those read, by title.
        candidates: in the order of films and time, refused ones among them.
        notes: on single files, one sentence each.
    """

    films: list[Film]
    candidates: list[Candidate]
    funnel: Funnel
    notes: list[str]


def curate(
    sources: Sequence[SubtitleSource],
    lists: WordLists,
    progress: Callable[[int, int], None] | None = None,
    workers: int | None = None,
    other_languages: bool = False,
) -> Curated:
    """Find the sentences that may become pairs.

    Args:
        sources: subtitle files, or (name, content) of uploads; one that cannot be read is
            skipped with its reason.
        lists: keywords to look for; files are read as of their language.
        progress: called with (done, total) in files; reading one is a half of its work, and
            proposing counterparts the other.
        workers: processes; by default two from 8 files on. The result is the same for any number.
        other_languages: whether films are searched that are clearly in another language than
            that of the lists; otherwise they are skipped with the reason.
    """
    files = len(sources)

    def note(done: float) -> None:
        if progress is not None:
            progress(int(done), files)

    with work_for(lists, files, workers, other_languages) as work:
        films, skipped = films_of(_noted(work.read(sources), lambda done: note(done / 2)))
        by_category = {category: gather(films, category) for category in lists.categories}
        singles = in_order(by_category)
        chunks = chunks_of(films, singles)
        proposed = _noted(
            work.propose(chunks), lambda done: note(files * (1 + done / len(chunks)) / 2)
        )
        outcomes = [outcome for chunk in proposed for outcome in chunk]
        if not chunks:
            note(files)
    candidates = [
        _candidate(films, lists.language, single, outcome)
        for single, outcome in zip(singles, outcomes, strict=True)
    ]
    return Curated(
        [one.film for one in films],
        candidates,
        funnel_of(films, skipped, by_category, singles, outcomes),
        [f"{one.film.file}: {note}" for one in films for note in one.notes],
    )


def _noted(answers: Iterator[_Answer], note: Callable[[int], None]) -> Iterator[_Answer]:
    """Answers, counted as they come."""
    for done, found in enumerate(answers, 1):
        note(done)
        yield found


def films_of(answers: Iterator[FilmHits | Skipped]) -> tuple[list[FilmHits], list[Skipped]]:
    """Films by title, each file once, and what was left out."""
    films: dict[str, FilmHits] = {}
    skipped = []
    for one in answers:
        if isinstance(one, Skipped):
            skipped.append(one)
        elif one.film.digest in films:
            first = films[one.film.digest].film.file
            reason = f"{one.film.file} has the same content as {first}, which was read before."
            skipped.append(Skipped(one.film.file, reason))
        else:
            films[one.film.digest] = one
    order = sorted(
        films.values(),
        key=lambda one: (one.film.title.casefold(), one.film.year or 0, one.film.file),
    )
    return order, skipped


def in_order(by_category: Mapping[str, Gathered]) -> list[Single]:
    """Sentences of all categories in the order of films and time."""
    singles = [single for one in by_category.values() for single in one.singles]
    return sorted(singles, key=lambda one: (one.film, one.held.number))


def chunks_of(films: Sequence[FilmHits], singles: Sequence[Single]) -> list[Items]:
    """(category, sentence) of all, as many at once as counterparts are asked for."""
    items = [(one.category, films[one.film].texts[one.held.number]) for one in singles]
    return [items[start : start + _CHUNK] for start in range(0, len(items), _CHUNK)]


def _candidate(
    films: Sequence[FilmHits], language: str, single: Single, outcome: Proposal | Refusal
) -> Candidate:
    held, film = single.held, films[single.film]
    number = held.number
    titles = {films[index].film.title for index in single.films} - {film.film.title}
    return Candidate(
        id=candidate_id(language, single.category, film.texts[number]),
        category=single.category,
        text=film.texts[number],
        keywords=held.keywords[single.category],
        film=film.film.title,
        year=film.film.year,
        file=film.film.file,
        time=held.start,
        number=number,
        before=_around(film, range(number - AROUND, number)),
        after=_around(film, range(number + 1, number + AROUND + 1)),
        copies=single.copies,
        also_in=tuple(sorted(titles)),
        outcome=outcome,
    )


def _around(film: FilmHits, numbers: range) -> tuple[str, ...]:
    return tuple(film.texts[number] for number in numbers if number in film.texts)


# --- counting -----------------------------------------------------------------------------


def funnel_of(
    films: Sequence[FilmHits],
    skipped: list[Skipped],
    by_category: Mapping[str, Gathered],
    singles: Sequence[Single],
    outcomes: Sequence[Proposal | Refusal],
) -> Funnel:
    """The funnel of a run; its outcomes are those of the sentences of all categories."""
    refused: dict[str, Counter[str]] = {category: Counter() for category in by_category}
    unique, proposed = Counter[int](), Counter[int]()
    for single, outcome in zip(singles, outcomes, strict=True):
        unique[single.film] += 1
        if isinstance(outcome, Refusal):
            refused[single.category][outcome.code] += 1
        else:
            proposed[single.film] += 1
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


# --- gathering ----------------------------------------------------------------------------


@dataclass
class Single:
    """A sentence that repeats none before it in its category.

    Args:
        film: index of the film where it was found first.
        held: how it was found there.
        copies: how often it was found, near-duplicates included.
        films: indexes of all films that hold it.
    """

    category: str
    film: int
    held: Held
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


def gather(films: Sequence[FilmHits], category: str) -> Gathered:
    """The sentences of a category.

    Two sentences are near-duplicates only if they hold the same keywords: *She is a good
    doctor* says something else than *He is a good doctor*.

    Args:
        films: in the order in which one counts as the first.
    """
    found = [
        (index, held)
        for index, film in enumerate(films)
        for held in film.held
        if category in held.keywords
    ]
    texts = [films[index].texts[held.number] for index, held in found]
    kinds = [frozenset(map(str.casefold, held.keywords[category])) for _, held in found]
    singles: dict[int, Single] = {}
    for (index, held), first in zip(found, unique(texts, kinds), strict=True):
        single = singles.setdefault(first, Single(category, index, held))
        single.copies += 1
        single.films.add(index)
    keywords = Counter(word for _, held in found for word in held.keywords[category])
    return Gathered(
        Counter(index for index, _ in found),
        dict(sorted(keywords.items(), key=lambda entry: (-entry[1], entry[0]))),
        tuple(singles.values()),
    )


def keep(title: str, found: Curated, lists: WordLists) -> str:
    """Keep a run as a review, with the lists that are not those of Biascope; its name."""
    from engine.curation.review.kept import create

    return create(
        title,
        found.films,
        found.candidates,
        found.funnel,
        lists.language,
        lists.digest,
        found.notes,
        own_lists(lists),
    )
