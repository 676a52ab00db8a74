"""Counterparts of English pronouns."""

from __future__ import annotations

from engine.curation.counterparts.proposal import Swap
from engine.curation.counterparts.spelling import like
from engine.words.pronouns.her import read_her
from engine.words.pronouns.his import read_his

_FIXED = {
    "he": "she",
    "she": "he",
    "him": "her",
    "hers": "his",
    "himself": "herself",
    "herself": "himself",
}
_OWNED = {"her": ("his", "him"), "his": ("her", "hers")}


def pronoun_swap(text: str, start: int, stop: int) -> Swap | None:
    """The swap of a pronoun, or None where there is no rule for the word.

    Returns:
        With both readings as choices where the sentence allows both.
    """
    old = text[start:stop]
    word = old.casefold()
    choices: tuple[str, ...]
    if word in _FIXED:
        choices, rule = (_FIXED[word],), f"{word} → {_FIXED[word]}"
    elif word in _OWNED:
        reading = (read_her if word == "her" else read_his)(text, start)
        owner, other = _OWNED[word]
        ordered = (owner, other) if reading.owns else (other, owner)
        choices = ordered if not reading.sure else ordered[:1]
        rule = f"{word} → {ordered[0]} {reading.why}"
    else:
        return None
    cased = tuple(like(choice, old, word, False) for choice in choices)
    return Swap(start, stop, old, cased[0], cased, rule)
