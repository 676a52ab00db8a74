"""Bias against cost: where each intervention lies, and which ones no other beats in both."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.columns.column import EXP
from engine.measures.heads.mask_metrics import frontier
from engine.mitigation.report import Report

Span = tuple[float, float]


@dataclass(frozen=True)
class Point:
    """One intervention.

    Args:
        name: of its row; of a random control that of the row that it is of.
        label: as it is shown.
        bias: distance of the figure from neutral, in its unit.
        cost: figure of the cost.
        bias_span, cost_span: 95% intervals; None without one.
    """

    name: str
    label: str
    bias: float
    cost: float
    bias_span: Span | None = None
    cost_span: Span | None = None


def distance(value: float, measure: Mapping[str, Any]) -> float:
    """Of a figure from the neutral value; of a ratio that of the logarithms."""
    neutral = measure["neutral"]
    if measure["scale"] == EXP.name:
        return abs(math.log(value / neutral))
    return float(abs(value - neutral))


def distance_span(bounds: Sequence[float] | None, measure: Mapping[str, Any]) -> Span | None:
    """An interval of a figure as one of its distance: from 0 where it holds the neutral value."""
    if bounds is None:
        return None
    ends = sorted(distance(end, measure) for end in bounds)
    holds = bounds[0] <= measure["neutral"] <= bounds[1]
    return (0.0 if holds else ends[0]), ends[1]


def points(report: Report, bias: str, cost: str) -> list[Point]:
    """The interventions with a figure in both measures, the original first.

    Args:
        bias, cost: names of measures.
    """
    measures = {one["name"]: one for one in report["measures"]}
    cells = {(one["intervention"], one["measure"]): one for one in report["rows"]}
    found = []
    for row in report["interventions"]:
        ours, theirs = (cells.get((row["name"], name)) for name in (bias, cost))
        if ours is None or theirs is None or ours["value"] is None or theirs["value"] is None:
            continue
        span = theirs["value_interval"]
        found.append(
            Point(
                row["name"],
                row["label"],
                distance(ours["value"], measures[bias]),
                theirs["value"],
                distance_span(ours["value_interval"], measures[bias]),
                None if span is None else (span[0], span[1]),
            )
        )
    return found


def random_points(report: Report, bias: str, cost: str) -> list[Point]:
    """The random controls with a figure in both measures; none where either was not measured."""
    measures = {one["name"]: one for one in report["measures"]}
    labels = {one["name"]: one["control"] for one in report["interventions"]}
    return [
        Point(
            one["intervention"],
            labels[one["intervention"]],
            distance(one["values"][bias], measures[bias]),
            one["values"][cost],
        )
        for one in report["random"]
        if one["values"].get(bias) is not None and one["values"].get(cost) is not None
    ]


def front(found: Sequence[Point]) -> list[Point]:
    """The Pareto front: points than which no other has less of both, by bias.

    Intervals play no part in it: a point of it need not be clearly better than its neighbours.
    """
    best = frontier([one.cost for one in found], [one.bias for one in found])
    kept = (one for one, is_best in zip(found, best, strict=True) if is_best)
    return sorted(kept, key=lambda one: (one.bias, one.cost))
