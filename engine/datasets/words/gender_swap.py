"""A typed sentence with its gender words swapped, by the bundled pairs and a rule for pronouns."""

from __future__ import annotations

import re
from functools import cache

from engine.datasets.words.association_tests import bundled_lists
from engine.datasets.words.contexts import Found, WordFinder
from engine.datasets.words.counterparts import replaced
from engine.mask_token import MASK

# Before one of these, `her` and `his` have no noun of their own: `I saw her in the street`.
_NO_NOUN = frozenset(
    "a about after again all also always am an and are around as at away back because before but "
    "by can could did do does during for from go had has have he here how if in into is it just "
    "may might must never not now of off on once or our out over she should since so soon than "
    "that the then there they this through to today together too tomorrow until up was we were "
    "what when where while who will with without would yesterday you".split()
)
_NEXT = re.compile(r"\s+(\w+)")
_PRONOUNS = {"him": "her", "hers": "his"}


def swap_gender_words(text: str) -> str | None:
    """A sentence with every gender word replaced by its counterpart.

    `her` becomes `his` before a word or mask that can be its noun, else `him`; `his` becomes
    `her` there, else `hers`. The rule looks at the next word only and knows no syntax: `I made
    her happy` becomes `I made his happy`.

    Returns:
        The sentence, capitals kept, `a` or `an` before a swapped word made to fit; None where
        it holds no word with a known counterpart.
    """
    found = _finder().find(text)
    return replaced(text, [(one, _counter(one, text)) for one in found]) if found else None


def _counter(one: Found, text: str) -> str:
    if one.word in ("her", "his"):
        owned = _before_noun(text[one.stop :])
        return {"her": ("him", "his"), "his": ("hers", "her")}[one.word][owned]
    return _partners()[one.word]


def _before_noun(rest: str) -> bool:
    """Whether what follows a pronoun can be the noun that it belongs to."""
    if MASK.match(rest.lstrip()):
        return True
    following = _NEXT.match(rest)
    return following is not None and following[1].casefold() not in _NO_NOUN


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
