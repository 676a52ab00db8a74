"""Encodings in which a language's subtitles are found, and its letters beyond A to Z."""

from __future__ import annotations

import re
from typing import NamedTuple


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
