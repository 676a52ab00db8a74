"""Cleaning rules for what is heard but not said: music, and sounds written for the deaf."""

from __future__ import annotations

import re

from engine.curation.subtitles.markup import TURN, until_same

_NOTES = "♪♫♬♩🎵🎶"
_NOTE = re.compile(f"[{_NOTES}]")
_SUNG_START = re.compile(rf"^[\s{TURN}]*(?:[-–—]\s*)?(?:[{_NOTES}]|#+\s)")
_SUNG_STOP = re.compile(rf"(?:[{_NOTES}]|\s#+)\s*$")
_NEW_SPEAKER = re.compile(rf"^\s*(?:[-–—]|{TURN})")
_BETWEEN = re.compile(rf"[{_NOTES}][^{_NOTES}\n]*[{_NOTES}]?")

_SQUARE = re.compile(r"[\[【［][^\[\]【】［］]{0,300}[\]】］]")
_UNCLOSED = re.compile(r"[\[【［][^\n]*")
_ROUND = re.compile(r"[(（][^()（）]{0,300}[)）]")
_STARS = re.compile(r"(?<![\w*＊])[*＊]+([^*＊]{1,300})[*＊]+(?![\w*＊])")
_SOUND = re.compile(
    r"(?:\w+ly )?(?:applau|barks?\b|beep|chuckl|clears? (?:\w+ )?throat|cheer|chatter|cough|"
    r"cr(?:y|ies)|exhal|gasp|giggl|groan|grunt|growl|gulp|hum(?:s|ming)\b|inhal|knock|laugh|moan|"
    r"mumbl|mutter|pant(?:s|ing)\b|paus|sigh|scoff|scream|shout|sing(?:s|ing)\b|sneez|sniff|snor|"
    r"sob|speak|stammer|stutter|thud|whimper|whisper|whistl|yawn|yell|music|silence|no audio|"
    r"inaudible|indistinct)",
    re.IGNORECASE,
)
_GAP = re.compile(r"(?<=\w) +(?=[,;…]|\.(?!\d))")
_SAID = re.compile(r"[.!?…。！？]['\"”’»]?\s*\)?$")


def music(text: str) -> str:
    """No sung lines: from a ♪, or a # that is set apart, to the next one or to another speaker."""
    if "#" not in text and not _NOTE.search(text):
        return text
    kept = []
    sung = False
    for line in text.split("\n"):
        if _SUNG_START.match(line):
            sung = not _SUNG_STOP.search(line[2:])
        elif sung and not _NEW_SPEAKER.match(line):
            sung = not _SUNG_STOP.search(line)
        elif _SUNG_STOP.search(line) and not _NOTE.search(line[:-2]):
            sung = False
        else:
            sung = False
            kept.append(_BETWEEN.sub(" ", line))
    return "\n".join(kept)


def hearing_cues(text: str) -> str:
    """No `[door slams]`, `(sighs)` or `*laughs*`; brackets that a speaker says are kept.

    A name in brackets at the start of a line, `[Mary]`, begins a speaker.
    """
    heard = text
    if "*" in text or "＊" in text:
        text = _STARS.sub(_without_stars, text)
    if "[" in text or "【" in text or "［" in text:
        text = until_same(_UNCLOSED, _bracketed(_SQUARE, text, always=True))
    if "(" in text or "（" in text:
        text = _bracketed(_ROUND, text, always=False)
    return text if text == heard else _GAP.sub("", text)


def _without_stars(match: re.Match[str]) -> str:
    inside = match[1].strip()
    said = _SAID.search(inside) or not inside.islower() or len(inside.split()) == 1
    return inside if said and not _SOUND.match(inside) else " "


def _bracketed(pattern: re.Pattern[str], text: str, always: bool) -> str:
    """The text without what stands in brackets, `always` or where it is not said."""

    def without(match: re.Match[str]) -> str:
        before, after = text[: match.start()], text[match.end() :]
        line = before[before.rfind("\n") + 1 :].strip(f" -–—{TURN}\"'“")
        inside = match[0][1:-1].strip(": )）]】］").replace("\n", " ")
        if not always and not _is_sound(inside, line, before.strip(), after):
            return match[0]
        return TURN if not line and _is_name(inside, after) else " "

    while (shorter := pattern.sub(without, text)) != text:
        text = shorter
    return text


def _is_sound(inside: str, line: str, before: str, after: str) -> bool:
    """Whether round brackets hold a sound, a name or a direction, not a part of the sentence."""
    if not any(sign.isalnum() for sign in inside) or inside.isupper() or _SOUND.match(inside):
        return True
    whole_line = not line and (not after.strip(" ") or after.startswith("\n"))
    if _SAID.search(inside) and " " in inside:
        return False
    return whole_line or not before


def _is_name(inside: str, after: str) -> bool:
    """Whether a bracket at the start of a line names who speaks next."""
    follows = after.lstrip(" \n\"'“¿¡")[:1]
    return bool(follows) and not inside[:1].islower() and not follows.islower()
