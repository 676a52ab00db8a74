"""The figure of bias against cost: interventions by name, random controls as a cloud."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.frame.present import numbers, plot
from components.frame.present.theme import laid_out, palette, safe, unsettled
from engine.columns.column import EXP
from engine.mitigation.asked import ORIGINAL
from engine.mitigation.comparing import FURTHER, NEARER
from engine.mitigation.front import Point, Span, front, points, random_points
from engine.mitigation.report import Report
from engine.mitigation.words import short_title

_HEIGHT = 460
_SHORT = {
    ORIGINAL: "original",
    "heads": "heads masked",
    "heads-mean": "heads mean-ablated",
    "heads-scaled": "heads scaled",
    "sentence-debias": "SentenceDebias",
    "inlp": "INLP",
    "leace": "LEACE",
    "self-debias": "self-debiasing",
    "balanced": "balanced",
}
_PLACES = ("top right", "bottom right", "top left", "bottom left")


def tradeoff(report: Report, bias: str, cost: str) -> go.Figure:
    """Bias against cost; lower left is better.

    Args:
        bias, cost: names of measures of the report.
    """
    colours = palette()
    found, cloud = points(report, bias, cost), random_points(report, bias, cost)
    measures = {one["name"]: one for one in report["measures"]}
    verdicts = {
        one["intervention"]: one["verdict"] for one in report["rows"] if one["measure"] == bias
    }
    figure = go.Figure()
    if cloud:
        figure.add_trace(_cloud(cloud, measures[bias], measures[cost]))
    best = front(found)
    figure.add_trace(
        go.Scatter(
            x=[one.cost for one in best],
            y=[one.bias for one in best],
            mode="lines",
            line={"color": colours.muted, "width": 1.2, "dash": "dash", "shape": "hv"},
            hoverinfo="skip",
        )
    )
    for at, one in enumerate(sorted(found, key=lambda one: (one.cost, one.bias))):
        figure.add_trace(_mark(one, at, str(verdicts.get(one.name, "")), measures, bias, cost))
    ratio = measures[cost]["scale"] == EXP.name
    figure.update_xaxes(
        title=f"{short_title(measures[cost])}{_unit(measures[cost])} (lower is better)",
        type="log" if ratio else "linear",
        zeroline=False,
    )
    figure.update_yaxes(
        title=f"{short_title(measures[bias])}: distance from neutral", rangemode="tozero"
    )
    entries = [
        ("dot", colours.away, "clearly nearer to neutral than the original"),
        ("dot", colours.toward, "clearly further"),
        ("dot", unsettled(), "not clear"),
        ("line", colours.ink, "95% CI"),
    ]
    entries += [("dot", colours.pale, "random interventions of the same size")] * bool(cloud)
    return plot.keyed(laid_out(figure, _HEIGHT), *entries)


def _cloud(cloud: Sequence[Point], bias: Mapping[str, Any], cost: Mapping[str, Any]) -> go.Scatter:
    colours = palette()
    return go.Scatter(
        x=[one.cost for one in cloud],
        y=[one.bias for one in cloud],
        mode="markers",
        marker={"size": 6, "color": colours.pale, "opacity": 0.6},
        customdata=[_hover(one, bias, cost) for one in cloud],
        hovertemplate="%{customdata}<extra></extra>",
    )


def _mark(
    one: Point, at: int, verdict: str, measures: Mapping[str, Any], bias: str, cost: str
) -> go.Scatter:
    colours = palette()
    colour = {NEARER: colours.away, FURTHER: colours.toward}.get(verdict, unsettled())
    original = one.name == ORIGINAL
    return go.Scatter(
        x=[one.cost],
        y=[one.bias],
        mode="markers+text",
        text=[safe(short_name(one.name))],
        textposition=_PLACES[at % len(_PLACES)],
        textfont={"size": 12, "color": colours.text},
        cliponaxis=False,
        marker={
            "size": 13 if original else 10,
            "color": colours.text if original else colour,
            "symbol": "diamond" if original else "circle",
        },
        error_x=_whiskers(one.cost, one.cost_span, colour),
        error_y=_whiskers(one.bias, one.bias_span, colour),
        customdata=[_hover(one, measures[bias], measures[cost])],
        hovertemplate="%{customdata}<extra></extra>",
    )


def short_name(name: str) -> str:
    """An intervention in a word or two, next to its mark."""
    kind, _, strength = name.partition(":")
    return f"steered {strength}" if strength else _SHORT.get(kind, kind)


def _whiskers(value: float, span: Span | None, colour: str) -> dict[str, Any] | None:
    if span is None:
        return None
    return {
        "type": "data",
        "symmetric": False,
        "array": [span[1] - value],
        "arrayminus": [value - span[0]],
        "color": colour,
        "thickness": 1,
        "width": 0,
    }


def _hover(one: Point, bias: Mapping[str, Any], cost: Mapping[str, Any]) -> str:
    from_neutral, level = f".{bias['digits']}f", f".{cost['digits']}f"
    return (
        f"{safe(one.label)}: {safe(short_title(bias))} "
        f"{numbers.number(one.bias, from_neutral)} from neutral, {safe(short_title(cost))} "
        f"{numbers.number(one.cost, level)}"
    )


def _unit(measure: Mapping[str, Any]) -> str:
    return f", {measure['unit']}" if measure["unit"] else ""
