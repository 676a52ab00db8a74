"""Which case an Estonian word is in where several are spelled alike: `vana mees`, `vana mehe`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cachetools import LRUCache, cached

from engine.curation.keywords.estonian import FORMS
from engine.curation.keywords.hit import Hit
from engine.curation.keywords.lists import WordLists

_WORD = re.compile(r"\w+(?:-\w+)*")
_NEXT = re.compile(r"\s+([\w-]+)")
TO_BE = frozenset(
    "on oli olen oled oleme olete olin olid olime olite ole olnud oleks pole polnud olla".split()
)
_DEGREE = frozenset("nii liiga väga ka juba ikka alles nagu küll päris üsna veel enam".split())
_NUMERAL = frozenset(
    "kaks kolm neli viis kuus seitse kaheksa üheksa kümme mitu palju vähe paar".split()
)
_JOINING = frozenset("ja ega või kui et aga".split())
_LIKE_GENITIVE = ("ter", "es", "ab", "kom")  # cases in which an adjective keeps the genitive


def likely_forms(text: str, hit: Hit, lists: WordLists) -> list[str]:
    """The forms a word can have here; all that it may have where nothing around it tells."""
    possible = sorted({entry.form for entry in hit.entries}, key=_place)
    if len(possible) == 1:
        return possible
    noun = _known_forms(lists).get(next_word(text, hit.stop), frozenset())
    agreeing = {_of_adjective(form) for form in noun}.intersection(possible)
    if agreeing:
        return sorted(agreeing, key=_place)
    before = words_before(text, hit.start)[-1:]
    if "sg_part" in possible and _NUMERAL.intersection(before):
        return ["sg_part"]
    if "sg_nom" in possible and (not before or TO_BE.intersection(before)):
        return ["sg_nom"]
    return possible


def next_word(text: str, stop: int) -> str:
    """The word after a place in the same clause; empty at its end, or before one that joins."""
    found = _NEXT.match(text, stop)
    word = found[1].casefold() if found else ""
    return "" if word in _JOINING else word


def words_before(text: str, start: int) -> Sequence[str]:
    """The words before a place, without those of degree that are next to it."""
    words = [match[0].casefold() for match in _WORD.finditer(text[:start])]
    while words and words[-1] in _DEGREE:
        words.pop()
    return words


def _place(form: str) -> int:
    return FORMS.index(form) if form in FORMS else len(FORMS)


def _of_adjective(noun: str) -> str:
    """The form of an adjective before a noun in a given form."""
    number, _, case = noun.partition("_")
    return f"{number}_gen" if case in _LIKE_GENITIVE else noun


@cached(LRUCache(4), key=lambda lists: lists.digest)
def _known_forms(lists: WordLists) -> dict[str, frozenset[str]]:
    """Spelling -> the forms it can be, over all nouns of the lists."""
    found: dict[str, set[str]] = {}
    for category in lists.categories.values():
        for group in category.groups:
            if group.alone or group.of_people:
                continue
            for row in group.rows:
                for form, spellings in zip(group.forms, row, strict=True):
                    for spelling in spellings:
                        found.setdefault(spelling.casefold(), set()).add(form)
    return {word: frozenset(forms) for word, forms in found.items()}
