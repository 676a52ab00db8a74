"""What a measure is worth: whether it puts contestants in the same order when asked again.

- *split-half*: the units of the data are halved at random, again and again; each half gives every
  contestant a figure, and the two are correlated over contestants. Halves share no word pair, row
  or column of units that are alike by it.
- *templates*: the same measure with the same data in other words.
- *seeds*: the same measure with other random choices.

Correlations are of the figures as they are shown, not of their distances from neutral. A measure
can be reliable and yet not measure what its name says.

Reliability intervals are over models. Splits of one table are not a sample of anything: with more
of them a bootstrap over splits shrinks to nothing. Models are the sample, so the interval is
Fisher's.

Source: METHODS, Scorecard; Lord and Novick 1968, chapters 5 and 9.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.columns.column import BY_TEMPLATE, EXP, LARGEST_POWER
from engine.core.wording import counted
from engine.scorecard.blocks import alike_units, comparable
from engine.scorecard.convergence import too_few, valued_cells, values_of, varies
from engine.scorecard.words import LARGEST, Report
from engine.statistics.correlation import fisher_interval, spearman_brown
from engine.statistics.halves import random_halves, shared_by
from engine.statistics.paired import Alike

if TYPE_CHECKING:
    import numpy as np


SPLIT_HALF, SEEDS = "split-half", "seeds"
SPLITS = 200
LEAST_UNITS = 4  # two a half
_NO_UNITS = "The figures come without what each unit adds, so there is nothing to halve."
_OTHER_UNITS = "The models were not measured on the same units, so these cannot be halved together."
_NO_DRAWS = "It gives the same figures under every seed, so seeds say nothing of its reliability."


def reliability(report: Report, seed: int = 0, splits: int = SPLITS) -> list[dict[str, Any]]:
    """All that can be said of the reliability of the measures of a report.

    Args:
        report: with `measures` and `cells`, as in `biascope.scorecard/1`.
        seed: of the halves.
        splits: how often the units are halved.

    Returns:
        Entries of `measure`, `kind`, `n_contestants`, `value` (a correlation, -1 to 1; None where
        there is none, which `problem` explains), `interval` (95%, Fisher's: the contestants are
        the sample), `corrected` (Spearman and Brown, 0 to 1: the reliability of the whole measure,
        of all templates together, or None, which `uncorrected` explains) and `corrected_interval`
        (from 0), `draws`, `seed` and `problem`. Of split-half further `range` (of the middle 95% of
        the splits), `units` and `clusters` (of crossed units the fewer of rows and columns; None
        where units are independent); of templates `measures`, or the number of `templates`, and of
        seeds `seeds`: those that were correlated.
    """
    found = [_split_half(report, measure, seed, splits) for measure in report["measures"]]
    found += _of_templates(report)
    for measure in report["measures"]:
        by_seed = _by_seed(report, measure["name"])
        if len(by_seed) > 1:
            found.append(_over_seeds(measure["name"], by_seed))
    return found


def split_half(
    parts: np.ndarray, scale: str, seed: int, splits: int = SPLITS, alike: Alike | None = None
) -> tuple[float, tuple[float, float]] | None:
    """Correlation of the figures of two halves of the units, over contestants.

    Args:
        parts: [contestant, unit] without gaps.
        scale: name of the scale of the measure.
        seed: of the halves.
        splits: how often the units are halved.
        alike: which units are; halves share no cluster.

    Returns:
        The median of the splits and the range of their middle 95%; None where in a split in two
        all contestants have the same figure.
    """
    import numpy as np

    halves = random_halves(parts.shape[1], alike or Alike(), seed, splits)
    found = np.concatenate(
        [_correlations(*(_figures(_means(half, parts), scale) for half in both)) for both in halves]
    )
    found = found[np.isfinite(found)]
    if len(found) <= splits / 2:
        return None
    low, high = np.quantile(found, [0.025, 0.975])
    return float(np.median(found)), (float(low), float(high))


def _means(half: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """[split, contestant] mean of the units of a half; nan where it has none."""
    import numpy as np

    size = half.sum(axis=1, keepdims=True)
    sums = half.astype(float) @ parts.T
    return np.divide(sums, size, out=np.full(sums.shape, np.nan), where=size > 0)


def _figures(means: np.ndarray, scale: str) -> np.ndarray:
    """What correlates as the figures do: scales but the exponential one are straight lines."""
    import numpy as np

    return np.exp(np.clip(means, -LARGEST_POWER, LARGEST_POWER)) if scale == EXP.name else means


def _correlations(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Pearson's correlation of each row of two tables; nan where a row does not vary."""
    import numpy as np

    rows = [table - table.mean(axis=1, keepdims=True) for table in (first, second)]
    sizes = [np.sqrt((table**2).sum(axis=1)) for table in rows]
    scales = [np.abs(table).max(axis=1) for table in (first, second)]
    vary = [size > 1e-9 * np.maximum(most, 1e-9) for size, most in zip(sizes, scales, strict=True)]
    products = (rows[0] * rows[1]).sum(axis=1)
    return np.divide(
        products,
        sizes[0] * sizes[1],
        out=np.full(len(products), np.nan),
        where=vary[0] & vary[1],
    )


def _split_half(
    report: Report, measure: Mapping[str, Any], seed: int, splits: int
) -> dict[str, Any]:
    import numpy as np

    cells = list(valued_cells(report, measure["name"]).values())
    with_parts = [cell for cell in cells if cell.get("parts")]
    alike = [cells[place] for place in comparable(cells).kept]
    entry = entry_of(measure["name"], SPLIT_HALF, len(alike))
    entry |= {"draws": splits, "seed": seed, "range": None, "units": 0, "clusters": None}
    if problem := too_few(len(alike)):
        if cells and not with_parts:
            problem = _NO_UNITS
        elif not too_few(len(with_parts)):
            problem = _OTHER_UNITS
        return entry | {"problem": problem}
    every = np.array([cell["parts"] for cell in alike], float)  # None becomes nan
    shared = ~np.isnan(every).any(axis=0)
    parts, groups = every[:, shared], alike_units(alike, shared)
    entry["units"] = parts.shape[1]
    if parts.shape[1] < LEAST_UNITS:
        return entry | {
            "problem": f"Only {parts.shape[1]} units have a figure of every model; at least "
            f"{LEAST_UNITS} are needed."
        }
    fewest = min(len(set(one.tolist())) for one in shared_by(parts.shape[1], groups))
    if fewest < parts.shape[1]:
        entry["clusters"] = fewest
    if fewest < LEAST_UNITS:
        clusters = counted(fewest, "cluster")
        return entry | {
            "problem": f"The units are in {clusters}; halves that share none need {LEAST_UNITS}."
        }
    found = split_half(parts, measure["scale"], seed, splits, groups)
    if found is None:
        return entry | {"problem": CONSTANT}
    return entry | correlated(found[0], len(alike), 2) | {"range": list(found[1])}


def _by_seed(report: Report, name: str) -> dict[str, dict[str, float]]:
    """Seed -> contestant -> figure, where cells say what other seeds gave."""
    found: dict[str, dict[str, float]] = {}
    for contestant, cell in valued_cells(report, name).items():
        by_seed = (cell.get("detail") or {}).get("seeds") or {}
        for seed, value in by_seed.items():
            if value is not None:
                found.setdefault(str(seed), {})[contestant] = float(value)
    return found


def _over_seeds(name: str, by_seed: Mapping[str, Mapping[str, float]]) -> dict[str, Any]:
    figures = list(by_seed.values())
    if all(other == figures[0] for other in figures):
        entry = entry_of(name, SEEDS, len(figures[0])) | {"problem": _NO_DRAWS}
    else:
        entry = mean_correlation(name, SEEDS, figures)
    return entry | {"seeds": list(by_seed)}


# --- templates ----------------------------------------------------------------------------
# A measure puts contestants in the same order in other words of the same data, or it does not.
#
# Columns of one template each, as those of GEST, are put together. The cells of others say what
# each of their templates gives alone. CABM and SEAT have none: their vectors are means over
# sentences, so their figures cannot be divided by them.

TEMPLATES = "templates"
_TEMPLATE = re.compile(r"(gest(?::.+)?):\d+")  # measures whose last part numbers a template
_TOO_FEW = "Fewer than two templates have a figure of every model."


def _of_templates(report: Report) -> list[dict[str, Any]]:
    """Entries of all measures that have several templates."""
    names = [measure["name"] for measure in report["measures"]]
    groups: dict[str, list[str]] = {}
    for name in names:
        if match := _TEMPLATE.fullmatch(name):
            groups.setdefault(match[1], []).append(name)
    found = []
    for group in (sorted(group) for group in groups.values() if len(group) > 1):
        figures = [values_of(report, name) for name in group]
        found.append(mean_correlation(group[0], TEMPLATES, figures) | {"measures": group})
    return found + [entry for name in names if (entry := _of_cells(report, name)) is not None]


def _of_cells(report: Report, name: str) -> dict[str, Any] | None:
    """Of the templates of one measure; None where its cells name no two."""
    known = _known(report, name)
    names = list(dict.fromkeys(template for found in known.values() for template in found))
    if len(names) < 2:
        return None
    entry = entry_of(name, TEMPLATES, len(known), too_few(len(known))) | {TEMPLATES: 0}
    if entry["problem"]:
        return entry
    figures = [
        {contestant: float(found[template]) for contestant, found in known.items()}
        for template in names
        if all(_is_number(found.get(template)) for found in known.values())
    ]
    if len(figures) < 2:
        return entry | {"problem": _TOO_FEW}
    # What gives all models the same figure changes no order, neither alone nor in the whole.
    varying = [figure for figure in figures if varies([*figure.values()])]
    if len(varying) < 2:
        return entry | {"problem": CONSTANT}
    return mean_correlation(name, TEMPLATES, varying) | {TEMPLATES: len(varying)}


def _known(report: Report, name: str) -> dict[str, Mapping[str, Any]]:
    """Contestant -> template -> figure, of contestants that were measured on the same units."""
    cells = [*valued_cells(report, name).values()]
    alike = [cells[place] for place in comparable(cells).kept]
    said = {cell["contestant"]: (cell.get("detail") or {}).get(BY_TEMPLATE) for cell in alike}
    return {name: found for name, found in said.items() if isinstance(found, Mapping)}


def _is_number(found: object) -> bool:
    """Whether it is a figure; the detail of an imported cell may be anything."""
    return isinstance(found, (float, int)) and not isinstance(found, bool) and abs(found) <= LARGEST


# --- correlations -------------------------------------------------------------------------
# Entries of a report's reliability are correlations over contestants, corrected for length.

CONSTANT = "All models have the same figure, so there is nothing to correlate."
_NEGATIVE = "The correlation is below 0, so there is no reliability to correct for length."


def entry_of(name: str, kind: str, contestants: int, problem: str = "") -> dict[str, Any]:
    """An entry without a figure.

    Args:
        name: of the measure.
        problem: why it has none.
    """
    return {
        "measure": name,
        "kind": kind,
        "n_contestants": contestants,
        "value": None,
        "interval": None,
        "corrected": None,
        "corrected_interval": None,
        "uncorrected": "",
        "draws": 0,
        "seed": None,
        "problem": problem,
    }


def correlated(value: float, contestants: int, parts: int) -> dict[str, Any]:
    """The figures of an entry.

    Args:
        value: correlation of two parts of the measure over contestants.
        parts: that the whole measure has.

    Returns:
        `value`, `interval`, `corrected` (the reliability of the whole measure, 0 to 1),
        `corrected_interval` (from 0) and `uncorrected`, why it was not corrected.
    """
    interval = fisher_interval(value, contestants)
    corrected = spearman_brown(value, parts)
    ends = None
    if corrected is not None and interval is not None:
        ends = [spearman_brown(max(0.0, bound), parts) for bound in interval]
    return {
        "value": value,
        "interval": None if interval is None else list(interval),
        "corrected": corrected,
        "corrected_interval": ends,
        "uncorrected": "" if corrected is not None else _NEGATIVE,
    }


def mean_correlation(
    name: str, kind: str, figures: Sequence[Mapping[str, float]]
) -> dict[str, Any]:
    """Mean correlation of every two ways to measure, over contestants that all ways have.

    Args:
        figures: [way] contestant -> figure.
    """
    import numpy as np

    shared = [one for one in figures[0] if all(one in other for other in figures)]
    entry = entry_of(name, kind, len(shared), too_few(len(shared)))
    if entry["problem"]:
        return entry
    table = np.array([[way[one] for one in shared] for way in figures])
    if not all(varies(row) for row in table):
        return entry | {"problem": CONSTANT}
    # The mean over pairs follows from the sum of the standardised rows, however many there are.
    rows = table - table.mean(axis=1, keepdims=True)
    rows /= np.sqrt((rows**2).sum(axis=1, keepdims=True))
    size = len(rows)
    value = (float((rows.sum(axis=0) ** 2).sum()) - size) / (size * (size - 1))
    return entry | correlated(max(-1.0, min(1.0, value)), len(shared), size)
