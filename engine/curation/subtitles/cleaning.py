"""What a cue's speakers say: rules for markup, sounds, speakers and credits, in their order."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial

from engine.core.wording import counted
from engine.curation.subtitles.credits import credits_left_out
from engine.curation.subtitles.cues import CleanCue, Cue

# --- markup -------------------------------------------------------------------------------
# These rules remove what is written for players, not for people: tags, entities, signs unseen.

TURN = "\ue000"  # stands where another speaker begins; no text holds it, see `unseen`

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufffc"
    "\ufffd\ufff9-\ufffb\ud800-\uf8ff]+"
)
_VOICE = re.compile(r"<v(?:\.[^<>\s]*)?\s[^<>]*>", re.IGNORECASE)
_READING_AID = re.compile(r"<rt>[^<>]*</rt>", re.IGNORECASE)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][^<>]*>|< ?/? ?[bius] ?>|<\d[\d:.]*>", re.IGNORECASE)
_OVERRIDE = re.compile(r"\{[^{}]*\}")
_SPACES = re.compile(r"[^\S\n]+")
_BLANK = re.compile(r"[ \n]*\n[ \n]*")


def entities(text: str) -> str:
    """`&amp;` and `&#39;` as the signs they stand for, written twice or thrice included."""
    for _ in range(3):
        if "&" not in text:
            break
        text = html.unescape(text)
    return text


def unseen(text: str) -> str:
    """No signs that are not seen: of control and of direction, soft hyphens, halves of signs."""
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub("", text)


def tags(text: str) -> str:
    """No `<i>`, `<font …>` or `<00:01.000>`; a voice, `<v Mary>`, begins a speaker."""
    if "<" not in text:
        return text
    text = _READING_AID.sub("", _VOICE.sub(TURN, text))
    return until_same(_TAG, _BREAK.sub("\n", text))


def overrides(text: str) -> str:
    r"""No `{\an8}` or other braces, which players do not show; `\N` and `\h` as what they mean."""
    if "\\" in text:
        text = text.replace(r"\N", "\n").replace(r"\n", "\n").replace(r"\h", " ")
    return until_same(_OVERRIDE, text) if "{" in text else text


def spaces(text: str) -> str:
    """Every kind of space as one plain space, and no blank lines."""
    if "\n" not in text and "  " not in text and text.isascii() and text.isprintable():
        return text.strip()
    return _BLANK.sub("\n", _SPACES.sub(" ", text)).strip()


def until_same(pattern: re.Pattern[str], text: str) -> str:
    """The text without the pattern, also where taking it out makes another."""
    while (shorter := pattern.sub("", text)) != text:
        text = shorter
    return text


# --- sounds -------------------------------------------------------------------------------
# These rules remove what is heard but not said: music, and sounds written for the deaf.

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


# --- speakers -----------------------------------------------------------------------------
# These rules read who speaks: labels such as `JOHN:`, and dashes before each of two speakers.

_OFTEN = 3  # times that a name opens lines before it is taken for a speaker's

_OPENING = rf"(?m)^([\s{TURN}]*(?:[-–—‐‑−]+\s*|>>+\s*)?)"
# In capitals; a number may follow, as in `MAN #1:`.
_CAPITALS = re.compile(rf"{_OPENING}([^\W\d_][\w.'’#&/, -]{{0,38}}[\w.)])\s*[:：](?![\d/])\s*")
_NAME = re.compile(rf"{_OPENING}([^\W\d_][\w.'’-]*(?: [^\W_][\w.'’-]*){{0,2}})\s?[:：](?![\d/])\s*")
_LATER_NAME = re.compile(r"(?<=[.!?…\"”]) +([^\W\d_][\w.'’#&-]{1,38})\s?[:：](?![\d/])\s*")
_COLON = re.compile(rf"(?m)^([\s{TURN}]*)[:：]\s*")

_DASHES = "-–—‐‑−"
_DASH = re.compile(rf"(?m)^([ {TURN}]*)(?:[{_DASHES}]+(?!\d)|>>+)[ \t]*")
_SECOND = re.compile(rf"(?<=[.!?…。！？\"”»])\s+(?:[{_DASHES}]\s?|>>+\s?)(?=[^\W\d_]|[\"“«¿¡])")
_CARRIED_ON = re.compile(rf"^[{_DASHES}]{{2,}}\s*")


def speaker_names(texts: Iterable[str]) -> frozenset[str]:
    """Names before a colon that open lines of a film at least three times.

    In capitals they are taken for a label anyway; `Listen:` once or twice is speech.
    """
    found = Counter(
        match[2] for text in texts if ":" in text or "：" in text for match in _NAME.finditer(text)
    )
    return frozenset(name for name, number in found.items() if number >= _OFTEN)


def labels(text: str, names: frozenset[str] = frozenset()) -> str:
    """`JOHN: Yes.` as a new speaker who says `Yes.`; so with each of the film's `names`."""
    if ":" not in text and "：" not in text:
        return text

    def without(match: re.Match[str]) -> str:
        name = match[match.re.groups]
        capitals = name.isupper() and sum(sign.isalpha() for sign in name) > 1
        return TURN if capitals or name in names else match[0]

    for pattern in (_CAPITALS, _NAME, _LATER_NAME):
        while (shorter := pattern.sub(without, text)) != text:
            text = shorter
    return _COLON.sub(r"\1", text)


def dashes(text: str) -> str:
    """Each `- ` that opens a line as a new speaker, and the second one of `- Yes. - No.` too."""
    if not any(sign in text for sign in _DASHES) and ">>" not in text:
        return text
    text = _CARRIED_ON.sub("", text)
    opened = _DASH.match(text) is not None and not _goes_on(text, _DASH.match(text))

    def turned(match: re.Match[str]) -> str:
        return match[0] if _goes_on(text, match) and not opened else TURN

    text = _DASH.sub(turned, text)
    return _SECOND.sub(TURN, text) if opened else text


def _goes_on(text: str, match: re.Match[str] | None) -> bool:
    """Whether the words after a dash go on with the sentence: they begin with a small letter."""
    return match is not None and text[match.end() : match.end() + 1].islower()


# --- cleaning -----------------------------------------------------------------------------

CleaningRule = Callable[[str], str]

PLAYER_RULES: tuple[tuple[str, CleaningRule], ...] = (
    ("entities", entities),
    ("unseen signs", unseen),
    ("overrides", overrides),
    ("tags", tags),
    ("spaces", spaces),
)
SOUND_RULES: tuple[tuple[str, CleaningRule], ...] = (
    ("music", music),
    ("hearing cues", hearing_cues),
)
# Between these, `credits_left_out`: what it leaves out is counted.
SPEAKER_RULES: tuple[tuple[str, CleaningRule], ...] = (
    ("speaker labels", labels),
    ("dashes", dashes),
)
_ROLLING_GAP = 0.1  # seconds between cues that repeat each other's lines

_WRAPPED_WORD = re.compile(r"(?<=\w[-‐])\n(?=[^\W\d_A-Z])")
# Chinese and Japanese have no spaces where a line is wrapped.
_UNSPACED = "\u3000-\u30ff\u3400-\u9fff\uff00-\uffef"
_WRAPPED_UNSPACED = re.compile(rf"(?<=[{_UNSPACED}])\n(?=[{_UNSPACED}])")
_SPEECH = re.compile(r"[^\W_]")


def clean_cues(cues: Iterable[Cue], note: Callable[[str], None] | None = None) -> list[CleanCue]:
    """What is said in each cue, in order; cues in which nothing is said are left out.

    Args:
        note: called with a sentence on how many cues were left out as credits, if any were.
    """
    shown = without_repeats(
        cue._replace(text=text) for cue in cues if (text := apply_rules(PLAYER_RULES, cue.text))
    )
    names = speaker_names(cue.text for cue in shown)
    rules = tuple(
        (name, partial(labels, names=names) if rule is labels else rule)
        for name, rule in SPEAKER_RULES
    )
    clean = []
    speaker = ""
    credited = 0
    for cue in shown:
        heard = apply_rules(SOUND_RULES, cue.text)
        text = credits_left_out(heard)
        credited += text != heard
        said = turns(apply_rules(rules, text))
        if not said:
            continue
        if said[0] and cue.speaker and speaker and cue.speaker != speaker:
            said = ("", *said)
        speaker = cue.speaker
        clean.append(CleanCue(cue.start, cue.stop, said))
    if credited and note is not None:
        note(f"{counted(credited, 'cue')} with credits or an address left out.")
    return clean


def apply_rules(rules: Iterable[tuple[str, CleaningRule]], text: str) -> str:
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
