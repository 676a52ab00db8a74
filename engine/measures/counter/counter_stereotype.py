"""The counter-stereotype experiment: does a head look more at "women" than at "men"?

In a sentence with one attribute word and one target stereotyped with it, the attribute is
swapped for its counterpart. d = attention from the target to the attribute in the original
minus that in the counter-stereotype. If biased heads carry the stereotype, d is above zero
for them and not for the others.

Source: Yang et al. 2023 (Bias A-head?), section 5.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.families import CAUSAL
from engine.core.spec import HeadRef
from engine.inference.attention import attention_from
from engine.inference.plan import Row
from engine.inference.runner import run_rows
from engine.inference.text import span_positions
from engine.inference.words import Unit, read_whole, word_units
from engine.measures.heads.attention_pair import attention_to
from engine.statistics import (
    CONFIDENCE,
    POWER,
    holm,
    interval_note,
    mean_interval,
    paired_t_test,
)
from engine.statistics.intervals import alike

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM

_LEAST = 3  # sentences from which power is worked out
SIDES = ("original", "counter")

# Row to read, its units, and the index of the attribute among them.
_Asked = tuple[Row, list[Unit], int]


def counter_stereotypes(
    lm: MaskedLM, items: Sequence[dict[str, Any]], _params: dict[str, Any]
) -> list[dict[str, Any]]:
    """Attention from the target to the attribute in both sentences of each item.

    Args:
        items: see `counterparts.Sentences`.

    Returns:
        For each item `original` and `counter`: [layer][head], min-max normalised over the
        words of the sentence, 0 to 1; or `problem`, one sentence.
    """
    prepared = [_both(lm, item) for item in items]
    groups = [[] if isinstance(both, str) else [asked[0] for asked in both] for both in prepared]
    return [
        {"problem": both}
        if isinstance(both, str)
        else {
            side: _weights(lm, maps, *asked)
            for side, maps, asked in zip(SIDES, answers, both, strict=True)
        }
        for both, answers in zip(prepared, run_rows(lm, groups, attention_from), strict=True)
    ]


def _both(lm: MaskedLM, item: dict[str, Any]) -> list[_Asked] | str:
    """What to read of both sentences, or why nothing can be."""
    asked: list[_Asked] = []
    for side in [_prepared(lm, item[side]) for side in SIDES]:
        if isinstance(side, str):
            return side
        asked.append(side)
    return asked


def _prepared(lm: MaskedLM, side: dict[str, Any]) -> _Asked | str:
    """What to read, or why nothing can be."""
    attribute, target = tuple(side["attribute"]), tuple(side["target"])
    try:
        encoded = read_whole(lm, side["text"])
    except InputTextError as error:
        return str(error)
    units = word_units(lm.tokenizer, side["text"], encoded, (attribute, target))
    attended, attending = (span_positions(encoded, *span) for span in (attribute, target))
    if not attended or not attending:
        return "The tokenizer leaves the attribute or the target word out."
    if lm.model.family.kind == CAUSAL and attended[0] > attending[-1]:
        return "The target comes before the attribute, so a causal model cannot attend to it."
    wanted = next(number for number, unit in enumerate(units) if attended[0] in unit.positions)
    return Row(encoded.ids, tuple(attending)), units, wanted


def _weights(
    lm: MaskedLM, rows: np.ndarray, row: Row, units: list[Unit], wanted: int
) -> list[list[float]]:
    last = row.read[-1] if lm.model.family.kind == CAUSAL else None
    return attention_to(rows, units, wanted, last).tolist()


def experiment(
    values: Sequence[dict[str, Any]], biased: Sequence[HeadRef], seed: int = 0
) -> dict[str, Any]:
    """One-tailed paired t-tests that attention is higher in the original sentences.

    Args:
        values: what `counter_stereotypes` returned.
        biased: heads with a positive bias score; all others are the other heads.
        seed: of the bootstrap intervals.

    Returns:
        `n` sentences, `skipped`, `biased` and `other` (tests of the mean over those heads a
        sentence: `heads`, `t`, `p`, `p_holm` over the two groups, `dz`, `mean_difference`,
        `interval`, `n` and `detectable`, the smallest mean difference above zero that this test
        would have detected with 80% power) and
        `by_head` ([layer][head] of the same with `p_holm` over all heads). Figures are None
        where they are not defined.
    """
    import numpy as np

    read = [value for value in values if "problem" not in value]
    if not read:
        raise InputTextError("No sentence could be read by this model.")
    first, second = (np.array([value[side] for value in read]) for side in SIDES)
    _, layers, heads = first.shape
    chosen = np.zeros((layers, heads), dtype=bool)
    for ref in biased:
        chosen[ref] = True
    groups = {
        name: _group(first, second, picked, seed)
        for name, picked in (("biased", chosen), ("other", ~chosen))
    }
    both = holm([group["p"] for group in groups.values()])
    for group, p in zip(groups.values(), both, strict=True):
        group["p_holm"] = p
    single = [
        paired_t_test(first[:, layer, head].tolist(), second[:, layer, head].tolist())
        for layer in range(layers)
        for head in range(heads)
    ]
    corrected = holm([test["p"] for test in single])
    tests = [{**test, "p_holm": p} for test, p in zip(single, corrected, strict=True)]
    return {
        "n": len(read),
        "skipped": len(values) - len(read),
        **groups,
        "by_head": [tests[layer * heads : (layer + 1) * heads] for layer in range(layers)],
    }


def _group(first: np.ndarray, second: np.ndarray, picked: np.ndarray, seed: int) -> dict[str, Any]:
    """Test of the mean over a group of heads."""
    count = int(picked.sum())
    if not count:
        names = ("t", "p", "dz", "mean_difference", "interval", "interval_note", "detectable")
        nothing = dict.fromkeys(names)
        return {"heads": 0, "n": 0, **nothing}
    mean_first, mean_second = (side[:, picked].mean(axis=1) for side in (first, second))
    differences = (mean_first - mean_second).tolist()
    interval = mean_interval(differences, seed)
    return {
        "heads": count,
        **paired_t_test(mean_first.tolist(), mean_second.tolist()),
        "interval": None if interval is None else list(interval),
        "interval_note": interval_note(differences, "sentence"),
        "detectable": _detectable(mean_first - mean_second),
    }


def _detectable(differences: np.ndarray) -> float | None:
    """Smallest mean above zero that the one-tailed t-test would detect; None if too few."""
    from statsmodels.stats.power import TTestPower

    size = len(differences)
    deviation = float(differences.std(ddof=1)) if size >= _LEAST else 0.0
    if not deviation > 0 or alike(differences):
        return None
    smallest = TTestPower().solve_power(
        nobs=size, alpha=1 - CONFIDENCE, power=POWER, alternative="larger"
    )
    return deviation * float(smallest)
