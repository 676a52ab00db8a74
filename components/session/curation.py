"""Curation: reviews of sentences from subtitles, and what reads, ranks and exports them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.curation.candidate import Candidate
    from engine.curation.export.pairs import ExportedSet
    from engine.curation.filter.assistant import Answers, Batch
    from engine.curation.keywords.lists import WordLists
    from engine.curation.review.agreement import Agreement
    from engine.curation.review.kept import Review
    from engine.curation.review.progress import Progress
    from engine.curation.run import Curated
    from engine.spec import ModelSpec

Source = Path | tuple[str, bytes]


def reviews(note: Callable[[str], None] | None = None) -> list[Review]:
    """All reviews on this machine, the newest first.

    Args:
        note: called with one sentence for each file that cannot be read.
    """
    from engine.curation.review.kept import reviews as kept

    return kept(note)


def sample_review() -> str:
    """Name of the bundled review, which is made when it is asked for first."""
    from engine.curation.review.sample import open_sample

    return open_sample()
