"""What a reviewer should look at in an English counterpart."""

from __future__ import annotations

from collections.abc import Sequence

from engine.curation.counterparts.english_words import listed
from engine.curation.counterparts.proposal import Swap
from engine.curation.keywords.hit import Hit
from engine.curation.keywords.lists import WordLists
from engine.words.contexts import word_parts

_FEMALE = ("she", "her", "hers", "herself")
_MALE = ("he", "him", "his", "himself")


def notes_of(
    text: str, swaps: Sequence[Swap], alone: Sequence[Hit], lists: WordLists, gender: bool
) -> tuple[str, ...]:
    """Notes on a proposal, one sentence each.

    Args:
        alone: keywords that stay because they have no counterpart.
        gender: whether words of gender are swapped, so that a name may show the other one.
    """
    notes = [
        f"“{text[hit.start : hit.stop]}” stays: {lists.group(hit.entries[0]).alone}"
        for hit in alone
    ]
    names = [text[start:stop] for _, start, stop in word_parts(text)]
    named = [name for name in dict.fromkeys(names) if name in listed("first_names")]
    if named and gender:
        notes.append(f"The name {' and '.join(named)} stays and may show a gender.")
    words = {swap.old.casefold() for swap in swaps}
    if words & set(_FEMALE) and words & set(_MALE):
        notes.append("Words of both genders are swapped; check who is who.")
    notes += [
        f"“{swap.old}” can be read as “{swap.choices[0]}” or as “{swap.choices[1]}”."
        for swap in swaps
        if swap.old.casefold() in ("her", "his") and len(swap.choices) > 1
    ]
    return tuple(notes)
