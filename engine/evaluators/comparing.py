"""How the word of a completion is compared with the words of a list."""

from __future__ import annotations

import string
import unicodedata

# Letters that lose nothing when accents are taken off, as they are written without them.
_LETTERS = str.maketrans(
    {"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u00b4`", "'"))
_AROUND = string.punctuation + "¡¿«»“”„‚…–—"
_PIECE = "##"


def plain_word(word: str) -> str:
    """A word as it is compared: lower case, no accents, one kind of apostrophe, single spaces."""
    straight = unicodedata.normalize("NFKC", word.translate(_APOSTROPHES))
    apart = unicodedata.normalize("NFKD", straight.casefold())
    letters = "".join(sign for sign in apart if not unicodedata.combining(sign))
    return " ".join(letters.translate(_LETTERS).split())


def forms(word: str) -> tuple[str, ...]:
    """What a completion may stand under in a list.

    Args:
        word: as the model gave it; a piece of a longer word keeps its `##` and so is no word.

    Returns:
        The plain word, and the same without the punctuation around it where that leaves
        something; nothing for white space.
    """
    plain = plain_word(word)
    bare = plain if plain.startswith(_PIECE) else plain.strip(_AROUND)
    return tuple(dict.fromkeys(form for form in (plain, bare) if form))


def singulars(word: str) -> tuple[str, ...]:
    """A plain word, and what it may be the plural of in English, the word itself first.

    A form that is no word does no harm, because it is on no list.
    """
    found = [word]
    if word.endswith("men") and len(word) > 4:
        found.append(f"{word[:-3]}man")
    if word.endswith("ves") and len(word) > 4:
        found += [f"{word[:-3]}f", f"{word[:-3]}fe"]
    if word.endswith("ies") and len(word) > 4:
        found.append(f"{word[:-3]}y")
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        found.append(word[:-1])
    if word.endswith(("ches", "shes", "sses", "xes", "oes")):
        found.append(word[:-2])
    return tuple(dict.fromkeys(found))


def lemmas(word: str) -> tuple[str, ...]:
    """A plain word, its singular, and the verb it may be a form of: -s, -ed or -ing."""
    found = [*singulars(word)]
    if word.endswith("ied") and len(word) > 5:
        found.append(f"{word[:-3]}y")
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2:
            found += [stem, f"{stem}e"]
            if stem[-1] == stem[-2]:
                found.append(stem[:-1])
    return tuple(dict.fromkeys(found))
