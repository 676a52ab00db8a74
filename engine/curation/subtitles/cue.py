"""A cue: what a subtitle shows at once, and its words after cleaning."""

from __future__ import annotations

from typing import NamedTuple


class Cue(NamedTuple):
    """What is shown at once.

    Args:
        start, stop: seconds.
        text: as in the file, lines divided by newlines.
        speaker: where the format names one, as ASS does; else empty.
    """

    start: float
    stop: float
    text: str
    speaker: str = ""


class CleanCue(NamedTuple):
    """The spoken words of a cue.

    Args:
        start, stop: seconds.
        turns: by speaker. The first goes on where the cue before ended, and is empty where the
            cue begins with a new speaker; each of the others is by a new speaker.
    """

    start: float
    stop: float
    turns: tuple[str, ...]
