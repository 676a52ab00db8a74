"""What an effect size d is read against: a convention, and random splits of the same words.

The convention is Cohen's for differences in standard deviations. It says how a d compares with
those of other studies, not whether it matters; what chance gives is known from the permutations.

Source: Cohen 1988, section 2.2 (0.2, 0.5 and 0.8).
"""

from __future__ import annotations

from engine.measures.seat.association import SAMPLES, reach_of_splits
from engine.measures.seat.value import SeatValue, families_of
from engine.statistics import cluster_means

CONVENTION = {"small": 0.2, "medium": 0.5, "large": 0.8}  # least |d|
BELOW_ALL = "below small"
SOURCE = "Cohen 1988"
CONVENTION_TEXT = ", ".join(f"{least:g} {name}" for name, least in CONVENTION.items())
_DIGITS = 2  # that d is shown with: a d shown as 0.50 is medium


def size_by_convention(effect: float) -> str:
    """How large an effect size is called by Cohen's convention.

    Args:
        effect: d, of either sign.

    Returns:
        `small`, `medium` or `large`; `BELOW_ALL` under the least of them.

    Source: Cohen 1988.
    """
    shown = round(abs(effect), _DIGITS)
    reached = [name for name, least in CONVENTION.items() if shown >= least]
    return reached[-1] if reached else BELOW_ALL


def effect_of_splits(value: SeatValue) -> float | None:
    """How far from 0 the effect size is in 95% of random splits of the same targets.

    The splits are those of the permutation test. Where it moves words as a whole, with all of
    their sentences, so does this, and the means are those of words.

    Args:
        value: of the measure `seat`.

    Returns:
        In units of d, at least 0; None where d is undefined.
    """
    import numpy as np

    if value["effect_size"] is None or not value["n_permutations"]:
        return None
    entries = value["associations"]
    s = np.array([entry["s"] for entry in entries], float)
    size_x = sum(entry["set"] == "x" for entry in entries)
    spread = float(s.std(ddof=1))
    grouped = families_of(value)
    if grouped is not None:
        size_x, s = int(grouped[:size_x].max()) + 1, cluster_means(s, grouped)
    samples = SAMPLES if value["exact"] else value["n_permutations"] - 1
    return reach_of_splits(s, size_x, value["seed"], samples) / spread
