"""The lines of SRT and WebVTT that hold the times of cues, among those that are said.

What is said may hold times and arrows too. So a line counts for what it is made of, or for where it
stands: behind a blank line or behind the number of a cue.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

# Hours and parts of seconds may be missing, and each part may have one digit.
_CLOCK = r"(?<!\d)(?<!\d:)(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,](\d{1,9}))?(?![\d:])"
_WHOLE_CLOCK = r"(?<!\d)(\d{1,4}):(\d{1,2}):(\d{1,2})[.,](\d{1,9})(?!\d)"
_ARROW = r"\s*(?:[-–—]{1,3} ?(?:>|&gt;)|→)\s*:?"
_INDEX = r"[\s\ufeff]*(?:\d{1,9}\s+)?:?"  # of a cue, on the line of its time
_ARROWED = re.compile(f"{_CLOCK}{_ARROW}{_CLOCK}")
_OPENS = re.compile(_INDEX)
_SETTINGS = re.compile(r"(?:\s+[A-Za-z][^\s:=]*[:=]\S+)*\s*")  # as `align:start`
# Those that there are: of WebVTT, of its first drafts, and the coordinates of SRT.
_KNOWN_SETTING = re.compile(
    r"(?<!\S)(?:vertical|line|position|size|align|region|[dltsa]|[xy][12])\s*[:=]\s*\S+",
    re.IGNORECASE,
)
# Without an arrow, as in `0:00:01.000,0:00:02.000`, nothing may be missing.
_UNARROWED = re.compile(rf"{_INDEX}{_WHOLE_CLOCK}\D{{1,20}}?{_WHOLE_CLOCK}")
_LONGEST = 500  # characters of a line that are looked at

# Lines that were meant as a cue's time: by an arrow, or behind a number by a time alone.
_MEANT = re.compile(r".*-->", re.DOTALL)
_MEANT_BEHIND_NUMBER = re.compile(r".*-->|.*\d:\d\d.*->|.*->.*\d:\d\d", re.DOTALL)
_LONE = re.compile(r" *(?:\d+ +)?\d{1,3}:\d\d:\d\d\b")


class Time(NamedTuple):
    """A line with the time of a cue.

    Args:
        line: its number, from 0.
        seconds: of start and stop; None where they could not be read.
        behind: words behind the two times, which are no settings; empty where there are none.
    """

    line: int
    seconds: tuple[float, float] | None
    behind: str = ""


class _Above(Enum):
    """What stands above a line."""

    NOTHING = "a blank line, or the beginning of the file"
    NUMBER = "the number of a cue"
    NEXT_NUMBER = "the number of a cue that goes on from the one before"
    NAME = "the name of a cue"
    WORDS = "what is said, or the time of a cue"


def times_of(lines: Sequence[str], marked: bool) -> Iterator[Time]:
    """The times of cues, in the order of their lines.

    Args:
        lines: of the file.
        marked: whether the file says that it is WebVTT, so that cues have names of any kind.
    """
    spaced = any(not line.strip() for line in "\n".join(lines).strip().split("\n"))
    unarrowed = not spaced and not any("-->" in line for line in lines)
    before = -2  # line of the last time
    index: int | None = None  # the last number above one
    for number, line in enumerate(lines):
        if ":" not in line and "-->" not in line:
            continue
        line = line[:_LONGEST]
        above = _Above.WORDS
        if before != number - 1:
            above = _above(lines, number, index, marked, apart=spaced or before == number - 2)
        found = _start_and_stop(line, above, unarrowed)
        if found is not None or _was_meant(line, above):
            yield Time(number, *(found or (None,)))
            before = number
            if above in (_Above.NUMBER, _Above.NEXT_NUMBER):
                index = int(lines[number - 1])


def is_time(line: str) -> bool:
    """Whether a line is nothing but the two times of a cue, without an arrow between them."""
    return _UNARROWED.fullmatch(line) is not None


def is_number(line: str) -> bool:
    """Whether a line is nothing but a number that a cue may have."""
    line = line.strip()
    return line.isdecimal() and len(line) < 10


def _above(
    lines: Sequence[str], number: int, index: int | None, marked: bool, apart: bool
) -> _Above:
    """What stands above a line.

    Args:
        index: the last number that stood above a time; None before the first.
        apart: whether the number of a cue has to stand behind a blank line.
    """
    if number == 0 or not lines[number - 1].strip():
        return _Above.NOTHING
    alone = number == 1 or not lines[number - 2].strip()
    if not is_number(lines[number - 1]):
        named = alone and (marked or " " not in lines[number - 1].strip())
        return _Above.NAME if named else _Above.WORDS
    goes_on = index is not None and int(lines[number - 1]) == index + 1
    if alone or (goes_on and not apart):
        return _Above.NEXT_NUMBER if goes_on or index is None else _Above.NUMBER
    return _Above.WORDS


def _start_and_stop(
    line: str, above: _Above, unarrowed: bool
) -> tuple[tuple[float, float], str] | None:
    """The seconds of a line with two times, and words behind them; None if there are none.

    A line that is said has none.

    Args:
        unarrowed: whether the file has neither arrows nor blank lines to tell its cues by.
    """
    found = _ARROWED.search(line)
    if found is None:
        found = _UNARROWED.match(line)
        sure = unarrowed and is_time(line)
        likely = True
    else:
        opens = _OPENS.fullmatch(line, 0, found.start()) is not None
        sure = opens and _SETTINGS.fullmatch(line, found.end()) is not None
        likely = opens or "-->" in line
    if found is None or not (sure if above is _Above.WORDS else likely):
        return None
    hours, _, _, part, stop_hours, _, _, stop_part = found.groups()
    if not part and not stop_part and (hours is None) != (stop_hours is None):
        return None  # half of it is missing
    parts = found.groups(default="0")
    return (_seconds(*parts[:4]), _seconds(*parts[4:])), _words(line[found.end() :])


def _words(behind: str) -> str:
    """What stands behind the times of a cue without its settings; empty if only signs remain."""
    rest = _KNOWN_SETTING.sub("", behind).strip()
    return rest if any(map(str.isalnum, rest)) else ""


def _seconds(hours: str, minutes: str, seconds: str, part: str) -> float:
    whole = int(hours) * 3600 + int(minutes) * 60 + int(seconds)
    return (whole * 1000 + int(part[:3].ljust(3, "0"))) / 1000


def _was_meant(line: str, above: _Above) -> bool:
    """Whether a line without readable times stands where those of a cue do, and looks like them."""
    if above is _Above.WORDS:
        return False
    if above in (_Above.NOTHING, _Above.NAME):
        return _MEANT.match(line) is not None
    lone = above is _Above.NEXT_NUMBER and _LONE.match(line) is not None
    return lone or _MEANT_BEHIND_NUMBER.match(line) is not None
