"""Which weighting is used where the user has chosen none, and what is said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.wording import interval_text, listed
from engine.measures.cabm.weighting import AUTOMATIC, EQUAL, FORESTS, NAMES, SHAP_RF
from engine.statistics import POWER, detectable_share

CHANCE = 0.5


@dataclass(frozen=True)
class WeightingRule:
    """The weighting that is used, and why.

    Args:
        name: the weighting; `automatic` where features that may be noise alone are left out, so
            that it is none of the others.
        asked: as it was chosen.
        reason: a sentence for the user.
        forest: `right` of `n` out of bag with the Wilson `interval`, where it decided.
        learned: how the features that are kept get their weights; never `automatic`.
    """

    name: str
    asked: str
    reason: str
    forest: Mapping[str, Any] | None = None
    learned: str = ""

    @property
    def from_lists(self) -> bool:
        """Whether a forest learned the weights from the lists of targets."""
        return (self.learned or self.name) in FORESTS


def as_asked(name: str) -> WeightingRule:
    """A weighting that the user asked for."""
    return WeightingRule(name, name, f"{NAMES[name]} was chosen.")


def by_forest(asked: str, forest: Mapping[str, Any]) -> WeightingRule:
    """SHAP and forest if the forest clearly tells the lists apart better than chance, else equal.

    Args:
        forest: `right` of `n` out of bag, with the Wilson `interval`.
    """
    said = _how_well(forest)
    if _beats_chance(forest):
        return WeightingRule(SHAP_RF, asked, f"{said}, so its weights are used.", forest)
    return WeightingRule(
        EQUAL,
        asked,
        f"{said} (the interval contains 50% or lies below{_least_share(forest['n'])}), so its "
        "weights are not used and all features weigh the same.",
        forest,
    )


def forest_in_words(forest: Mapping[str, Any]) -> str:
    """How well the forest that is explained tells the lists apart, as `by_forest` has it."""
    unknown = ": which feature separates the lists best is then not known"
    return f"{_how_well(forest)}{unknown * (not _beats_chance(forest))}."


def _beats_chance(forest: Mapping[str, Any]) -> bool:
    return bool(forest["interval"][0] > CHANCE)


def _how_well(forest: Mapping[str, Any]) -> str:
    return (
        f"The forest puts {forest['right']} of {forest['n']} occupations on their list, each by "
        f"trees that were trained without it ({forest['right'] / forest['n']:.0%}, "
        f"{interval_text(forest['interval'], '.0%')}), "
        f"{'' if _beats_chance(forest) else 'not '}clearly better than chance"
    )


def _least_share(size: int) -> str:
    """The smallest share on the correct list that so many occupations would show."""
    share = detectable_share(size)
    return "" if share is None else f"; {share:.0%} is detected with {POWER:.0%} power"


def without_forest(asked: str) -> WeightingRule:
    """Equal weights where no forest can be grown."""
    return WeightingRule(
        EQUAL,
        asked,
        "Without a forest that could learn the lists (two lists of at least four occupations, "
        "features that vary), all features weigh the same.",
    )


def as_in_the_thesis(asked: str) -> WeightingRule:
    """The thesis's own choice."""
    return WeightingRule(SHAP_RF, asked, "The thesis chooses SHAP + RF.")


def reliable(names: Sequence[str], in_doubt: Sequence[str]) -> tuple[str, ...]:
    """Features that get a weight automatically: those that are not in doubt; all, where all are.

    Args:
        names: of the features.
        in_doubt: those whose split-half reliability has an interval that contains 0.
    """
    return tuple(name for name in names if name not in in_doubt) or tuple(names)


def with_doubts(
    rule: WeightingRule, names: Sequence[str], in_doubt: Sequence[str]
) -> WeightingRule:
    """The rule with what was left out of it, or what could not be.

    Args:
        rule: for the features that are kept.
        names: of all features; in_doubt: see `reliable`.
    """
    if not in_doubt:
        return rule
    if len(in_doubt) == len(names):
        return replace(
            rule,
            reason=f"No feature clearly repeats between halves of its sentences or counts, so the "
            f"scores may be noise alone. {rule.reason}",
        )
    return replace(
        rule,
        name=AUTOMATIC,
        learned=rule.name,
        reason=f"{listed(in_doubt)} may be noise alone (the interval of the split-half reliability "
        f"contains 0) and {'gets' if len(in_doubt) == 1 else 'get'} no weight. {rule.reason}",
    )
