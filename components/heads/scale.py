"""How large the effect size of the Heads page is, and which of its two answers is tested."""

from __future__ import annotations

from collections.abc import Sequence

from components.frame.present.numbers import number
from components.heads.claim import targets_text
from engine.measures.seat.scale import CONVENTION_TEXT, SOURCE, size_by_convention
from engine.measures.seat.value import SeatValue
from engine.statistics import LEVEL


def said(tested: Sequence[SeatValue], reach: float | None, with_sentence: bool) -> str:
    """What is said below both answers (markdown); empty where a d is undefined.

    Args:
        tested: values of the measure `seat` that the claim is about, before and after.
        reach: of the last of them, see `of_effects`.
        with_sentence: whether the page has an answer for the user's sentence, too.
    """
    effects = [value["effect_size"] for value in tested]
    known = [effect for effect in effects if effect is not None]
    if reach is None or len(known) < len(effects):
        return ""
    p = tested[-1]["p_value"]
    size = of_effects(known, reach, p is not None and p < LEVEL)
    return f"{size}  \n{which_counts(tested[-1])}" if with_sentence else size


def of_effects(effects: Sequence[float], reach: float, clear: bool) -> str:
    """How large an effect size is by convention, and what chance alone would give (markdown).

    Args:
        effects: d, or d before and after heads are switched off.
        reach: |d| that 95% of random splits of the same words do not exceed, of the last of them.
        clear: whether the last of them is significant.
    """
    last = effects[-1]
    size = f", so {_sized(effects)}" if clear else ""
    chance = "" if clear or abs(last) > reach else f", so {number(last, '+.2f')} may be chance"
    return (
        f"**Convention for d:** {CONVENTION_TEXT} ({SOURCE}){size}; chance gives up to "
        f"±{number(reach, '.2f')} (95% of random splits){chance}."
    )


def _sized(effects: Sequence[float]) -> str:
    """What the convention calls each effect size."""
    sizes = [size_by_convention(effect) for effect in effects]
    if len(effects) == 1:
        return f"{number(effects[0], '+.2f')} is {sizes[0]}"
    return f"both are {sizes[0]}" if len({*sizes}) == 1 else f"{sizes[0]} before, {sizes[1]} now"


def which_counts(seat: SeatValue) -> str:
    """Which of the two answers of the page is tested (markdown).

    Args:
        seat: value of the measure `seat` that the claim is about.
    """
    interval = ", with an interval" if seat["interval"] else ""
    return (
        f"**Which counts?** The claim, tested on {targets_text(seat)}{interval}. Your sentence is "
        "one example, without a test."
    )
