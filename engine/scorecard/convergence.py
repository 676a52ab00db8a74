"""Whether measures put contestants in the same order.

Measures that disagree measure different things and are not averaged.

Source: METHODS, Scorecard; Kendall 1945 (tau-b); Campbell and Fiske 1959 (convergence).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from engine.columns.column import BIAS
from engine.core.wording import agreeing
from engine.scorecard.words import Entry, Report
from engine.statistics.correlation import kendall_interval
from engine.statistics.significance import holm

if TYPE_CHECKING:
    import numpy as np


DRAWS = 1000
MOST_DRAWN = 30  # contestants; of more, Fieller's formula says the same in an instant
_MOST_ORDERS = 9999
_DIGITS = 9
_SAME_ORDER = 1e-9  # from 1 or -1
_CONSTANT = "{} is the same for all models, so there is no order to compare."

OF_DISTANCES = (
    "Orders are compared by the distance from the neutral value: how far a model is from neutral, "
    "on either side."
)
NOT_AVERAGED = "Measures that disagree measure different things and are not averaged."


def convergence(report: Report, seed: int = 0, draws: int = DRAWS) -> list[dict[str, Any]]:
    """Agreement of every two measures of bias in a report.

    Args:
        report: with `measures` and `cells`, as in `biascope.scorecard/1`.
        seed: of the bootstrap, and of the permutations where there are ties.
        draws: of the bootstrap.

    Returns:
        Entries of `first`, `second`, `n_contestants` (that have both), `tau` (Kendall's tau-b of
        the distances from neutral, -1 to 1, 1 the same order), `interval` (95%, over contestants,
        by bootstrap; of one order throughout, and of many contestants, by `kendall_interval`; None
        where hardly any draw has an order), `p` (exact where all orders can be gone through,
        else by permutation), `p_holm` (over all entries), `problem` and `signed`: `tau`,
        `interval`, `p` and `p_holm` of the figures with their direction, None where a measure has
        no neutral value.
    """
    measures = [measure for measure in report["measures"] if measure["group"] == BIAS]
    found = [_entry(report, one, other, seed, draws) for one, other in combinations(measures, 2)]
    for of in (lambda entry: entry, lambda entry: entry["signed"]):
        _correct([part for entry in found if (part := of(entry)) is not None])
    return found


def _correct(parts: list[dict[str, Any]]) -> None:
    """Add Holm's correction over all of the parts."""
    for part, corrected in zip(parts, holm([part["p"] for part in parts]), strict=True):
        part["p_holm"] = corrected


def _entry(report: Report, one: Entry, other: Entry, seed: int, draws: int) -> dict[str, Any]:
    tables = valued_cells(report, one["name"]), valued_cells(report, other["name"])
    shared = [name for name in tables[0] if name in tables[1]]
    entry: dict[str, Any] = {
        "first": one["name"],
        "second": other["name"],
        "n_contestants": len(shared),
        "tau": None,
        "interval": None,
        "p": None,
        "p_holm": None,
        "problem": too_few(len(shared)),
        "signed": None,
    }
    if entry["problem"]:
        return entry
    pairs = list(zip((one, other), tables, strict=True))
    distances = [[_distance(measure, table[name]) for name in shared] for measure, table in pairs]
    for (measure, _), values in zip(pairs, distances, strict=True):
        if not varies(values):
            entry["problem"] = _CONSTANT.format(measure["title"] or measure["name"])
            return entry
    entry |= agreement((distances[0], distances[1]), seed, draws)
    figures = [[float(table[name]["value"]) for name in shared] for _, table in pairs]
    directed = None not in (one["neutral"], other["neutral"])
    if directed and all(map(varies, figures)):
        entry["signed"] = agreement((figures[0], figures[1]), seed, draws)
    return entry


def _distance(measure: Entry, cell: Entry) -> float:
    """How far a figure is from neutral, as its cell says or as the measure gives it."""
    if cell.get("distance") is not None:
        return float(cell["distance"])
    neutral = measure["neutral"]
    return float(cell["value"]) if neutral is None else abs(float(cell["value"]) - neutral)


def agreement(sides: tuple[list[float], list[float]], seed: int, draws: int) -> dict[str, Any]:
    import numpy as np

    # Distances that are equal but for rounding are ties.
    one, other = (np.round(side, _DIGITS) for side in sides)
    tau = float(_tau(_signs(one[None]), _signs(other[None]))[0])
    return {
        "tau": tau,
        "interval": _interval(one, other, tau, seed, draws),
        "p": _p_value(one, other, seed),
    }


def _interval(
    one: np.ndarray, other: np.ndarray, tau: float, seed: int, draws: int
) -> list[float] | None:
    import numpy as np

    size = len(one)
    # Of one order throughout, every draw is too, and a bootstrap would be certain of it.
    if size > MOST_DRAWN or abs(tau) > 1 - _SAME_ORDER:
        bounds = kendall_interval(tau, size)
        return None if bounds is None else list(bounds)
    picked = np.random.default_rng(seed).integers(0, size, (draws, size))
    found = _tau(_signs(one[picked]), _signs(other[picked]))
    found = found[np.isfinite(found)]
    if len(found) <= draws / 2:
        return None
    return [float(bound) for bound in np.quantile(found, [0.025, 0.975])]


def _p_value(one: np.ndarray, other: np.ndarray, seed: int) -> float:
    """Two-sided p that the orders have nothing to do with each other."""
    import numpy as np
    from scipy.stats import kendalltau, permutation_test

    ties = any(len(np.unique(side)) < len(side) for side in (one, other))
    if not ties or len(one) > MOST_DRAWN:
        return float(kendalltau(one, other).pvalue)  # exact without ties up to 33 contestants
    fixed = _signs(other[None])

    def strength(orders: np.ndarray, axis: int = -1) -> np.ndarray:
        return np.abs(_tau(_signs(np.moveaxis(orders, axis, -1)), fixed))

    test = permutation_test(
        (one,),
        strength,
        permutation_type="pairings",
        vectorized=True,
        n_resamples=_MOST_ORDERS,  # all orders, where there are no more
        alternative="greater",
        rng=np.random.default_rng(seed),
    )
    return float(test.pvalue)


def _signs(values: np.ndarray) -> np.ndarray:
    """[…, pair of cases] which of every two cases is higher: 1, 0 or -1."""
    import numpy as np

    first, second = np.triu_indices(values.shape[-1], 1)
    signs: np.ndarray = np.sign(values[..., first] - values[..., second])
    return signs


def _tau(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Kendall's tau-b from the signs of pairs; nan where a side has no order."""
    import numpy as np

    top = (first * second).sum(axis=-1)
    below = np.sqrt((first**2).sum(axis=-1) * (second**2).sum(axis=-1))
    return np.divide(top, below, out=np.full(top.shape, np.nan), where=below > 0)


# --- figures ------------------------------------------------------------------------------
# The figures of a report by measure, as the statistics over contestants need them.

FEWEST = 6  # contestants, for anything that is worked out over them
ROUNDING = 1e-9  # figures that differ by less are equal


def valued_cells(report: Report, measure: str) -> dict[str, Entry]:
    """Contestant -> its cell in one measure, of cells that have a value."""
    return {
        cell["contestant"]: cell
        for cell in report["cells"]
        if cell["measure"] == measure and cell["value"] is not None
    }


def values_of(report: Report, measure: str) -> dict[str, float]:
    """Contestant -> its figure in one measure."""
    return {name: float(cell["value"]) for name, cell in valued_cells(report, measure).items()}


def varies(values: Sequence[float] | np.ndarray) -> bool:
    """Whether figures differ by more than rounding."""
    import numpy as np

    found = np.asarray(values, float)
    return bool(len(found)) and float(np.ptp(found)) > ROUNDING * max(
        1.0, float(np.abs(found).max())
    )


def too_few(number: int) -> str:
    """Why nothing is worked out over so few contestants; empty where there are enough."""
    if number >= FEWEST:
        return ""
    have = f"{number} {agreeing(number, 'have')}" if number else "none has"
    return f"At least {FEWEST} models with a figure are needed; {have} one."
