"""The cues of a subtitle file, in the order of their times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.core.wording import counted, listed
from engine.curation.subtitles.times import Time, is_number, is_time, times_of

ENDINGS = {".srt": "srt", ".vtt": "vtt", ".ass": "ass", ".ssa": "ssa"}
MOST_CHARACTERS = 2_000  # of one cue; more is no subtitle

_QUOTED = 60  # characters of words in a note
_MANY_BLANK = re.compile(r"\n(?:[ \t]*\n){2,}")
_TIMED = re.compile(r"(?mi)^.{0,40}\d *--?> *\d|^Dialogue *:")


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


def cues_of(text: str, ending: str) -> tuple[list[Cue], tuple[str, ...]]:
    """Read the cues of a subtitle file.

    Args:
        ending: of its name, as `.srt`; what the text itself says comes first.

    Returns:
        Cues that hold text, in the order of their times, and notes on what was left out.
    """
    text = _MANY_BLANK.sub("\n\n", "\n".join(text.splitlines()))
    broken = 0
    behind: list[str] = []
    for format_ in _formats(text, ending):
        if format_ == "ass":
            cues, unread = _script(text)
        else:
            cues, unread, behind = _timed_lines(text, format_ == "vtt")
        broken = unread if cues else max(broken, unread)
        if cues:
            break
    good = [cue for cue in cues if len(cue.text) <= MOST_CHARACTERS]
    notes = []
    if broken:
        notes.append(f"{counted(broken, 'cue')} without a readable time left out.")
    if len(good) < len(cues):
        long = counted(len(cues) - len(good), "cue")
        notes.append(f"{long} of more than {MOST_CHARACTERS:,} characters left out.")
    if behind:
        notes.append(_behind_note(behind))
    return sorted(good, key=lambda cue: cue.start), tuple(notes)


def _behind_note(behind: Sequence[str]) -> str:
    shown = listed([f"“{words[:_QUOTED]}{'…' * (len(words) > _QUOTED)}”" for words in behind], 3)
    return (
        f"{counted(len(behind), 'cue', 'have')} words on the line of the time, behind it, which "
        f"are left out: {shown}; write them on a line below."
    )


def is_timed(text: str) -> bool:
    """Whether a text holds a cue's time, in any of the formats."""
    return _TIMED.search(text) is not None or any(map(is_time, text.split("\n")))


def _formats(text: str, ending: str) -> tuple[str, str]:
    """Formats to try, the likelier first."""
    head = text[:5_000].lstrip("\ufeff \n").casefold()
    by_ending = ENDINGS.get(ending, "srt")
    lines = "vtt" if head.startswith("webvtt") or by_ending == "vtt" else "srt"
    scripted = "[script info]" in head or "styles]" in head or by_ending in ("ass", "ssa")
    if scripted and not head.startswith("webvtt"):
        return "ass", lines
    return lines, "ass"


# --- timed lines --------------------------------------------------------------------------
# SRT and WebVTT are read alike, because files of one kind are often named as the other.

# A style or a region has a line of its own; words may follow a comment's mark.
_BLOCK = re.compile(r"(?:NOTE|WEBVTT)(?:[ \t].*)?|(?:STYLE|REGION)[ \t]*")


def _timed_lines(text: str, marked: bool) -> tuple[list[Cue], int, list[str]]:
    """Read the cues of SRT or WebVTT.

    Args:
        text: with plain newlines.
        marked: whether the file says that it is WebVTT, so that it has comments and names.

    Returns:
        Cues that hold text, as the file orders them, how many had no readable time, and what stands
        behind a time on its line.
    """
    lines = text.split("\n")
    if marked:
        lines = _without_blocks(lines)
    times = list(times_of(lines, marked))
    heads = _Heads(lines, times, marked)
    cues = []
    for number, time in enumerate(times):
        said = "\n".join(lines[time.line + 1 : heads.start_of(number + 1)]).strip()
        if time.seconds is not None and said:
            start, stop = time.seconds
            cues.append(Cue(start, max(start, stop), said))
    unread = sum(time.seconds is None for time in times)
    return cues, unread, [time.behind for time in times if time.behind]


def _without_blocks(lines: Sequence[str]) -> list[str]:
    """Lines of WebVTT, with blank ones in place of its comments, styles and regions.

    A block opens after a blank line and ends before one, or before the time of a cue.
    """
    kept = []
    inside = False
    before = ""
    for line in lines:
        if not line.strip() or "-->" in line:
            inside = False
        elif not before.strip() and _BLOCK.fullmatch(line):
            inside = True
        before = line
        kept.append("" if inside else line)
    return kept


# --- heads --------------------------------------------------------------------------------
# Above the time of a cue may stand its number, or in WebVTT its name. A number there may also be
# the last line of the cue before: what the file does elsewhere tells which.


class _Heads:
    """Where the cues of a file begin, their numbers and names included."""

    def __init__(self, lines: Sequence[str], times: Sequence[Time], marked: bool) -> None:
        self._lines = lines
        self._times = [time.line for time in times]
        first = self._last_above(0) if times else None
        self._numbered = first is not None and is_number(lines[first])
        self._set_apart = self._numbered and first is not None and first + 1 < self._times[0]
        self._number = int(lines[first]) if self._numbered and first is not None else 0
        headed = self._mostly_headed()
        self._named = marked or headed
        self._all_named = headed and not self._numbered

    def start_of(self, cue: int) -> int:
        """The line on which a cue begins, asked for in order; behind the last for no cue."""
        line = self._line_of(cue)
        above = self._last_above(cue)
        if above is None or not self._is_head(cue, above):
            return line
        if is_number(self._lines[above]):
            self._number = int(self._lines[above])
        return above

    def _is_head(self, cue: int, above: int) -> bool:
        """Whether the last line above a time is the number or name of its cue."""
        text = self._lines[above].strip()
        numbered = is_number(text)
        alone = self._stands_alone(above)
        if cue == len(self._times):  # of one whose time the file does not reach
            if numbered:
                return alone and self._numbered and int(text) == self._number + 1
            return alone and self._all_named and _looks_like_a_name(text)
        if above + 1 < self._line_of(cue):
            follows = alone and numbered and int(text) == self._number + 1
            return numbered and self._numbered and (self._set_apart or follows)
        return (numbered or self._named) if alone else (numbered and self._numbered)

    def _line_of(self, cue: int) -> int:
        return self._times[cue] if cue < len(self._times) else len(self._lines)

    def _last_above(self, cue: int) -> int | None:
        """The last line with text between the time of a cue and that of the one before."""
        before = self._times[cue - 1] if cue else -1
        for line in range(self._line_of(cue) - 1, before, -1):
            if self._lines[line].strip():
                return line
        return None

    def _stands_alone(self, line: int) -> bool:
        """Whether a line has a blank line above it, or is the first of the file."""
        return line == 0 or not self._lines[line - 1].strip()

    def _mostly_headed(self) -> bool:
        """Whether a line of its own stands above the first time and most others."""
        headed = []
        for cue, line in enumerate(self._times):
            above = self._last_above(cue)
            headed.append(above is not None and above + 1 == line and self._stands_alone(above))
        return headed[:1] == [True] and 2 * sum(headed) > len(headed)


def _looks_like_a_name(text: str) -> bool:
    """Whether a line is more likely the name of a cue than what is said."""
    return " " not in text and any(sign.isdigit() for sign in text)


# --- scripts ------------------------------------------------------------------------------
# ASS and SSA have a cue on each line, with fields in the order that a line `Format:` names.

_FIELDS = "layer start end style name marginl marginr marginv effect text".split()
_NEEDED = {"start", "end", "text"}
_SCRIPT_TIME = re.compile(r"-?\d{1,2}:(?:\d{1,2}:\d{1,2}\.\d{1,3}|\d{2}:\d{2})")
_DRAWING = re.compile(r"\{[^{}]*\\p[1-9]")


def _script(text: str) -> tuple[list[Cue], int]:
    """Cues of ASS and SSA: only their spoken lines, so that a bad style or font does no harm."""
    import pysubs2

    spoken = list(_spoken_lines(text))
    good = [line for line in spoken if line is not None]
    # The reader knows one order of fields alone, whatever the file says.
    events = pysubs2.SSAFile.from_string("\n".join(["[Events]", *good]), "ass").events
    cues = [
        Cue(
            max(0.0, event.start / 1000),
            max(0.0, event.start / 1000, event.end / 1000),
            event.text,
            event.name.strip(),
        )
        for event in events
        if event.text.strip() and not _DRAWING.search(event.text)
    ]
    return cues, len(spoken) - len(good)


def _spoken_lines(text: str) -> Iterator[str | None]:
    """Each spoken line with its fields in the usual order; None where its times are unreadable."""
    fields = _FIELDS
    for line in map(str.strip, text.split("\n")):
        kind, _, rest = line.partition(":")
        kind = kind.rstrip().casefold()
        if kind == "format":
            named = [name.strip().casefold() for name in rest.split(",")]
            fields = named if set(named) >= _NEEDED else fields
        elif kind == "dialogue":
            yield _in_usual_order(rest, fields)


def _in_usual_order(rest: str, fields: Sequence[str]) -> str | None:
    """A spoken line in the order of `_FIELDS`: commas beyond those of the fields are said."""
    values = rest.split(",")
    more = len(values) - len(fields)
    if more < 0:
        return None
    said = fields.index("text")
    values[said : said + more + 1] = [",".join(values[said : said + more + 1])]
    by_field = dict(zip(fields, values, strict=True))
    start, end = by_field["start"].strip(), by_field["end"].strip()
    if not (_SCRIPT_TIME.fullmatch(start) and _SCRIPT_TIME.fullmatch(end)):
        return None
    name = by_field.get("name", by_field.get("actor", ""))
    return f"Dialogue: 0,{start},{end},,{name},0,0,0,,{by_field['text']}"
