"""Values in a review's log that have the right shape and still cannot be shown or used."""

from __future__ import annotations

from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal
from engine.curation.keywords.entries import language_of
from engine.files.json_text import JsonError

_LATEST = 253_402_300_799  # last second of the year 9999, since 1970
_LONGEST = 10**7  # seconds into a film


def check_moment(seconds: float) -> None:
    """Raises JsonError unless it is a time from 1970 on that a date can be made of."""
    if not 0 <= seconds <= _LATEST:
        raise JsonError("holds a time that is not within the years 1970 to 9999.")


def check_language(code: str) -> None:
    """Raises JsonError unless it is a language's code, or empty."""
    try:
        known = not code or language_of(code) == code
    except ValueError:
        known = False
    if not known:
        raise JsonError("names a language otherwise than by its code.")


def check_candidate(candidate: Candidate) -> None:
    """Raises JsonError unless the sentence has words, a time, and swaps that fit it."""
    if not candidate.text.strip():
        raise JsonError("holds an empty sentence.")
    if not 0 <= candidate.time <= _LONGEST:
        raise JsonError("holds a time that no film has.")
    if not isinstance(candidate.outcome, Proposal):
        return
    at = 0
    for swap in candidate.outcome.swaps:
        fits = at <= swap.start <= swap.stop <= len(candidate.text)
        if not fits or candidate.text[swap.start : swap.stop] != swap.old:
            raise JsonError("holds a swap that does not fit its sentence.")
        at = swap.stop
