"""Whether this process has kept anything that outlives it: what may be said when it is stopped."""

from __future__ import annotations

_anything = False


def note_kept() -> None:
    """Note that something finished lies on the disk, where the same command finds it again."""
    global _anything
    _anything = True


def kept_text() -> str:
    """What is true of the work of a command that ends early, one sentence."""
    return "What was finished is kept." if _anything else "Nothing new was finished."


def stopped_text() -> str:
    """What is true of a command that was stopped now."""
    if _anything:
        return "Stopped; what was finished is kept."
    return "Stopped before anything new was finished, so nothing new is kept."
