"""The cues of a subtitle file, in the order of their times."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from engine.core.wording import counted

if TYPE_CHECKING:
    import pysubs2


ENDINGS = {".srt": "srt", ".vtt": "vtt", ".ass": "ass", ".ssa": "ssa"}
MOST_CHARACTERS = 2_000  # of one cue; more is no subtitle

_MANY_BLANK = re.compile(r"\n(?:[ \t]*\n){2,}")
_TIMED = re.compile(r"(?m)^.{0,40}\d *--?> *\d|^Dialogue:")
_VTT_BLOCK = re.compile(r"(?m)^(?:NOTE|STYLE|REGION)\b[^\n]*\n(?:(?!.*-->)[^\n]+\n)*")
_VTT_NAME = re.compile(r"(?m)^\n(?!.*-->)[^\n]+\n(?=[^\n]*-->)")
_VTT_NO_HOURS = re.compile(r"(?<!\d):(?=\d{2}:\d{2}\.\d)")  # pysubs2 breaks on these
_ASS_TIME = r" *-?\d{1,2}:(?:\d{1,2}:\d{1,2}\.\d{1,3}|\d{2}:\d{2}) *,"
_ASS_LINE = re.compile(rf"Dialogue: *[^,]*,{_ASS_TIME}{_ASS_TIME}(?:[^,]*,){{6}}.")
_ASS_NUMBERS = re.compile(r"^(Dialogue:)[^,]*(,[^,]*,[^,]*,)([^,]*,[^,]*,)(?:[^,]*,){3}")
# A line that was meant as a cue's time: an arrow with a time, or a time with seconds in front.
_UNREAD_TIME = re.compile(
    r"(?m)^.*-->.*$|^.*\d:\d\d.*->.*$|^.*->.*\d:\d\d.*$|^ *(?:\d+ +)?\d{1,3}:\d\d:\d\d\b.*$"
)
_DRAWING = re.compile(r"\{[^{}]*\\p[1-9]")


def cues_of(text: str, ending: str) -> tuple[list[Cue], tuple[str, ...]]:
    """Read the cues of a subtitle file.

    Args:
        ending: of its name, as `.srt`; what the text itself says comes first.

    Returns:
        Cues that hold text, in the order of their times, and notes on what was left out.
    """
    text = _MANY_BLANK.sub("\n\n", "\n".join(text.splitlines()))
    for format_ in _formats(text, ending):
        cues, broken = _READ[format_](text, format_)
        if cues:
            break
    good = [cue for cue in cues if len(cue.text) <= MOST_CHARACTERS]
    notes = []
    if broken:
        notes.append(f"{counted(broken, 'cue')} without a readable time left out.")
    if len(good) < len(cues):
        long = counted(len(cues) - len(good), "cue")
        notes.append(f"{long} of more than {MOST_CHARACTERS:,} characters left out.")
    return sorted(good, key=lambda cue: cue.start), tuple(notes)


def is_timed(text: str) -> bool:
    """Whether a text holds a cue's time, in any of the formats."""
    return _TIMED.search(text) is not None


def _formats(text: str, ending: str) -> list[str]:
    """Formats to try, the likeliest first."""
    head = text[:5_000].lstrip("\ufeff \n").casefold()
    if head.startswith("webvtt"):
        first = "vtt"
    elif "[script info]" in head or "styles]" in head:
        first = "ass" if "v4+" in head or ending == ".ass" else "ssa"
    else:
        first = ENDINGS.get(ending, "srt")
    return [first, *(other for other in ("srt", "vtt", "ass") if other != first)]


def _parsed(text: str, format_: str) -> list[pysubs2.SSAEvent]:
    import pysubs2

    # Tags are kept: they are removed with all other markup, in a third of the time.
    options = {"keep_html_tags": True} if format_ in ("srt", "vtt") else {}
    return pysubs2.SSAFile.from_string(text, format_, **options).events


def _of_timed_lines(text: str, format_: str) -> tuple[list[Cue], int]:
    if format_ == "vtt":
        text = _VTT_NO_HOURS.sub(" ", _VTT_NAME.sub("\n", _VTT_BLOCK.sub("", text)))
    # The reader takes a number at the end for the next cue's: without one behind it,
    # the last cue would lose a last line such as 1984.
    events = _parsed(f"{text}\n\n0\n", format_)
    cues = []
    cut = 0
    for event in events:
        said = event.text.replace(r"\N", "\n")
        if unread := _UNREAD_TIME.search(said):
            cut += 1
            said = _before_broken(said[: unread.start()])
        if said.strip():
            start = event.start / 1000
            cues.append(Cue(start, max(start, event.end / 1000), said))
    return cues, max(cut, text.count("-->") - len(events))


def _before_broken(text: str) -> str:
    """What a cue says before the number of another, whose time could not be read."""
    lines = text.split("\n")
    while lines and (not lines[-1].strip() or lines[-1].strip().isdigit()):
        lines.pop()
    return "\n".join(lines)


def _of_script(text: str, format_: str) -> tuple[list[Cue], int]:
    """Cues of ASS and SSA: only their spoken lines, so that a bad style or font does no harm."""
    lines = [line.strip() for line in text.split("\n")]
    spoken = [line for line in lines if line.startswith("Dialogue:")]
    good = [
        _ASS_NUMBERS.sub(r"\1 0\g<2>\g<3>0,0,0,", line) for line in spoken if _ASS_LINE.match(line)
    ]
    events = _parsed("\n".join(["[Events]", *good]), format_)
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


_READ = {"srt": _of_timed_lines, "vtt": _of_timed_lines, "ass": _of_script, "ssa": _of_script}


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
