"""The rows of the before/after panel: what a model gives without and with masked heads.

The Heads page shows them; the command `mask` computes them, and `row_words` says how.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.core.errors import InputTextError
from engine.measures.heads.changes import UNSETTLED, Change, direction
from engine.measures.heads.mask_metrics import (
    SEAT,
    Compare,
    MaskMetric,
    MetricReading,
    change_of_effect,
    mask_metrics,
    signed_effect,
)
from engine.words.contexts import MAX_CONTEXTS

SENTENCE = "sentence"  # the row of the likeliest words; the other rows are metrics
ODDS = "odds"  # the row of two words looked up in the sentence
SENTENCE_PARAMS = {"top_k": 3, "hide": ["piece", "punctuation"]}  # of the measure `completion`


def panel_metrics(
    item: dict[str, Any],
    pooling: str,
    kind: str,
    seed: int = 0,
    max_contexts: int = MAX_CONTEXTS,
    targets: Collection[str] = (),
) -> dict[str, MaskMetric]:
    """The metrics of the panel: as `mask_metrics`, but for the effect size, which has its sign."""
    metrics = mask_metrics(item, pooling, kind, seed, max_contexts, targets)
    read = partial(signed_effect, targets=targets)
    title = metrics[SEAT].title.replace("|d|", "d")
    signed = replace(metrics[SEAT], title=title, read=read, compare=change_of_effect)
    return metrics | {SEAT: signed}


def chosen_metrics(
    metrics: dict[str, MaskMetric], names: Sequence[str], sentence: bool
) -> list[MaskMetric]:
    """The metrics of these names, all where none is named.

    Args:
        sentence: whether there is a sentence, so that `SENTENCE` may be named.
    """
    known = [*metrics, *([SENTENCE] if sentence else [])]
    for name in names:
        if name not in known:
            raise InputTextError(
                f"There is no metric {name!r} for this model"
                f"{'' if sentence or name != SENTENCE else ' without --text'}; "
                f"there is {', '.join(known)}."
            )
    return [metric for name, metric in metrics.items() if not names or name in names]


def panel_row(
    metric: MaskMetric, before: Sequence[Any], after: Sequence[Any] | None
) -> dict[str, Any]:
    """One row of the panel.

    Args:
        before: values of the metric's measure on the original model.
        after: those with masked heads; None where no head is masked.

    Returns:
        `name`, `title`, `n`, `counted` (what n counts), `neutral` (the value that means no
        bias; None for a metric of quality), `before` and `after` (`value`, `interval` 95%,
        and `p_value` of SEAT), `change`: after minus before, `change_interval` (95%; None where
        not defined), `change_p` (two-sided), `lost` and `gained` (items of a share that count
        only before or only after; else None) and `direction`, see `changes.direction`.

    Raises:
        InputTextError: if the values give no score.
    """
    first = metric.read(before)
    second = None if after is None else metric.read(after)
    moved = moved_by(first, second, metric.compare, metric.neutral, metric.digits)
    change = None if moved is None else moved.change
    return {
        "name": metric.name,
        "title": metric.title,
        "n": first.n,
        "counted": metric.counted,
        "neutral": metric.neutral,
        "before": _side(first, metric),
        "after": None if second is None else _side(second, metric),
        "change": None if moved is None else moved.value,
        "change_interval": None if change is None else change.interval,
        "change_p": None if change is None else change.p,
        "lost": None if change is None else change.lost,
        "gained": None if change is None else change.gained,
        "direction": None if moved is None else moved.direction,
    }


@dataclass(frozen=True)
class Moved:
    """What masking changed.

    Args:
        value: after minus before.
        change: the same with its interval; None where there is none.
        direction: see `changes.direction`.
    """

    value: float
    change: Change | None
    direction: str | None


def moved_by(
    before: MetricReading,
    after: MetricReading | None,
    compare: Compare | None,
    neutral: float | None,
    digits: int,
) -> Moved | None:
    """The change of a figure; None where a side has no value.

    Args:
        compare: None where no sample is behind the figure.
        neutral, digits: see `changes.direction`.
    """
    if after is None or before.value is None or after.value is None:
        return None
    change = None if compare is None else compare(before, after)
    where = direction(before.value, after.value, neutral, digits, change)
    if change is None and compare is not None:
        where = UNSETTLED  # nothing shows that it is more than chance
    return Moved(after.value - before.value, change, where)


def _side(reading: MetricReading, metric: MaskMetric) -> dict[str, Any]:
    interval = None if reading.low is None else [reading.low, reading.high]
    side: dict[str, Any] = {"value": reading.value, "interval": interval}
    return side | {"p_value": reading.p} if metric.name == SEAT else side


def row_words(
    names: Collection[str], test: Sequence[str], seed: int, text: str, words: Sequence[str] = ()
) -> list[str]:
    """What follows `python -m engine` to get rows of the panel, before and after.

    Args:
        names: rows wanted: `SENTENCE` and names of metrics.
        test: options that name the association test and how it is read; only SEAT needs them.
        words: looked up in the sentence; a row of the panel of its own, but no metric.
    """
    asked = ["mask", *(test if SEAT in names else ()), "--seed", str(seed)]
    if SENTENCE in names:
        asked.append(f"--text={text}")  # one word, whatever the text begins with
        asked += [f"--look-up={','.join(words)}"] if words else []
    named = [name for name in names if name != ODDS]
    return asked + [word for name in named for word in ("--metric", name)]
