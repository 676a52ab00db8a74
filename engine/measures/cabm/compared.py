"""Two models on the same targets: scores beside each other, and one model's less the other's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.measures.cabm.correlation import correlation
from engine.measures.cabm.over_models import standard_deviation_over_models
from engine.measures.cabm.scores import NOT_SETTLED, count_sides, gap_sides
from engine.statistics import mean_interval

if TYPE_CHECKING:
    import pandas as pd

    from engine.measures.cabm.studied import CabmStudy

MEANS = {"weat": "WEAT", "same": "SAME", "mac": "MAC (mean average cosine distance)"}
GAP = "probability gap"
# Its column in `unmasking_table`, and what stands next to it there.
GAP_COLUMN = "unmasking"
OF_GAP = ("low", "high", "gap_p_holm", "p_first", "p_second", "log_odds")
_DEVIATIONS = {"score": "CABM", "weat": "WEAT"}  # what the thesis has a deviation of


def beside(study: CabmStudy, other: CabmStudy, weights: Mapping[str, float]) -> pd.DataFrame:
    """Raw scores of another model and of this one, with the weights of this one.

    Args:
        weights: feature -> weight, of `study`.

    Returns:
        One row a target that both have: `occupation`, what `CabmStudy.comparable` gives as
        `_first` (the other) and `_second` (this one), and `change`, this one's score less the
        other's.
    """
    first, second = (
        one.comparable(weights, both.names) for one, both in ((other, study), (study, other))
    )
    both = first.merge(second, on="occupation", suffixes=("_first", "_second"))
    return both.assign(change=both["score_second"] - both["score_first"])


def with_compared(
    frame: pd.DataFrame, other: pd.DataFrame, figure: str, columns: Sequence[str] = ()
) -> pd.DataFrame:
    """A table of this model with what another one has for the same targets.

    Args:
        frame: one row a target, with `occupation` and `figure`.
        other: the same of the model compared with.
        figure: the column whose change is worked out.
        columns: what else is set beside this model's.

    Returns:
        The frame with `figure` and `columns` of the other model, named `…_compared`, and `change`,
        this model's figure less the other's; empty where the other does not have the target.
    """
    names = {name: f"{name}_compared" for name in (figure, *columns)}
    both = frame.merge(
        other[["occupation", *names]].rename(columns=names),
        on="occupation",
        how="left",
        validate="one_to_one",
    )
    return both.assign(change=both[figure] - both[names[figure]])


def moved(both: pd.DataFrame) -> tuple[int, int]:
    """How many targets are settled in both models, and how many of those change category.

    Args:
        both: what `beside` returned.
    """
    sides = both[["category_first", "category_second"]]
    settled = sides[(sides != NOT_SETTLED).all(axis=1)]
    changed = settled["category_first"] != settled["category_second"]
    return len(settled), int(changed.sum())


def deviations(both: pd.DataFrame) -> list[dict[str, Any]]:
    """Mean standard deviation of CABM and WEAT over the two models.

    Args:
        both: what `beside` returned.
    """
    found = []
    for name, title in _DEVIATIONS.items():
        sides = {side: both[f"{name}_{side}"].tolist() for side in ("first", "second")}
        if (deviation := standard_deviation_over_models(sides)) is not None:
            found.append({"measure": title, **deviation})
    return found


def means(study: CabmStudy, other: CabmStudy) -> list[dict[str, Any]]:
    """Means over targets in both models, and the mean of this model's less the other's.

    Returns:
        One row a raw feature, a further measure and the probability gap: `measure`, `mean` of this
        model and `compared` of the other over all their targets, `change` with its 95% `interval`
        over the `n` targets that both have.
    """
    names = [f"{name}_bias" for name in other.names if name in study.names]
    titles = {name: name.replace("_", " ") for name in names} | MEANS
    own, before = (each.frame.set_index("occupation") for each in (study, other))
    columns = {title: (before[name], own[name]) for name, title in titles.items()}
    gaps = [each.unmasked for each in (other, study)]
    known = [gap.set_index("occupation")["unmasking"] for gap in gaps if gap is not None]
    if len(known) == len(gaps):
        columns[GAP] = known[0], known[1]
    rows = []
    for title, (first, second) in columns.items():
        changes = (second - first).dropna().tolist()
        bounds = mean_interval(changes, study.settings.seed)
        rows.append(
            {
                "measure": title,
                "mean": float(second.mean()),
                "compared": float(first.mean()),
                "change": sum(changes) / len(changes) if changes else None,
                "interval": None if bounds is None else list(bounds),
                "n": len(changes),
            }
        )
    return rows


def compared(study: CabmStudy, other: CabmStudy, weights: Mapping[str, float]) -> dict[str, Any]:
    """What a model's figures are beside those of the one compared with, JSON-ready.

    Args:
        weights: as for `beside`.

    Returns:
        `n` targets that both have, `agreement` (as of `correlation`), `settled` in both and
        `changed` of these, `deviations`, `means`, `unmasking` (how many targets each group's word
        is likelier for, of both models; None where a model has none), `gaps` (the probability gap
        of each target in both, as of `with_compared`; None likewise), `occupations` (as of
        `beside`), and the `manifest` of the other model. A `change` is this model less the one
        compared with.
    """
    both = beside(study, other, weights)
    settled, changed = moved(both)
    return {
        "n": len(both),
        "agreement": correlation(both["score_first"].tolist(), both["score_second"].tolist()),
        "settled": settled,
        "changed": changed,
        "deviations": deviations(both),
        "means": means(study, other),
        "unmasking": _likelier(study, other),
        "gaps": _gaps(study, other),
        "occupations": _rows(both),
        "manifest": other.manifest,
    }


def _rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows of a table, JSON-ready."""
    return [
        {str(name): value if value == value else None for name, value in row.items()}
        for row in frame.to_dict("records")
    ]


def _gaps(study: CabmStudy, other: CabmStudy) -> list[dict[str, Any]] | None:
    """The probability gap of each target in both models, and its change."""
    if study.unmasked is None or other.unmasked is None:
        return None
    return _rows(with_compared(study.unmasked, other.unmasked, GAP_COLUMN, OF_GAP))


def _likelier(study: CabmStudy, other: CabmStudy) -> dict[str, Any] | None:
    """Group -> how many targets its word is likelier for, in this model and in the other."""
    found = {}
    groups = study.data.groups
    for name, each in (("this", study), ("compared", other)):
        if each.unmasked is None:
            return None
        gaps = each.unmasked
        sides = count_sides(gap_sides(gaps, groups), gaps["unmasking"].tolist(), groups)
        found[name] = dict(zip(groups.names, (sides.above, sides.below), strict=True))
    return found
