"""Wording that many messages share: lists, counts, intervals."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Sequence
from string import ascii_uppercase

_FIRST, _LAST = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
_SMALLEST_P = 0.0001
_LETTER = re.compile(r"\w")
_ZERO = re.compile(r"[+-][0.,]+(?:e[+-]?\d+)?%?")  # how `format` writes it with a sign
_DECIMALS = re.compile(r"\.(?P<places>\d+)(?P<kind>[f%])$")
_NOISE = 1e-9  # of a last digit, which a product of floats may be off by
_NO_INTERVAL = "No interval of"  # how the sentence of `no_interval` begins


def isolated(word: str) -> str:
    """A word before a number or a sign; one that is written from the right stays there."""
    if any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in word):
        return f"{_FIRST}{word}{_LAST}"
    return word


def in_quotes(word: str) -> str:
    """A word or sentence in quotation marks, which also stand around one written from the right."""
    return f"“{isolated(word)}”"


def listed(names: Sequence[str], most: int = 8) -> str:
    """A list of names; those after the first `most` are only counted."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def in_a_row(names: Sequence[str], last: str = "and") -> str:
    """All names, a word before the last: `a`, `a and b`, `a, b and c`."""
    return f" {last} ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))


# Verbs of several things, and of one; that of one ends in `s` otherwise.
_ONE = {"are": "is", "were": "was", "have": "has", "go": "goes", "carry": "carries"}


def agreeing(number: int, verb: str) -> str:
    """The form of a verb that goes with a number of things: `prefers` for 1, `prefer` for others.

    Args:
        verb: of several things, as `are` or `prefer`.
    """
    return _ONE.get(verb, f"{verb}s") if number == 1 else verb


def counted(number: int, noun: str, verb: str = "") -> str:
    """A number of things: `1 pair`, `1,508 pairs`; with `are`, `1 pair is` and `2 pairs are`.

    Args:
        noun: of one thing; its plural ends in `s`, that of `category` in `ies`.
        verb: of several things, as `are` or `prefer`, which follows.
    """
    if number != 1:
        noun = f"{noun[:-1]}ies" if re.search("[^aeiou]y$", noun) else f"{noun}s"
    return f"{number:,} {noun} {agreeing(number, verb)}" if verb else f"{number:,} {noun}"


def part_of(number: int, total: int, noun: str, verb: str) -> str:
    """How many of several things do something: `1 of 300 pairs prefers`, `2 of 300 pairs prefer`.

    Args:
        noun: of one thing, as `counted` takes it.
        verb: of several things; the part decides its form, where there is more than one thing.
    """
    return f"{number:,} of {counted(total, noun)} {agreeing(1 if total == 1 else number, verb)}"


def figure_text(value: float, spec: str) -> str:
    """A figure as `spec` writes it; what is written as zero has no sign, `0.000` for -5e-17."""
    text = format(value, spec)
    return text[1:] if _ZERO.fullmatch(text) else text


def duration(seconds: float) -> str:
    """About how long something takes: `about 5 minutes`, `about 1.5 hours`, `about 3 days`."""
    for unit, size, most in (("minute", 60.0, 90), ("hour", 3600.0, 36), ("day", 86400.0, 10**9)):
        number = seconds / size
        if number < most:
            whole = round(number, 1 if number < 9.5 and unit != "minute" else None)
            shown = f"{max(1, whole):,.3g}" if whole < 10 else f"{whole:,.0f}"
            return f"about {shown} {unit}{'s' * (shown != '1')}"
    return "longer than can be said"


def short_duration(seconds: float) -> str:
    """As `duration`, also of less than a minute: `about 30 seconds`."""
    return f"about {max(10, round(seconds, -1)):.0f} seconds" if seconds < 55 else duration(seconds)


def interval_text(bounds: Sequence[float] | None, spec: str = "g") -> str:
    """A confidence interval, `95% CI [51, 60]`; empty where there is none."""
    return "" if bounds is None else f"95% CI {bounds_text(bounds, spec)}"


def bounds_text(bounds: Sequence[float] | None, spec: str = "g") -> str:
    """An interval below the heading `95% CI`, `[51, 60]`; empty where there is none."""
    if bounds is None:
        return ""
    low, high = end_texts(bounds, spec)
    return f"[{low}, {high}]"


def end_texts(bounds: Sequence[float], spec: str) -> tuple[str, str]:
    """The ends of an interval, each as `spec` writes it.

    Ends that differ and would be written alike are rounded outward, `0.0` and `0.1` for 0.006 and
    0.029: the interval keeps a width, and whatever is written for a figure in it lies in it.
    """
    low, high = bounds
    texts = figure_text(low, spec), figure_text(high, spec)
    decimals = _DECIMALS.search(spec)
    same = texts[0] == texts[1] and low != high
    if not same or decimals is None or not math.isfinite(high - low):
        return texts
    scale = 10.0 ** (int(decimals["places"]) + 2 * (decimals["kind"] == "%"))
    ends = math.floor(low * scale + _NOISE) / scale, math.ceil(high * scale - _NOISE) / scale
    return figure_text(ends[0], spec), figure_text(ends[1], spec)


def p_text(p: float | None, missing: str = "") -> str:
    """A p-value under a heading that names it, `0.0421`; what rounds to nothing is `< 0.0001`.

    Args:
        missing: what is written where there is no test.
    """
    if p is None:
        return missing
    return f"< {_SMALLEST_P}" if p < _SMALLEST_P else f"{p:.4f}"


def p_equals(p: float | None, missing: str = "") -> str:
    """A p-value in a sentence, `p = 0.0421` or `p < 0.0001`."""
    if p is None:
        return missing
    return f"p {p_text(p)}" if p < _SMALLEST_P else f"p = {p_text(p)}"


def no_interval(what: str, note: str) -> str:
    """Why a figure has no interval, one sentence.

    Args:
        what: the figure, as `the mean difference`.
        note: from `engine.statistics.interval_note`.
    """
    return f"{_NO_INTERVAL} {what}: {note}."


def no_interval_note(notes: Sequence[str]) -> str:
    """The note that `no_interval` has made, empty where none of the notes is it."""
    return next((note for note in notes if note.startswith(_NO_INTERVAL)), "")


def veiled(text: str) -> str:
    """The shape of a text without its letters, for words that offend."""
    return _LETTER.sub("•", text)


def tier_letter(tier: int | None) -> str:
    """A tier as a letter, `A` for the first; after `Z` comes `AA`; empty for None.

    Args:
        tier: from 1.
    """
    text, left = "", tier or 0
    while left:
        left, place = divmod(left - 1, len(ascii_uppercase))
        text = ascii_uppercase[place] + text
    return text
