"""A sentence that may become a pair: where it was found, what is proposed, how many are left."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from engine.curation.counterparts.proposal import Proposal, Refusal

_ID = 16  # hexadecimal digits


@dataclass(frozen=True)
class Candidate:
    """One sentence under one category.

    Args:
        id: from `candidate_id`: the same sentence keeps it, whatever film or list it comes from.
        category: bias type whose keyword it holds.
        text: the found sentence.
        keywords: the words of the category it holds, as listed, in order.
        film, year, file: where it was found first; no year is None.
        time: of its start, seconds.
        number: of the sentence in its film, from 0.
        before, after: up to three sentences around it in the film, in their order.
        copies: how often it was found, near-duplicates included; 1 for a single one.
        also_in: titles of other films that hold it.
        outcome: the proposed counterpart, or why there is none.
    """

    id: str
    category: str
    text: str
    keywords: tuple[str, ...]
    film: str
    year: int | None
    file: str
    time: float
    number: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    copies: int
    also_in: tuple[str, ...]
    outcome: Proposal | Refusal


def candidate_id(language: str, category: str, text: str) -> str:
    """Identity of a candidate, by its words without regard to spaces."""
    content = "\n".join((language, category, " ".join(text.split())))
    return hashlib.sha256(content.encode()).hexdigest()[:_ID]


# Bias types, as the files of CrowS-Pairs name them.
CATEGORIES = (
    "race-color",
    "gender",
    "nationality",
    "religion",
    "age",
    "sexual-orientation",
    "physical-appearance",
    "socioeconomic",
    "disability",
)


@dataclass(frozen=True)
class Film:
    """The film that a subtitle file belongs to.

    Args:
        title: from the name of the file, without its year and release tags.
        year: of the film, where the name of the file holds it.
        file: name of the file, without its folders.
        digest: of the file's bytes, 16 hexadecimal digits of SHA-256.
        lines: lines of text in its cues, before cleaning.
    """

    title: str
    year: int | None
    file: str
    digest: str
    lines: int


@dataclass(frozen=True)
class Sentence:
    """One sentence of a film.

    Args:
        text: cleaned, on one line.
        start: of the cue it begins in, seconds.
        stop: of the cue it ends in, seconds.
    """

    text: str
    start: float
    stop: float


@dataclass(frozen=True)
class FilmText:
    """What was read of a subtitle file.

    Args:
        notes: sentences for the user where something was guessed or left out.
    """

    film: Film
    sentences: tuple[Sentence, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class FilmCounts:
    """Counts of one film; `candidates` are those found in it first."""

    title: str
    year: int | None
    file: str
    lines: int
    sentences: int
    hits: int
    unique: int
    candidates: int


@dataclass(frozen=True)
class CategoryCounts:
    """Counts of one category, in sentences.

    Args:
        hits: sentences that hold one of its keywords.
        unique: of these, without duplicates and near-duplicates.
        candidates: of these, with a proposed counterpart.
        refused: code of a refusal → sentences; together `unique - candidates`.
        keywords: keyword as listed → sentences that hold it, duplicates included.
    """

    hits: int
    unique: int
    candidates: int
    refused: dict[str, int] = field(default_factory=dict)
    keywords: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Skipped:
    """A file that was left out, and why in one sentence."""

    file: str
    reason: str


@dataclass(frozen=True)
class Funnel:
    """Counts of a whole run.

    Args:
        hits, unique, candidates: sums over categories; a sentence with keywords of two
            categories counts in both.
    """

    files: int
    lines: int
    sentences: int
    hits: int
    unique: int
    candidates: int
    by_category: dict[str, CategoryCounts]
    by_film: list[FilmCounts]
    skipped: list[Skipped]
