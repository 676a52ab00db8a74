"""The rows of the before/after panel: what a model gives without and with masked heads.

The Heads page shows them; the command `mask` computes them, and `row_words` says how.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.core.errors import InputTextError
from engine.measures.heads.changes import Change, direction
from engine.measures.heads.mask_metrics import (
    SEAT,
    Compare,
    MaskMetric,
    MetricReading,
    change_of_effect,
    mask_metrics,
    signed_effect,
)
from engine.statistics import LEVEL, holm
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
) -> tuple[dict[str, Any], Moved | None]:
    """One row of the panel, and what changed in it; `with_changes` puts both together.

    Args:
        before: values of the metric's measure on the original model.
        after: those with masked heads; None where no head is masked.

    Returns:
        `name`, `title`, `n`, `counted` (what n counts), `neutral` (the value that means no
        bias; None for a metric of quality), `before` and `after` (`value`, `interval` 95%,
        and `p_value` of SEAT).

    Raises:
        InputTextError: if the values give no score.
    """
    first = metric.read(before)
    second = None if after is None else metric.read(after)
    row = {
        "name": metric.name,
        "title": metric.title,
        "n": first.n,
        "counted": metric.counted,
        "neutral": metric.neutral,
        "before": _side(first, metric),
        "after": None if second is None else _side(second, metric),
    }
    return row, moved_by(first, second, metric.compare, metric.neutral, metric.digits)


def with_changes(rows: Sequence[tuple[dict[str, Any], Moved | None]]) -> list[dict[str, Any]]:
    """Rows with their changes, whose tests are corrected for the number of rows.

    Args:
        rows: all that are shown together, of `panel_row`.

    Returns:
        The rows with `change`: after minus before, `change_interval` (95%; None where not
        defined), `change_p` (two-sided), `change_p_holm` and `distance_p_holm` (of the distance
        from the neutral value; both corrected by Holm over the rows), `lost` and `gained` (items of
        a share that count only before or only after; else None) and `direction`, see
        `changes.direction`.
    """
    moves = iter(corrected([moved for _, moved in rows if moved is not None]))
    return [row | _changed(None if moved is None else next(moves)) for row, moved in rows]


def _changed(moved: Moved | None) -> dict[str, Any]:
    change = None if moved is None else moved.change
    return {
        "change": None if moved is None else moved.value,
        "change_interval": None if change is None else change.interval,
        "change_p": None if change is None else change.p,
        "change_p_holm": None if moved is None else moved.p_holm,
        "distance_p_holm": None if moved is None else moved.distance_p_holm,
        "lost": None if change is None else change.lost,
        "gained": None if change is None else change.gained,
        "direction": None if moved is None else moved.direction,
    }


# --- changes ------------------------------------------------------------------------------

CORRECTED = (
    "A change, and whether it leads closer to the neutral value or further from it, is clear where "
    "its 95% interval excludes 0 and p, Holm-corrected over the rows measured, is below .05."
)
_PERCENT = 100.0


@dataclass(frozen=True)
class Moved:
    """What masking changed.

    Args:
        neutral, digits: see `changes.direction`.
        sampled: whether a sample is behind the figure, so that a change needs a test.
        change: after minus before, with its interval; None where there is none.
        mirrored: after minus the value before as far on the other side of the neutral one.
        p_holm: two-sided, that nothing changed.
        distance_p_holm: that the distance from the neutral value did not, see `distance_p`.
        waiting: tests of the family that are still computed; with some, both are the largest that
            the corrected p can become.
    """

    before: float
    after: float
    neutral: float | None
    digits: int
    sampled: bool
    change: Change | None = None
    mirrored: Change | None = None
    p_holm: float | None = None
    distance_p_holm: float | None = None
    waiting: int = 0

    @property
    def value(self) -> float:
        """After minus before."""
        return self.after - self.before

    @property
    def distance_p(self) -> float | None:
        """Uncorrected, the larger p of both tests: |x| and |y| differ only if x - y and x + y do.

        None where one of them is not defined.
        """
        if self.change is None or self.mirrored is None:
            return None
        first, second = self.change.p, self.mirrored.p
        return None if first is None or second is None else max(first, second)

    @property
    def direction(self) -> str | None:
        """Whether the value came nearer to the neutral one, see `changes.direction`."""
        clear = _clear(self.p_holm, self.change)
        return direction(
            self.before,
            self.after,
            self.neutral,
            self.digits,
            clear or not self.sampled,
            (clear and _clear(self.distance_p_holm, self.mirrored)) or not self.sampled,
        )

    @property
    def undecided(self) -> bool:
        """Whether it depends on the tests that are still computed if this change is clear."""
        alone = replace(self, waiting=0, p_holm=None if self.change is None else self.change.p)
        alone = replace(alone, distance_p_holm=self.distance_p)
        return bool(self.waiting) and alone.direction != self.direction


def _clear(p: float | None, change: Change | None) -> bool:
    return change is not None and change.settled and p is not None and p < LEVEL


def moved_by(
    before: MetricReading,
    after: MetricReading | None,
    compare: Compare | None,
    neutral: float | None,
    digits: int,
) -> Moved | None:
    """The change of a figure, not corrected for others; None where a side has no value.

    Args:
        compare: None where no sample is behind the figure.
        neutral, digits: see `changes.direction`.
    """
    if after is None or before.value is None or after.value is None:
        return None
    moved = Moved(before.value, after.value, neutral, digits, compare is not None)
    if compare is None:
        return moved
    change = compare(before, after)
    mirrored = None if neutral is None else compare(_mirrored(before, neutral), after)
    return corrected([replace(moved, change=change, mirrored=mirrored)])[0]


def corrected(moves: Sequence[Moved], waiting: int = 0) -> list[Moved]:
    """Changes that are shown together, with p corrected for all of them.

    Args:
        waiting: tests of the same family that are still computed; a p of 1 stands for each, so
            that a change which is clear now stays so.

    Source: Holm 1979.
    """
    rest = [1.0] * waiting
    changes = holm([*(None if moved.change is None else moved.change.p for moved in moves), *rest])
    distances = holm([*(moved.distance_p for moved in moves), *rest])
    changes, distances = changes[: len(moves)], distances[: len(moves)]
    return [
        replace(moved, p_holm=p, distance_p_holm=of_distance, waiting=waiting)
        for moved, p, of_distance in zip(moves, changes, distances, strict=True)
    ]


def _mirrored(reading: MetricReading, neutral: float) -> MetricReading:
    """A figure as far on the other side of the neutral value; shares in % have parts of 0 and 1."""
    value = None if reading.value is None else 2 * neutral - reading.value
    sum_of_both = 2 * neutral / (_PERCENT if neutral else 1.0)
    return replace(reading, value=value, parts=tuple(sum_of_both - part for part in reading.parts))


def _side(reading: MetricReading, metric: MaskMetric) -> dict[str, Any]:
    interval = None if reading.low is None else [reading.low, reading.high]
    side: dict[str, Any] = {"value": reading.value, "interval": interval}
    return side | {"p_value": reading.p} if metric.name == SEAT else side


def row_words(
    names: Collection[str], test: Sequence[str], seed: int, text: str, words: Sequence[str] = ()
) -> list[str]:
    """What follows `python -m engine` to get rows of the panel, before and after.

    Args:
        names: rows wanted: `SENTENCE` and names of metrics; every metric where there is none.
        test: options that name the association test and how it is read; only SEAT needs them.
        words: looked up in the sentence; a row of the panel of its own, but no metric.
    """
    asked = ["mask", *(test if SEAT in names or not names else ()), "--seed", str(seed)]
    if SENTENCE in names:
        asked.append(f"--text={text}")  # one word, whatever the text begins with
        asked += [f"--look-up={','.join(words)}"] if words else []
    named = [name for name in names if name != ODDS]
    return asked + [word for name in named for word in ("--metric", name)]
