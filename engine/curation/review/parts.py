"""What a review was made from, besides its candidates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.core.errors import StorageError
from engine.curation.film import Film
from engine.curation.funnel import Funnel
from engine.curation.review.about import about_of
from engine.curation.review.candidate_rows import funnel_of
from engine.curation.review.database import reading


@dataclass(frozen=True)
class Parts:
    """Films, counts and notes of the run that a review was made from.

    Args:
        lists_digest: of the keyword lists.
        notes: sentences for the user about what was read.
        lists: category → text of each word list that is not as Biascope has it.
    """

    title: str
    language: str
    lists_digest: str
    created: float
    films: tuple[Film, ...]
    funnel: Funnel
    notes: tuple[str, ...]
    sample: bool
    lists: Mapping[str, str]


def parts(name: str) -> Parts:
    """What a review was made from: films, counts and notes."""
    with reading(name) as connection:
        about = about_of(connection)
    try:
        return Parts(
            about["title"],
            about["language"],
            about["lists_digest"],
            about["created"],
            tuple(Film(**film) for film in about["films"]),
            funnel_of(about["funnel"]),
            tuple(about["notes"]),
            about["sample"],
            dict(about.get("lists", {})),  # earlier versions kept none
        )
    except (KeyError, TypeError, ValueError) as error:
        raise StorageError(f"The films of the review {name} cannot be read: {error}") from None
