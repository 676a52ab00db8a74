"""What a run found, kept as a review."""

from __future__ import annotations

from engine.curation.keywords.lists import WordLists, own_lists
from engine.curation.run import Curated


def keep(title: str, found: Curated, lists: WordLists) -> str:
    """Keep a run as a review, with the lists that are not those of Biascope.

    Args:
        lists: that the run looked for.

    Returns:
        Name of the review.
    """
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
