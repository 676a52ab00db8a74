"""The response of one measure: its curve over the doses, slope, and the smallest dose it notices.

Every comparison is paired: the same occupation (or pair, or word) in the model of a dose and in
that of dose 0 of the same seed. The unit's mean over the seeds is one observation, so seeds are no
additional units; they are shown, and a dose counts as noticed only where every seed agrees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.wording import counted
from engine.lab.dose.readings import DoseReading, Instrument
from engine.lab.dose.settings import DosedModel
from engine.statistics import LEVEL, holm, mean_interval, needed_cases
from engine.statistics.clusters import cluster_parts, numbered
from engine.statistics.shares import FEWEST_CLUSTERS
from engine.statistics.significance import paired_difference_test

if TYPE_CHECKING:
    import numpy as np


@dataclass(frozen=True, eq=False)
class _Curve:
    """Parts of one measure in all models.

    Args:
        doses: rising, 0 first.
        parts: [seed, dose, cluster], known in every model; their means over clusters are figures.
        units: in all clusters.
    """

    doses: tuple[float, ...]
    parts: np.ndarray
    units: int


def responses(
    instrument: Instrument, readings: Mapping[DosedModel, DoseReading]
) -> list[dict[str, Any]]:
    """The figure of a measure in every model, one entry a model."""
    return [
        {
            "measure": instrument.name,
            "dose": model.dose,
            "seed": model.seed,
            "value": reading.value,
            "interval": None if reading.interval is None else list(reading.interval),
            "n": reading.n,
        }
        for model, reading in readings.items()
    ]


def summary(
    instrument: Instrument, readings: Mapping[DosedModel, DoseReading], seed: int = 0
) -> dict[str, Any]:
    """What the curve of one measure comes to.

    Args:
        readings: of every dose and seed.
        seed: of the intervals.

    Returns:
        `slope` (change of the figure from dose 0 to dose 1, mean over units of each unit's least
        squares slope; > 0 toward what was planted) with `slope_interval` (95%, over units); `tau`
        (Kendall's tau-b of the mean figures over seeds against the dose); `differences` (see
        `_differences`); `detection_limit` (the smallest dose that is noticed, as are all larger
        ones; None where there is none); `next_dose` (the largest dose below it, else the largest)
        and `needed_n` (units that would notice it with 80% power; None where the measure does not
        move toward what was planted there); `n` (units known in every model); and a `problem`
        where nothing can be concluded.

    Source: Kendall 1945 (tau-b); Holm 1979 (the family of the doses of one measure).
    """
    first = next((reading.problem for reading in readings.values() if reading.problem), "")
    if first:
        return _nothing(instrument, 0, first)
    curve = _curve(readings)
    units = curve.parts.shape[-1]
    if units < FEWEST_CLUSTERS:
        few = (
            f"{counted(units, 'independent unit', 'are')} too few to say which dose is noticed; "
            f"{FEWEST_CLUSTERS} are needed."
        )
        return _nothing(instrument, curve.units, few)
    slopes = _slopes(curve)
    interval = mean_interval(slopes.tolist(), seed)
    differences = _differences(instrument, curve, seed)
    limit = detection_limit(differences)
    return {
        "measure": instrument.name,
        "slope": float(slopes.mean()),
        "slope_interval": None if interval is None else list(interval),
        "tau": _tau(curve),
        "detection_limit": limit,
        **_next(instrument, curve, limit),
        "n": curve.units,
        "differences": differences,
    }


def _nothing(instrument: Instrument, units: int, problem: str) -> dict[str, Any]:
    names = ("slope", "slope_interval", "tau", "detection_limit", "next_dose", "needed_n")
    return {
        "measure": instrument.name,
        **dict.fromkeys(names),
        "n": units,
        "differences": [],
        "problem": problem,
    }


def _curve(readings: Mapping[DosedModel, DoseReading]) -> _Curve:
    """Parts of the units that every model has, by clusters."""
    import numpy as np

    doses = tuple(sorted({model.dose for model in readings}))
    seeds = sorted({model.seed for model in readings})
    parts = np.array(
        [[readings[DosedModel(dose, seed)].parts for dose in doses] for seed in seeds], float
    )
    known = ~np.isnan(parts).any(axis=(0, 1))
    parts = parts[..., known]
    clusters = np.array(next(iter(readings.values())).clusters, int)
    if len(clusters):
        parts = cluster_parts(parts, numbered(clusters[known].tolist()))
    return _Curve(doses, parts, int(known.sum()))


def _slopes(curve: _Curve) -> np.ndarray:
    """[cluster] least squares slope on the dose, mean over the seeds."""
    import numpy as np

    centred = np.array(curve.doses) - np.mean(curve.doses)
    slopes: np.ndarray = curve.parts.mean(axis=0).T @ (centred / (centred**2).sum())
    return slopes


def _tau(curve: _Curve) -> float | None:
    import numpy as np
    from scipy.stats import kendalltau

    figures = curve.parts.mean(axis=(0, 2))
    if np.ptp(figures) == 0:
        return None
    return float(kendalltau(curve.doses, figures).statistic)


def _against_none(curve: _Curve, place: int) -> np.ndarray:
    """[seed, cluster] a dose less dose 0."""
    differences: np.ndarray = curve.parts[:, place] - curve.parts[:, 0]
    return differences


def _differences(instrument: Instrument, curve: _Curve, seed: int) -> list[dict[str, Any]]:
    """Every dose above 0 against dose 0.

    Returns:
        `dose`, `difference` (of the figures, mean over seeds), `interval` (95%, over units, for
        this dose alone), `p_holm` (two-sided, corrected over the doses), `n`, and `noticed`: the
        interval leaves out 0, p_holm is below .05, and every seed differs in the same direction,
        which is the planted one for a measure that can follow it.
    """
    by_seed = [_against_none(curve, place) for place in range(1, len(curve.doses))]
    means = [values.mean(axis=0) for values in by_seed]
    corrected = holm([paired_difference_test(values) for values in means])
    found = []
    for dose, own, values, p in zip(curve.doses[1:], by_seed, means, corrected, strict=True):
        interval = mean_interval(values.tolist(), seed)
        clear = interval is not None and (interval[0] > 0 or interval[1] < 0)
        significant = p is not None and p < LEVEL
        found.append(
            {
                "dose": dose,
                "difference": float(values.mean()),
                "interval": None if interval is None else list(interval),
                "p_holm": p,
                "n": curve.units,
                "noticed": clear and significant and _agree(instrument, own.mean(axis=1)),
            }
        )
    return found


def _agree(instrument: Instrument, by_seed: np.ndarray) -> bool:
    """Whether all seeds differ in one direction, which is the planted one where there is one."""
    return bool((by_seed > 0).all() or (not instrument.planted and (by_seed < 0).all()))


def detection_limit(differences: Sequence[Mapping[str, Any]]) -> float | None:
    """The smallest dose that is noticed, as are all larger ones; None where there is none.

    Args:
        differences: of rising doses.
    """
    limit = None
    for entry in reversed(differences):
        if not entry["noticed"]:
            break
        limit = float(entry["dose"])
    return limit


def _next(instrument: Instrument, curve: _Curve, limit: float | None) -> dict[str, Any]:
    """The largest dose that is not noticed, and how many units would notice it."""
    below = [dose for dose in curve.doses[1:] if limit is None or dose < limit]
    if not below:
        return {"next_dose": None, "needed_n": None}
    values = _against_none(curve, curve.doses.index(below[-1])).mean(axis=0)
    clusters = None
    if instrument.planted and values.mean() > 0:
        # Holm has the larger doses behind it, so the ones up to this are still to be tested.
        clusters = needed_cases(float(values.mean()), float(values.std(ddof=1)), len(below))
    needed = None if clusters is None else -(-clusters * curve.units // len(values))
    return {"next_dose": below[-1], "needed_n": needed}
