"""How many lines, sentences and candidates are left at each step, in all, by category, by film."""

from __future__ import annotations

from dataclasses import dataclass, field

STEPS = ("lines", "sentences", "hits", "unique", "candidates")


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
