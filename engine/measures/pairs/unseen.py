"""What nobody sees of a sentence and a tokenizer may read: other spaces, joiners, code points.

Two sentences that look alike can be other tokens: a no-break or doubled space, a soft hyphen, a
mark of direction, a letter with its accent apart (NFD), a typographic quotation mark, a Cyrillic
letter in a Latin word. What writing itself asks for is no fault: joiners of Persian, Thai or emoji,
French spaces before `!`, marks of direction among Hebrew or Arabic letters, two spaces after a full
stop.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher

_ZWSP, _ZWNJ, _ZWJ = "\u200b", "\u200c", "\u200d"
_SELECTORS = "\ufe00-\ufe0f"
_TAGS = "\U000e0020-\U000e007f"  # spell out the flag of a region after a black flag
_BLACK_FLAG = "\U0001f3f4"
# Ignored in display, though Unicode does not call them format characters.
_IGNORED = re.compile(
    f"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\uffa0{_SELECTORS}]"
)
# Format characters that are drawn: signs above and before Arabic, Syriac and Kaithi numbers.
_DRAWN = re.compile("[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd]")
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_RIGHT_TO_LEFT = ("R", "AL")
# Words of these scripts have no space between them, and U+200B says where a line may end.
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
_LIGATURES = "ff fi fl ffi ffl st st"
# Letters to Unicode, but not seen, or drawn as several.
_ODD_LETTERS = re.compile("[\u115f\u1160\u3164\uffa0\ufb00-\ufb06]")
# Letters of other alphabets that are drawn as Latin ones.
_CYRILLIC = "АВЕЅІЈКМНОРСТУХԚԜасԁеһіјорԛѕԝху"
_GREEK = "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο"
_LIKE_LATIN = re.compile(f"[{_CYRILLIC}{_GREEK}]")
# Beside Latin letters in a word; other Greek letters stand there on purpose, as in `μm`.
_NOT_LATIN = re.compile(f"[\u0400-\u052f{_GREEK}]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_WORD = re.compile(r"\w+")
# Signs that look the same in most fonts, or are exchanged by what a text is typed with.
_ALIKE = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u02bc", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f", '"')
    | dict.fromkeys("\u2010\u2011", "-")
    | dict(zip("\ufb00\ufb01\ufb02\ufb03\ufb04\ufb05\ufb06", _LIGATURES.split(), strict=True))
)
_DOUBLED = re.compile(r"(?<=[^\s.!?:…\"'”’)\]])  +(?=\S)")
# No-break spaces stand by these, and by figures.
_BESIDE_NO_BREAK = re.compile(r"[!?:;%€«»\d]")
_NO_BREAK = "\u00a0\u202f"
# Letters, figures, plain spaces and punctuation: most sentences, read without a look at each sign.
_SIMPLE = re.compile(r"[\w !-~\u00a1-\u00bf\u2010-\u2027\u2030-\u205e]*")
_PIECE = re.compile(r"( *)(\w+|[^\w ])")
_IDEOGRAPHIC = "\u3000"


def seen(text: str) -> str:
    """A text as it is seen: composed, without unseen signs, with straight quotation marks.

    Returns:
        Its white space is as written.
    """
    if _simple(text):
        return text.translate(_ALIKE)
    composed = unicodedata.normalize("NFC", text)
    return "".join(sign for sign in composed if not _unseen(sign)).translate(_ALIKE)


def canonically_equal(sent_more: str, sent_less: str) -> bool:
    """Whether two sentences are the same text in Unicode's sense, but for spaces around them."""
    one, other = (unicodedata.normalize("NFC", text.strip()) for text in (sent_more, sent_less))
    return one == other


def holds_unseen(more: str, less: str) -> bool:
    """Whether two sentences hold, or differ in, what nobody sees and a model may read."""
    return _odd(more) or _odd(less) or _differ(*sorted((more, less)))  # whichever comes first


def _simple(text: str) -> bool:
    """Whether a text has nothing in it that needs a closer look, but for its spaces."""
    return (
        bool(_SIMPLE.fullmatch(text))
        and text.isprintable()
        and not _ODD_LETTERS.search(text)
        and unicodedata.is_normalized("NFC", text)
    )


def _unseen(sign: str) -> bool:
    category = unicodedata.category(sign)
    if category == "Cc":
        return not sign.isspace()
    return bool(_IGNORED.match(sign)) or (category == "Cf" and not _DRAWN.match(sign))


# --- one sentence -------------------------------------------------------------------------
# What is odd in a sentence by itself, whatever the other one holds.


def _odd(text: str) -> bool:
    inner = text.strip()  # spaces around a sentence are compared with those of the other
    if _DOUBLED.search(inner) or _decomposed(inner) or _of_other_alphabet(inner):
        return True
    return not _simple(inner) and any(
        _odd_space(inner, place) if sign.isspace() else _unseen(sign) and _odd_sign(inner, place)
        for place, sign in enumerate(inner)
    )


def _decomposed(text: str) -> bool:
    """Whether a letter stands apart from a mark that it has a code point with."""
    return len(unicodedata.normalize("NFC", text)) < len(text)


def _of_other_alphabet(text: str) -> bool:
    """Whether a word is of two alphabets, or one in a Latin sentence only looks Latin."""
    if text.isascii() or not _NOT_LATIN.search(text):
        return False
    latin = 2 * len(_LATIN.findall(text)) > sum(map(str.isalpha, text))
    return any(
        _LATIN.search(word) or (latin and not _LIKE_LATIN.sub("", word))
        for word in _WORD.findall(text)
        if _NOT_LATIN.search(word)
    )


def _odd_space(text: str, place: int) -> bool:
    sign, beside = text[place], text[place - 1 : place] + text[place + 1 : place + 2]
    if sign in _NO_BREAK:
        return not _BESIDE_NO_BREAK.search(beside)
    if sign == _IDEOGRAPHIC:
        return not any(unicodedata.east_asian_width(each) in "WF" for each in beside)
    return sign not in " \r\n"


def _odd_sign(text: str, place: int) -> bool:
    sign, before = text[place], text[place - 1 : place]
    if _DIRECTION.match(sign):
        return not any(unicodedata.bidirectional(each) in _RIGHT_TO_LEFT for each in text)
    if sign == _ZWSP:
        return not _UNSPACED.match(before)
    if sign in (_ZWNJ, _ZWJ):
        return not before or before.isspace() or _plain(before)
    if re.match(f"[{_SELECTORS}]", sign):
        return not before or before.isspace() or before.lower() != before.upper()
    return not (re.match(f"[{_TAGS}]", sign) and _BLACK_FLAG in text)


def _plain(sign: str) -> bool:
    """Whether nothing is joined to this sign: a cased letter, a figure or a punctuation mark."""
    return sign.lower() != sign.upper() or unicodedata.category(sign)[0] in "NP"


# --- two sentences ------------------------------------------------------------------------
# Words that both have are compared as they are written, and the spaces around all words.


@dataclass(frozen=True)
class _Piece:
    """A word or sign of a sentence.

    Args:
        before: what stands between it and the piece before.
        shown: as it is seen; empty for the end of the sentence.
        written: with what nobody sees.
    """

    before: str
    shown: str
    written: str

    @property
    def kind(self) -> str:
        """`word`, or the sign itself."""
        return "word" if _of_word(self.shown) else self.shown


def _differ(more: str, less: str) -> bool:
    if _around(more) != _around(less) or len(_DIRECTION.findall(more)) != len(
        _DIRECTION.findall(less)
    ):
        return True
    one, other = _pieces(more), _pieces(less)
    first, second = ([piece.shown for piece in pieces] for pieces in (one, other))
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    for name, start, stop, partner, end in matcher.get_opcodes():
        if start < stop and partner < end and _spaced_otherwise(one, start, other, partner):
            return True
        if name == "equal" and any(
            one[start + place].written != other[partner + place].written
            or (place and one[start + place].before != other[partner + place].before)
            for place in range(stop - start)
        ):
            return True
    return False


def _around(text: str) -> tuple[str, str]:
    """White space before and after a sentence."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _spaced_otherwise(one: list[_Piece], place: int, other: list[_Piece], partner: int) -> bool:
    """Whether the spaces between pieces of the same kinds differ."""
    kinds = [
        (pieces[index - 1].kind if index else None, pieces[index].kind)
        for pieces, index in ((one, place), (other, partner))
    ]
    return kinds[0] == kinds[1] and one[place].before != other[partner].before


def _pieces(text: str) -> list[_Piece]:
    """Words and signs in order, and the end of the sentence."""
    if _simple(text):
        # As it is seen, or a letter that is seen as an apostrophe would hold two words together.
        found = _PIECE.finditer(text.translate(_ALIKE))
        known = [_Piece(match[1], match[2], text[slice(*match.span(2))]) for match in found]
        return [*known, _Piece(text[len(text.rstrip(" ")) :], "", "")]
    pieces: list[_Piece] = []
    gap, word = "", ""
    for unit in _units(text):
        shown = seen(unit)
        if word and not _of_word(shown):
            pieces.append(_Piece(gap, seen(word), word))
            gap, word = "", ""
        if not shown.strip():
            gap += unit
        elif _of_word(shown):
            word += unit
        else:
            pieces.append(_Piece(gap, shown, unit))
            gap = ""
    if word:
        pieces.append(_Piece(gap, seen(word), word))
        gap = ""
    return [*pieces, _Piece(gap, "", "")]


def _units(text: str) -> list[str]:
    """Signs, each with the marks and unseen signs that follow it."""
    units: list[str] = []
    for sign in text:
        if units and (unicodedata.category(sign)[0] == "M" or _unseen(sign)):
            units[-1] += sign
        else:
            units.append(sign)
    return units


def _of_word(shown: str) -> bool:
    return shown[:1].isalnum() or shown[:1] == "_"
