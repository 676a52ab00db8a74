"""Odd texts: what people paste, what programs write, and what nobody would."""

from __future__ import annotations

from operator import mul

from hypothesis import strategies as st

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
_CONTROLS = [*map(chr, range(32)), "\x7f", *map(chr, range(0x80, 0xA0)), "\u2028", "\u2029"]
NAMES = (
    *("", " ", ".", "..", "/", "-", "--", "bundled", "bert-base-uncased", "owner/model@main"),
    *("a/b/c", "/dev/null", "/dev/zero", "/proc/self/mem", "/proc/self/environ", "~", "~nobody-x"),
    *("/etc/passwd", "con", "a:b", "models--a--b", "datasets/a", "@", "a@b@c", "a\\b", "[x]", "*"),
)
# Revisions of hub models that lead to other files.
_REVISIONS = (
    *("/dev/zero", "/dev/random", "/proc/self/environ", "/etc/passwd", "/", "//", ".", "..", "a/"),
    *("../../../../../../../dev/zero", "a/../../b", "main/.", "refs//main", "~/x"),
)

Texts = st.SearchStrategy[str]


def joined(parts: Texts, *between: str, least: int = 0, most: int = 4) -> Texts:
    """Several texts with the same one between them."""
    texts = st.lists(parts, min_size=least, max_size=most)
    return st.builds(str.join, st.sampled_from(between or ("",)), texts)


def _mixed(*parts: str) -> Texts:
    return joined(st.sampled_from(parts), least=1, most=20)


def _listed(*parts: str) -> Texts:
    return joined(st.sampled_from(parts), "", " ", ", ", least=1)


_PART = st.one_of(
    joined(st.sampled_from(_WORDS), " ", most=12),
    st.text(st.characters(exclude_categories=()), min_size=1, max_size=30),  # with half characters
    _mixed(*_CONTROLS, "\x1b[31m", "\x1b]0;x\x07", "\r\n", "a", " "),
    _mixed("\ud800", "\udfff", "\udcff", "\udc80", "\ud83d", "a", " ", "[MASK]"),
    _mixed(*_BIDI, *_JOINERS, *_COMBINING, "a", "שלום", "مرحبا", "👩‍🔬", "ﬁ", "İ", "ß"),
    st.builds(
        mul,
        st.sampled_from(
            ("a", "a ", "[MASK] ", "é", "\u0301", "(", "1-1,", "\n", "漢", "👩‍🔬", "\0")
        ),
        st.sampled_from((200, 1000, 20_000)),
    ),
    *(
        _listed(*parts)
        for parts in (_SPECIAL, _MARKUP, _FORMULAS, _NUMBERS, tuple(_PIECES.split(" ")))
    ),
)
# A mask at the end of some, so that many are answered, and not refused for want of one.
ODD_TEXT = st.builds(
    str.__add__, joined(_PART, least=1, most=3), st.sampled_from(("", "", "", " [MASK]."))
)
ODD_NUMBER = st.one_of(*[st.sampled_from(_NUMBERS)] * 4, ODD_TEXT)
_HEAD = st.builds(
    "{}{}{}".format,
    st.sampled_from((0, 1, 2, 3, 99, 10**9)),
    st.sampled_from("-–−_ "),
    st.sampled_from((0, 1, 2, 999)),
)
ODD_HEADS = joined(st.one_of(_HEAD, _HEAD, ODD_TEXT), ",", ", ", ";", " ", "\n", ",,")


def odd_names(*names: str) -> Texts:
    """What is written where the name of a model, a set or a file belongs.

    Args:
        names: real ones, given as they are or altered.
    """
    known = st.sampled_from((*names, *NAMES))
    ends = st.sampled_from(("/", "//", "/..", "@main", "@", "\0", " ", "%00", "\n"))
    starts = st.sampled_from(("./", "../", "~", "~x/", "file://", "https://", "/"))
    return st.one_of(
        known,
        st.builds(str.__add__, known, ends),
        st.builds(str.__add__, starts, known),
        known.map(str.upper),
        st.sampled_from(_REVISIONS).map("no-such-model@{}".format),
        ODD_TEXT,
        st.builds(mul, st.sampled_from("an/é"), st.sampled_from((256, 5000))),
    )
