"""What a cue's speakers say: named rules, applied in their order."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial

from engine.curation.subtitles.credits import credits_left_out
from engine.curation.subtitles.cue import CleanCue, Cue
from engine.curation.subtitles.markup import TURN, entities, overrides, spaces, tags, unseen
from engine.curation.subtitles.sounds import hearing_cues, music
from engine.curation.subtitles.speakers import dashes, labels, speaker_names

Rule = Callable[[str], str]

PLAYER_RULES: tuple[tuple[str, Rule], ...] = (
    ("entities", entities),
    ("unseen signs", unseen),
    ("overrides", overrides),
    ("tags", tags),
    ("spaces", spaces),
)
SPEECH_RULES: tuple[tuple[str, Rule], ...] = (
    ("credits", credits_left_out),
    ("music", music),
    ("hearing cues", hearing_cues),
    ("speaker labels", labels),
    ("dashes", dashes),
)
_ROLLING_GAP = 0.1  # seconds between cues that repeat each other's lines

_WRAPPED_WORD = re.compile(r"(?<=\w[-‐])\n(?=[^\W\d_A-Z])")
# Chinese and Japanese have no spaces where a line is wrapped.
_UNSPACED = "\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"
_WRAPPED_UNSPACED = re.compile(rf"(?<=[{_UNSPACED}])\n(?=[{_UNSPACED}])")
_SPEECH = re.compile(r"[^\W_]")


def clean_cues(cues: Iterable[Cue]) -> list[CleanCue]:
    """What is said in each cue, in order; cues in which nothing is said are left out."""
    shown = without_repeats(
        cue._replace(text=text) for cue in cues if (text := applied(PLAYER_RULES, cue.text))
    )
    names = speaker_names(cue.text for cue in shown)
    rules = tuple(
        (name, partial(labels, names=names) if rule is labels else rule)
        for name, rule in SPEECH_RULES
    )
    clean = []
    speaker = ""
    for cue in shown:
        said = turns(applied(rules, cue.text))
        if not said:
            continue
        if said[0] and cue.speaker and speaker and cue.speaker != speaker:
            said = ("", *said)
        speaker = cue.speaker
        clean.append(CleanCue(cue.start, cue.stop, said))
    return clean


def applied(rules: Iterable[tuple[str, Rule]], text: str) -> str:
    """A text after each of the rules."""
    for _, rule in rules:
        text = rule(text)
    return text


def turns(text: str) -> tuple[str, ...]:
    """The turns of a cleaned cue, each on one line, as `CleanCue` has them; () without speech."""
    if TURN not in text:
        said = _on_one_line(text)
        return (said,) if said else ()
    first, *others = (_on_one_line(part) for part in text.split(TURN))
    spoken = [part for part in others if part]
    return (first, *spoken) if first or spoken else ()


def _on_one_line(text: str) -> str:
    if not _SPEECH.search(text):
        return ""
    if "\n" in text:
        text = _WRAPPED_WORD.sub("", text.strip())
        text = text if text.isascii() else _WRAPPED_UNSPACED.sub("", text)
    return " ".join(text.split())


def without_repeats(cues: Iterable[Cue]) -> list[Cue]:
    """Cues without the lines that the cue before shows too, as rolling captions repeat them.

    A cue that is spelled out bit by bit, each cue with all of the one before, is taken once.
    """
    kept: list[Cue] = []
    shown: list[str] = []
    for cue in cues:
        lines = cue.text.split("\n")
        if kept and cue.start - kept[-1].stop <= _ROLLING_GAP:
            if len(lines) == len(shown) == 1 and _spelled_on(shown[0], lines[0]):
                kept[-1] = cue._replace(start=kept[-1].start, stop=max(cue.stop, kept[-1].stop))
                shown = lines
                continue
            new = lines[_overlap(shown, lines) :]
            if not new:
                kept[-1] = kept[-1]._replace(stop=max(cue.stop, kept[-1].stop))
                continue
            cue = cue._replace(text="\n".join(new))
        kept.append(cue)
        shown = lines
    return kept


def _spelled_on(before: str, now: str) -> bool:
    return now.startswith(before) and not now[len(before) : len(before) + 1].isalnum()


def _overlap(shown: list[str], lines: list[str]) -> int:
    """How many lines at the start are the last ones shown."""
    for number in range(min(len(shown), len(lines)), 0, -1):
        if shown[-number:] == lines[:number]:
            return number
    return 0
