"""English sentences that are false, or contradict a name, once they are swapped by gender."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from engine.curation.counterparts.counted import named_gender, phrases, word_class
from engine.curation.counterparts.proposal import Refusal, Swap, refusal
from engine.curation.keywords.group import Hit
from engine.curation.keywords.lists import WordLists
from engine.words.contexts import word_parts

PRONOUNS = {
    **dict.fromkeys(("she", "her", "hers", "herself"), "women"),
    **dict.fromkeys(("he", "him", "his", "himself"), "men"),
}
# `Thanks, John,` and `Mary, tell her` speak to somebody; `John, who lost his job` does not.
_ADDRESS = re.compile(r"\s*,(?!\s*(?:who|whose|whom)\b)", re.IGNORECASE)
_APPOSITION = re.compile(r"\.?\s+(?:(?:named|called)\s+)?", re.IGNORECASE)  # `his wife Mary`
_PREDICATE = re.compile(  # `Mary is a good girl`
    r"\s+(?:is|was|isn't|wasn't|became|has been|will be)\s+(?:\w+\s+){0,3}", re.IGNORECASE
)


def false_swap(
    text: str, swaps: Sequence[Swap], alone: Sequence[Hit], lists: WordLists
) -> Refusal | None:
    """Why a sentence should not be swapped by gender; None where nothing speaks against it.

    Args:
        swaps: of words of gender.
        alone: keywords without counterpart; a group says `one_gender = true` where beside one of
            its words the counterpart is false.
    """
    for hit in alone:
        if any(lists.group(entry).extra.get("one_gender") for entry in hit.entries):
            return refusal("one-gender", text[hit.start : hit.stop])
    if said := _of_one_gender().search(text.replace("’", "'")):
        return refusal("one-gender", text[said.start() : said.end()])
    for name, start, stop in _names(text):
        if any(_contradicts(text, swap, name, start, stop) for swap in swaps):
            return refusal("name", name)
    return None


@cache
def _of_one_gender() -> re.Pattern[str]:
    said = "|".join(map(re.escape, phrases("of_one_gender")))
    return re.compile(rf"\b(?:{said})\b", re.IGNORECASE)


def _names(text: str) -> Iterator[tuple[str, int, int]]:
    """First names that show a gender, with their characters."""
    for _, start, stop in word_parts(text):
        name = text[start:stop]
        if named_gender(name):
            yield name, start, stop


def _contradicts(text: str, swap: Swap, name: str, start: int, stop: int) -> bool:
    """Whether a swapped word is of a name's gender and may be said of who bears it."""
    old = swap.old.casefold()
    if old in PRONOUNS:
        about = stop <= swap.start and _ADDRESS.match(text, stop) is None
        return about and PRONOUNS[old] == named_gender(name)
    if old not in word_class(f"nouns_of_{named_gender(name)}"):
        return False
    before, after = text[swap.stop : start], text[stop : swap.start]
    return bool(_APPOSITION.fullmatch(before) or _PREDICATE.fullmatch(after))
