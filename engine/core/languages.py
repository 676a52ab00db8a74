"""Languages by their two-letter codes: names for people, and codes at the start of file names."""

from __future__ import annotations

import re
from pathlib import PurePath

UNKNOWN = "und"  # ISO 639: not determined

_NAMES = {
    "ar": "Arabic", "bg": "Bulgarian", "bn": "Bengali", "ca": "Catalan", "cs": "Czech",
    "da": "Danish", "de": "German", "el": "Greek", "en": "English", "es": "Spanish",
    "et": "Estonian", "eu": "Basque", "fa": "Persian", "fi": "Finnish", "fr": "French",
    "ga": "Irish", "gl": "Galician", "he": "Hebrew", "hi": "Hindi", "hr": "Croatian",
    "hu": "Hungarian", "id": "Indonesian", "is": "Icelandic", "it": "Italian", "ja": "Japanese",
    "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian", "mt": "Maltese", "nl": "Dutch",
    "no": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian",
    "sk": "Slovak", "sl": "Slovene", "sr": "Serbian", "sv": "Swedish", "sw": "Swahili",
    "ta": "Tamil", "te": "Telugu", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian",
    "ur": "Urdu", "vi": "Vietnamese", "zh": "Chinese",
    UNKNOWN: "language not named",
}  # fmt: skip

_CODE = re.compile(r"^([a-z]{2})(?=[_.\- ])|(?<=[_.\- ])([a-z]{2})(?=\.[a-z]+$)", re.IGNORECASE)


def language_name(code: str) -> str:
    """A language as people call it; a code that is not known stays as it is."""
    return _NAMES.get(code, code)


def language_in_name(file: str) -> str:
    """The language that a file's name begins or ends with, `en_answers.jsonl`; else unknown."""
    for match in _CODE.finditer(PurePath(file).name):
        code = (match[1] or match[2]).casefold()
        if code in _NAMES:
            return code
    return UNKNOWN
