"""Which weighting is used where the user has chosen none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.core.wording import interval_text
from engine.measures.cabm.weighting import EQUAL, NAMES, SHAP_RF

CHANCE = 0.5


@dataclass(frozen=True)
class Rule:
    """The weighting that is used, and why.

    Args:
        name: the weighting; never `automatic`.
        asked: as it was chosen.
        reason: a sentence for the user.
        forest: `right` of `n` out of bag with the Wilson `interval`, where it decided.
    """

    name: str
    asked: str
    reason: str
    forest: Mapping[str, Any] | None = None


def chosen(name: str) -> Rule:
    """A weighting that the user asked for."""
    return Rule(name, name, f"{NAMES[name]} was chosen.")


def by_forest(asked: str, forest: Mapping[str, Any]) -> Rule:
    """SHAP and forest if the forest tells the lists apart better than chance, else equal.

    Args:
        forest: `right` of `n` out of bag, with the Wilson `interval`.
    """
    better = forest["interval"][0] > CHANCE
    told = (
        f"The forest puts {forest['right']} of {forest['n']} occupations on their list out of bag "
        f"({forest['right'] / forest['n']:.0%}, {interval_text(forest['interval'], '.0%')})"
    )
    if better:
        return Rule(SHAP_RF, asked, f"{told}, better than chance, so its weights are used.", forest)
    return Rule(
        EQUAL,
        asked,
        f"{told}, no better than chance, so its weights would mean little and all features weigh "
        "the same.",
        forest,
    )


def without_forest(asked: str) -> Rule:
    """Equal weights where no forest can be grown."""
    return Rule(
        EQUAL,
        asked,
        "Without a forest that could learn the lists (two lists of at least four occupations, "
        "features that vary), all features weigh the same.",
    )


def as_in_the_thesis(asked: str) -> Rule:
    """The thesis's own choice."""
    return Rule(SHAP_RF, asked, "The thesis chooses SHAP + RF.")
