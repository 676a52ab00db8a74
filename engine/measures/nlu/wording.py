"""What masking heads changes in understanding, as the screen and the command line say it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.wording import counted, figure_text, interval_text, p_equals
from engine.measures.nlu.predictions import MaskCost
from engine.statistics import LEVEL, POWER, detectable_difference

if TYPE_CHECKING:
    from engine.measures.nlu.cost import Cost


def masking_text(cost: Cost) -> str:
    """Whether masking clearly changes how well the texts are classified or scored.

    Returns:
        With the smallest change that would have been detected where it is not clear; empty where
        no head is masked.
    """
    if cost.change is None:
        return ""
    if isinstance(cost, MaskCost):
        return _accuracy_text(cost.change, cost.unmodified["n"])
    return _correlation_text(cost.change)


def _accuracy_text(change: Mapping[str, Any], texts: int) -> str:
    """By McNemar's test of the same texts."""
    points = f"{figure_text(100 * change['accuracy'], '+.1f')} points"
    interval = [100 * end for end in change["interval"]]
    figures = (
        f"{points}, {interval_text(interval, '+.1f')}; "
        f"{counted(change['lost'], 'correct answer')} lost, {change['gained']:,} gained; "
        f"McNemar's test, {p_equals(change['p'])}"
    )
    if change["p"] < LEVEL:
        how = "raises" if change["accuracy"] > 0 else "lowers"
        return f"Switching heads off clearly {how} accuracy ({figures})."
    of = f"With {counted(texts, 'text')}"
    least = (
        f"{of}, no change could be clear."
        if change["detectable"] is None
        else f"{of}, a change has to be at least {100 * change['detectable']:.1f} points to be "
        f"detected with {POWER:.0%} power; smaller ones are not ruled out."
    )
    return f"Switching heads off does not clearly change accuracy ({figures}). {least}"


def _correlation_text(change: Mapping[str, Any]) -> str:
    """By the interval over texts, of both models together."""
    if change["pearson"] is None:
        return "All scores are the same in one of the two models, so there is no correlation."
    moved, interval = figure_text(change["pearson"], "+.3f"), change["pearson_interval"]
    if interval is None:
        return (
            f"Of these texts, Pearson's correlation changes by {moved}; they are too few to say "
            "anything about others."
        )
    figures = f"{moved}, {interval_text(interval, '+.3f')}"
    if _excludes_zero(interval):
        how = "raises" if change["pearson"] > 0 else "lowers"
        return f"Switching heads off clearly {how} Pearson's correlation ({figures})."
    return (
        f"Switching heads off does not clearly change Pearson's correlation ({figures}). A change "
        f"has to be at least {detectable_difference(*interval):.3f} to be detected with "
        f"{POWER:.0%} power; smaller ones are not ruled out."
    )


def _excludes_zero(interval: Sequence[float]) -> bool:
    return not interval[0] <= 0 <= interval[1]
