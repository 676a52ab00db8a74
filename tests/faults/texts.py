"""Odd texts: what people paste, what programs write, and what nobody would."""

from __future__ import annotations

import random
from collections.abc import Callable

_WORDS = "she he the nurse said that was tired doctor women men [MASK] {group} {target} a b".split()
_SPECIAL = (
    *("[MASK]", "<mask>", "[CLS]", "[SEP]", "[PAD]", "[UNK]", "<s>", "</s>", "<pad>", "<unk>"),
    *("<|endoftext|>", "<extra_id_0>", "{group}", "{target}", "{", "}", "{}", "{0}", "%s", "%(a)s"),
)
_MARKUP = (
    *("<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))"),
    *("**bold**", "`code`", "$x^2$", ":red[x]", ":material/link:", "# title", "| a | b |", "[red]"),
    *("&lt;b&gt;", "</td>", "{{7*7}}", "${7*7}", "![](http://localhost/x)", "[/red]", "\\[/]"),
)
_FORMULAS = ("=1+1", "=cmd|'/c calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "'=1", "=HYPERLINK(1)")
_NUMBERS = (
    *("0", "-1", "1", "3", "1e400", "-1e400", "nan", "inf", "NaN", "-0.0", "1e-320", "0x10", "1_0"),
    *("9" * 20, "9" * 5000, "²", "٣", "½", "1,5", "1.5", " 7 ", "+2", "1e5", "--1", "00", "true"),
)
_BIDI = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
_JOINERS = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\ufe0f\U000e0041"
_COMBINING = "\u0300\u0301\u0316\u0327\u20dd\u0489"
_PIECES = (
    "b c d f g abc ab 1-1 2-1 1-2, 3-1 , ; - – − . .. / \\ : = ' \" ( ) ~ * ? ! @ # & | \u3000"
)

Maker = Callable[[random.Random], str]


def odd_text(draw: random.Random) -> str:
    """A text of any kind; most are short, a few are huge."""
    text = draw.choice(_MAKERS)(draw)
    for _ in range(draw.choice((0, 0, 1, 2))):
        other = draw.choice(_MAKERS)(draw)
        place = draw.randint(0, len(text))
        text = text[:place] + other + text[place:]
    if draw.random() < 0.25:  # so that many are answered, and not refused for want of a mask
        text += " [MASK]."
    return text


def odd_number(draw: random.Random) -> str:
    """What is written where a number belongs."""
    return draw.choice(_NUMBERS) if draw.random() < 0.8 else odd_text(draw)


def odd_heads(draw: random.Random) -> str:
    """What is written where masked heads belong."""
    parts = [
        f"{draw.choice((0, 1, 2, 3, 99, 10**9))}{draw.choice('-–−_ ')}{draw.choice((0, 1, 2, 999))}"
        if draw.random() < 0.7
        else odd_text(draw)
        for _ in range(draw.randint(0, 4))
    ]
    return draw.choice((",", ", ", ";", " ", "\n", ",,")).join(parts)


def odd_name(draw: random.Random, names: tuple[str, ...] = ()) -> str:
    """What is written where the name of a model, a set or a file belongs.

    Args:
        names: real ones, given as they are or altered.
    """
    known = draw.choice((*names, *_NAMES))
    ways: tuple[Maker, ...] = (
        lambda draw: known,
        lambda draw: known + draw.choice(("/", "//", "/..", "@main", "@", "\0", " ", "%00", "\n")),
        lambda draw: draw.choice(("./", "../", "~", "~x/", "file://", "https://", "/")) + known,
        lambda draw: known.upper(),
        lambda draw: f"no-such-model@{draw.choice(_REVISIONS)}",
        odd_text,
        lambda draw: draw.choice("an/é") * draw.choice((256, 5000)),
    )
    return draw.choice(ways)(draw)


_NAMES = (
    *("", " ", ".", "..", "/", "-", "--", "bundled", "bert-base-uncased", "owner/model@main"),
    *("a/b/c", "/dev/null", "/dev/zero", "/proc/self/mem", "/proc/self/environ", "~", "~nobody-x"),
    *("/etc/passwd", "con", "a:b", "models--a--b", "datasets/a", "@", "a@b@c", "a\\b", "[x]", "*"),
)
# Revisions of hub models that lead to other files.
_REVISIONS = (
    *("/dev/zero", "/dev/random", "/proc/self/environ", "/etc/passwd", "/", "//", ".", "..", "a/"),
    *("../../../../../../../dev/zero", "a/../../b", "main/.", "refs//main", "~/x"),
)


def _words(draw: random.Random) -> str:
    return " ".join(draw.choice(_WORDS) for _ in range(draw.randint(0, 12)))


def _characters(draw: random.Random) -> str:
    """Any code point, lone surrogates among them."""
    return "".join(chr(draw.randrange(0x110000)) for _ in range(draw.randint(1, 30)))


def _controls(draw: random.Random) -> str:
    signs = [*map(chr, range(32)), "\x7f", *map(chr, range(0x80, 0xA0)), "\u2028", "\u2029"]
    return _mixed(draw, [*signs, "\x1b[31m", "\x1b]0;x\x07", "\r\n", "a", " "])


def _surrogates(draw: random.Random) -> str:
    return _mixed(draw, ["\ud800", "\udfff", "\udcff", "\udc80", "\ud83d", "a", " ", "[MASK]"])


def _invisible(draw: random.Random) -> str:
    return _mixed(
        draw, [*_BIDI, *_JOINERS, *_COMBINING, "a", "שלום", "مرحبا", "👩‍🔬", "ﬁ", "İ", "ß"]
    )


def _mixed(draw: random.Random, parts: list[str]) -> str:
    return "".join(draw.choice(parts) for _ in range(draw.randint(1, 20)))


def _huge(draw: random.Random) -> str:
    part = draw.choice(("a", "a ", "[MASK] ", "é", "\u0301", "(", "1-1,", "\n", "漢", "👩‍🔬", "\0"))
    return part * draw.choice((200, 1000, 20_000))


def _listed(listed: tuple[str, ...]) -> Maker:
    def make(draw: random.Random) -> str:
        return draw.choice(("", " ", ", ")).join(draw.choices(listed, k=draw.randint(1, 4)))

    return make


_MAKERS: tuple[Maker, ...] = (
    *(_words, _words, _words, _characters, _controls, _surrogates, _invisible, _huge),
    *map(_listed, (_SPECIAL, _MARKUP, _FORMULAS, _NUMBERS, tuple(_PIECES.split(" ")))),
)
