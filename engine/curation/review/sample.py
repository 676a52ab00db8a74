"""The review that comes with Biascope, half done, so that the page is never empty."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.core.errors import StorageError, why
from engine.curation.candidate import Candidate
from engine.curation.review.kept import reviews
from engine.curation.review.log import keep_log
from engine.curation.review.log_reading import Log, read_log

SAMPLE = Path(__file__).parents[1] / "sample" / "review.jsonl"


def open_sample() -> str:
    """The bundled review; it is made once, and made again if it was deleted.

    Returns:
        Its name.
    """
    for review in reviews():
        if review.sample:
            return review.name
    return keep_log(_log(SAMPLE), sample=True)


def sample_candidates() -> tuple[Candidate, ...]:
    """The candidates of the bundled review, whether or not it was made here."""
    return tuple(_log(SAMPLE).candidates.values())


@cache
def _log(path: Path) -> Log:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StorageError(f"The bundled review cannot be read ({why(error)}).") from None
    return read_log(data)
