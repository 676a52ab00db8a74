"""The text of a subtitle file, whatever encoding it is in."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from engine.core.errors import InputTextError
from engine.core.languages import language_name
from engine.core.wording import counted
from engine.files.single_byte import by_words

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 2**14  # bytes that are looked at
_STRAYS = 20  # UTF-8 letters for each byte that is none, at least, in a damaged UTF-8 file
_LEAST = 0.5  # of the letters outside ASCII are the language's own, or the guess is a doubtful one

_OUTSIDE_ASCII = re.compile(r"[^\x00-\x7f]")
# Signs that subtitles in any language hold.
_SIGNS = re.compile("[‘’“”„«»–—…♪°£€½¿¡\u00a0\u00ad。，！？、「」：；（）～]")
# What a wrong encoding makes of letters: capitals within words, accents on every letter.
_CAPITAL_INSIDE = re.compile("(?<=[a-zà-ÿа-яα-ω])[À-ÞА-ЯΑ-Ω]")
_ALL_ACCENTS = re.compile("[À-ɏ]{4,}")
_OTHER_LINES = re.compile(rb"(?m)^[\x00-\x7f]*$\n?")


def decode(data: bytes, language: str) -> tuple[str, str, tuple[str, ...]]:
    """Decode the bytes of a subtitle file.

    Args:
        language: two-letter code; of encodings that fit, the one that gives its letters is taken.

    Returns:
        (text, encoding as Python names it, notes for the user where it was guessed).

    Raises:
        InputTextError: if the bytes are no text; the sentence goes on after the file's name.
    """
    for mark, marked in _MARKS:
        if data.startswith(mark):
            return _wide(data, marked) if marked != "utf-8-sig" else _utf8(data, language)
    if b"\0" in data:
        return _wide(data, _unmarked(data))
    return _utf8(data, language)


def _utf8(data: bytes, language: str) -> tuple[str, str, tuple[str, ...]]:
    try:
        return data.decode("utf-8-sig"), "utf-8", ()
    except UnicodeDecodeError:
        text = data.decode("utf-8-sig", errors="replace")
    strays = text.count("\ufffd")
    if len(_OUTSIDE_ASCII.findall(text)) - strays >= _STRAYS * strays:
        note = f"{counted(strays, 'letter')} could not be read: the file is damaged UTF-8."
        return text, "utf-8", (note,)
    return _guessed(data, language)


def _wide(data: bytes, encoding: str) -> tuple[str, str, tuple[str, ...]]:
    unit = 4 if encoding.startswith("utf-32") else 2
    whole = data[: len(data) // unit * unit]
    notes = () if len(whole) == len(data) else ("The file breaks off within its last letter.",)
    try:
        return whole.decode(encoding), encoding, notes
    except UnicodeError:
        raise InputTextError(
            f"begins as {encoding.upper()} text but does not go on so; save it as UTF-8."
        ) from None


def _unmarked(data: bytes) -> str:
    """UTF-16 or UTF-32 without a mark: numbers and spaces have their zeros always on one side."""
    sample = data[:_SAMPLE]
    zeros = [sample[place::4].count(0) / max(1, len(sample) // 4) for place in range(4)]
    if zeros[2] > 0.9 and zeros[3] > 0.9 and zeros[0] < 0.1:
        return "utf-32-le"
    if zeros[0] > 0.9 and zeros[1] > 0.9 and zeros[3] < 0.1:
        return "utf-32-be"
    even, odd = (zeros[0] + zeros[2]) / 2, (zeros[1] + zeros[3]) / 2
    if odd > 0.2 and even < 0.02:
        return "utf-16-le"
    if even > 0.2 and odd < 0.02:
        return "utf-16-be"
    raise InputTextError("holds zero bytes, so it is not text; give the subtitles as a text file.")


def _guessed(data: bytes, language: str) -> tuple[str, str, tuple[str, ...]]:
    sample = _OTHER_LINES.sub(b"", data.replace(b"\r", b"\n"))[:_SAMPLE]
    alphabet = alphabet_of(language)
    encoding = _fitting(data, sample, alphabet) if alphabet else None
    if encoding is None:
        encoding = by_words(sample.decode("utf-8", "surrogateescape"))
    if encoding is None or not _decodes(data, encoding):
        encoding = _likely(data, sample, GENERAL)
    if encoding is None:
        raise InputTextError(
            "is in an encoding that could not be recognised; save it as UTF-8 and give it again."
        )
    note = f"The file is not UTF-8; read as {encoding}. Look at letters with accents"
    if alphabet and _share(sample.decode(encoding, "replace"), alphabet) < _LEAST:
        note += f": they are not those of {language_name(language)}"
    return data.decode(encoding), encoding, (f"{note}.",)


def _fitting(data: bytes, sample: bytes, alphabet: Alphabet) -> str | None:
    """The encoding whose letters are the language's; None if none gives mostly such letters."""
    fits = {
        encoding: _fit(sample.decode(encoding, "replace"), alphabet)
        for encoding in alphabet.encodings
        if _decodes(data, encoding)
    }
    most = max(fits.values(), default=0.0)
    if most <= 0:
        return None
    best = [encoding for encoding, fit in fits.items() if fit == most]
    if len({sample.decode(encoding, "replace") for encoding in best}) == 1:
        return best[0]
    return _likely(data, sample, tuple(best)) or best[0]


def _fit(text: str, alphabet: Alphabet) -> float:
    """How much of a text beyond ASCII is the language's: small letters first, then capitals."""
    outside = "".join(_OUTSIDE_ASCII.findall(text))
    if not outside:
        return 0.0
    small = len(alphabet.letters.findall(outside))
    own = len(alphabet.letters.findall(outside.lower()))
    signs = len(_SIGNS.findall(outside))
    foreign = len(outside) - own - signs
    wrong = len(_CAPITAL_INSIDE.findall(text)) + len("".join(_ALL_ACCENTS.findall(text)))
    return (own + 0.5 * small + 0.5 * signs - foreign - 2 * wrong) / len(outside)


def _share(text: str, alphabet: Alphabet) -> float:
    outside = "".join(_OUTSIDE_ASCII.findall(text)).lower()
    own = len(alphabet.letters.findall(outside)) + len(_SIGNS.findall(outside))
    return own / max(1, len(outside))


def _likely(data: bytes, sample: bytes, encodings: tuple[str, ...]) -> str | None:
    """What charset-normalizer takes among these encodings."""
    from charset_normalizer import from_bytes

    found = from_bytes(sample, cp_isolation=list(encodings), enable_fallback=False).best()
    return found.encoding if found and _decodes(data, found.encoding) else None


def _decodes(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeError:
        return False
    return True


# --- encoded twice ------------------------------------------------------------------------
# UTF-8 that was read as Windows reads text, and written again: each letter became two or three.

_PAGES = ("latin_1", "cp1252", "cp1250", "cp1251", "cp1254", "cp1257")


def _letters(start: int, stop: int) -> str:
    """What bytes may be read as, for a set of a pattern."""
    read = {bytes([byte]).decode(page, "ignore") for page in _PAGES for byte in range(start, stop)}
    return re.escape("".join(sorted(read)))


# The first two bytes of a letter in UTF-8. Other text holds such signs too, so that ftfy decides.
_TWICE = re.compile(f"[{_letters(0xC2, 0xF5)}][{_letters(0x80, 0xC0)}]")


def repaired(text: str) -> tuple[str, tuple[str, ...]]:
    """Text that was encoded twice as it was meant.

    Returns:
        (text, notes for the user where something was repaired).

    Source: R. Speer, ftfy 6.3, `fix_encoding`.
    """
    if text.isascii() or not any(_is_twice(line) for line in text.split("\n")):
        return text, ()
    from ftfy import fix_encoding

    lines = fix_encoding(text).split("\n")  # all together, as one line may not be enough to tell
    lines = [fix_encoding(line) if _TWICE.search(line) else line for line in lines]
    changed = sum(line != old for line, old in zip(lines, text.split("\n"), strict=True))
    note = (
        "The file was encoded twice, as where “é” becomes “Ã©”: repaired in "
        f"{counted(changed, 'line')}."
    )
    return "\n".join(lines), (note,)


def _is_twice(line: str) -> bool:
    if line.isascii() or not _TWICE.search(line):
        return False
    from ftfy import fix_encoding

    return fix_encoding(line) != line


# --- alphabets ----------------------------------------------------------------------------
# Encodings in which a language's subtitles are found, and its letters beyond A to Z.


class Alphabet(NamedTuple):
    """How a language is written.

    Args:
        encodings: as Python names them, the commonest first.
        letters: matches a small letter of the language that is not in ASCII.
    """

    encodings: tuple[str, ...]
    letters: re.Pattern[str]


_WESTERN = "cp1252 latin_1 iso8859_15 mac_roman cp850 cp437"
_CENTRAL = "cp1250 iso8859_2 mac_latin2 cp852"
_BALTIC = "cp1257 iso8859_13 iso8859_4 iso8859_15 cp1252 latin_1 cp775"
_CYRILLIC = "cp1251 koi8_r iso8859_5 mac_cyrillic cp866"

_TABLE = {
    "en": ("cp1252 latin_1 mac_roman", "éèêëïöüàâçñ"),
    "et": ("cp1257 iso8859_15 cp1252 latin_1 iso8859_13 iso8859_4 mac_roman cp775", "õäöüšž"),
    "lv": (_BALTIC, "āčēģīķļņšūž"),
    "lt": (_BALTIC, "ąčęėįšųūž"),
    "de": (_WESTERN, "äöüß"),
    "fr": (_WESTERN, "àâæçéèêëîïôùûüÿœ"),
    "es": (_WESTERN, "áéíóúüñ¿¡"),
    "it": (_WESTERN, "àèéìíòóùú"),
    "pt": (_WESTERN, "áâãàçéêíóôõú"),
    "ca": (_WESTERN, "àçéèíïóòúü"),
    "nl": (_WESTERN, "éëïóöüè"),
    "sv": (_WESTERN, "åäöé"),
    "fi": (_WESTERN, "äöåšž"),
    "da": (_WESTERN, "æøåé"),
    "no": (_WESTERN, "æøåéòô"),
    "is": (_WESTERN, "áðéíóúýþæö"),
    "pl": (_CENTRAL, "ąćęłńóśźż"),
    "cs": (_CENTRAL, "áčďéěíňóřšťúůýž"),
    "sk": (_CENTRAL, "áäčďéíĺľňóôŕšťúýž"),
    "hu": (_CENTRAL, "áéíóöőúüű"),
    "hr": (_CENTRAL, "čćđšž"),
    "sl": (_CENTRAL, "čšž"),
    "ro": (f"{_CENTRAL} iso8859_16", "ăâîșțşţ"),
    "tr": ("cp1254 iso8859_9 mac_turkish cp857", "çğıöşüâî"),
    "ru": (_CYRILLIC, "а-яё"),
    "bg": (_CYRILLIC, "а-ъьюя"),
    "uk": ("cp1251 koi8_u iso8859_5 mac_cyrillic cp866", "а-щьюяєіїґ"),
    "sr": (f"cp1251 iso8859_5 {_CENTRAL}", "а-шђјљњћџčćđšž"),
    "el": ("cp1253 iso8859_7 mac_greek cp737", "α-ωάέήίόύώϊϋΐΰ"),
    "he": ("cp1255 iso8859_8 cp862", "א-ת"),
    "ar": ("cp1256 iso8859_6", "ء-ي"),
    "fa": ("cp1256", "ء-يپچژگک"),
    "th": ("cp874 tis_620", "ก-๛"),
    "zh": ("gb18030 big5", "一-鿿"),
    "ja": ("cp932 euc_jp", "ぁ-ヿ一-鿿"),
    "ko": ("cp949 euc_kr", "가-힣"),
    "vi": ("cp1258", "à-ỹăâđêôơư"),
}  # fmt: skip

GENERAL = tuple(
    "cp1252 cp1250 cp1251 cp1253 cp1254 cp1255 cp1256 cp1257 koi8_r cp874 gb18030 big5 cp932 "
    "cp949 latin_1".split()
)


def alphabet_of(language: str) -> Alphabet | None:
    """How a language is written, by its two-letter code; None for one that is not listed."""
    if language not in _TABLE:
        return None
    encodings, letters = _TABLE[language]
    return Alphabet(tuple(encodings.split()), re.compile(f"[{letters}]"))
