"""A typed sentence with its gender words swapped, by the bundled pairs and a rule for pronouns."""

from __future__ import annotations

from functools import cache

from engine.words.association_tests import bundled_lists
from engine.words.contexts import Found, WordFinder
from engine.words.counterparts import replaced
from engine.words.pronouns.her import read_her
from engine.words.pronouns.his import read_his

_PRONOUNS = {"him": "her", "hers": "his"}


def swap_gender_words(text: str) -> str | None:
    """A sentence with every gender word replaced by its counterpart.

    `her` becomes `his` or `him`, and `his` becomes `her` or `hers`, by the words around them.

    Returns:
        The sentence, capitals kept, `a` or `an` before a swapped word made to fit; None where
        it holds no word with a known counterpart.
    """
    found = _finder().find(text)
    return replaced(text, [(one, _counter(one, text)) for one in found]) if found else None


def _counter(one: Found, text: str) -> str:
    if one.word == "her":
        return "his" if read_her(text, one.start).owns else "him"
    if one.word == "his":
        return "her" if read_his(text, one.start).owns else "hers"
    return _partners()[one.word]


@cache
def _partners() -> dict[str, str]:
    partner: dict[str, str] = {}
    for one, other in bundled_lists("gender").pairs:
        partner.setdefault(one, other)
        partner.setdefault(other, one)
    return partner | _PRONOUNS


@cache
def _finder() -> WordFinder:
    return WordFinder((*_partners(), "her", "his"))
