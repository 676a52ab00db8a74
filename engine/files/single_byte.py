"""Which encoding of one byte a letter a file has that is not UTF-8, as far as its letters tell.

Nothing in such a file names its encoding, and each of them gives some letters. A wrong one puts
capitals and signs into words, or gives words that there are not. Where neither shows, Windows-1252
is the commonest.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import islice

WINDOWS, MAC, CENTRAL, TURKISH, BALTIC = "cp1252", "mac_roman", "cp1250", "cp1254", "cp1257"
NAMES = {
    WINDOWS: "Windows-1252",
    MAC: "Mac-Roman",
    CENTRAL: "Windows-1250",
    TURKISH: "Windows-1254",
    BALTIC: "Windows-1257",
}

_MOST = 20_000  # bytes beyond ASCII that are looked at
_MOST_WORDS = 300  # different ones that are looked up
_CLEARLY = 3  # times as many faults as another encoding has
ESCAPED = re.compile("[\udc80-\udcff]")  # a byte as `surrogateescape` keeps it
_FOREIGN = re.compile("[\u0250-\u07ff]")  # letters of two bytes in UTF-8 that are not Latin

_NEVER_LAST = frozenset("œŒ")  # letters that another one always follows
# No letter of a word in any language that is written in these encodings, alone or beside others.
_NEVER = frozenset("ƒﬁﬂˆ˜˙˚˝˛ˇ¯◊\uf8ff\ufffd")
_OPENING = frozenset("“‘«„‚¿¡‹(")
_WITHIN = frozenset("’´·–—…\u00ad")  # signs that may stand between letters
_NOT_BEHIND = frozenset("†‡‰·")  # signs that no letter is followed by, unless another one follows


def page_of(escaped: str) -> str:
    """The encoding of the bytes of a text that are not UTF-8.

    Args:
        escaped: decoded with `surrogateescape`.

    Returns:
        As Python names it: Windows-1252 unless the text shows another one.
    """
    places = [match.start() for match in islice(ESCAPED.finditer(escaped), _MOST)]
    faults = {page: _faults(escaped, places, page) for page in (WINDOWS, MAC, CENTRAL)}
    best = min(faults, key=lambda page: faults[page])
    if faults[best] * _CLEARLY <= faults[WINDOWS] and faults[WINDOWS]:
        return best
    return by_words(escaped) or WINDOWS


def in_page(escaped: str, page: str) -> str:
    """A text whose escaped bytes are letters of an encoding.

    What means nothing there becomes the replacement character.
    """
    return escaped.translate(_letters(page))


def letters_in(escaped: str, page: str) -> list[str]:
    """The letters and signs that escaped bytes are in an encoding, each once, as they come."""
    found = dict.fromkeys(islice(ESCAPED.findall(escaped), _MOST))
    return [in_page(byte, page) for byte in found]


def all_escaped(escaped: str) -> str:
    """A text with the bytes escaped that happen to be UTF-8 of a letter of another script.

    A quotation mark and an accented letter in a row may be an Armenian letter in UTF-8.
    """
    if len(_FOREIGN.findall(escaped)) > len(ESCAPED.findall(escaped)):
        return escaped
    return _FOREIGN.sub(
        lambda letter: "".join(chr(0xDC00 + byte) for byte in letter[0].encode()), escaped
    )


@cache
def _letters(page: str) -> dict[int, str]:
    return {
        0xDC00 + byte: bytes([byte]).decode(page, errors="replace") for byte in range(0x80, 0x100)
    }


def _faults(escaped: str, places: list[int], page: str) -> int:
    """How many bytes give a sign or a capital where a word has none."""
    text = in_page(f" {escaped} ", page)
    return sum(_is_odd(text[place + 1], text[place], text[place + 2]) for place in places)


def _is_odd(sign: str, before: str, after: str) -> bool:
    """Whether a sign is none of those that are written between its neighbours."""
    if sign in _NEVER or (not sign.isprintable() and sign != "\xa0"):
        return True
    if sign.isalpha():
        within = before.isalpha() and before.islower() and sign.isupper()
        first = not before.isalpha() and sign.islower() and after.isupper()
        return within or first or (sign in _NEVER_LAST and not after.isalpha())
    if sign in _OPENING:
        return before.isalpha()
    if before.isalpha() and not after.isalpha():
        return sign in _NOT_BEHIND
    beside = before.isalpha() and after.isalpha()
    return beside and sign not in _WITHIN and not sign.isspace()


# --- words --------------------------------------------------------------------------------
# Bytes that are a letter in two encodings: which of them gives words that there are.

_WORD = re.compile("(?:[^\\W\\d_]|[\udc80-\udcff])+")
# Letters in two encodings, with encodings and languages that have them; that of Windows is last.
_BOTH = (
    ("[\udcd0\udcdd\udcde\udcf0\udcfd\udcfe]", ((TURKISH, "tr"), (BALTIC, "et"), (WINDOWS, "is"))),
    ("[\udc96\udc97\udc9a\udc9c\udc9e]", ((MAC, "es"), (MAC, "de"), (MAC, "sv"), (WINDOWS, "et"))),
)


def by_words(escaped: str) -> str | None:
    """The encoding that gives the most words of its language; None where none shows.

    Args:
        escaped: decoded with `surrogateescape`.
    """
    for letters, languages in _BOTH:
        words = _words(escaped, re.compile(letters))
        if not words:
            continue
        known = [(_known(words, *language), language[0]) for language in languages]
        (most, page), (windows, _) = max(known), known[-1]
        if most > windows:
            return page
    return None


def _words(escaped: str, letters: re.Pattern[str]) -> list[str]:
    found: dict[str, None] = {}
    for word in _WORD.finditer(escaped) if letters.search(escaped) else ():
        if letters.search(word[0]) and len(word[0]) > 1:
            found[word[0]] = None
        if len(found) == _MOST_WORDS:
            break
    return [*found]


def _known(words: list[str], page: str, language: str) -> int:
    from simplemma import is_known

    read = (_small(in_page(word, page), language) for word in words)
    return sum(is_known(word, lang=language) for word in read)


def _small(word: str, language: str) -> str:
    if language == "tr":  # where I and İ are capitals of two letters
        word = word.replace("I", "ı").replace("İ", "i")
    return word.lower()
