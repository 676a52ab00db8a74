"""What each unit of the data adds to one figure, as a distribution on the figure's scale."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.theme import laid_out, palette, safe
from components.scorecard.wording import value_text
from engine.columns.column import EXP, IDENTITY, PERCENT, SCALES, Scale
from engine.scorecard.words import Entry

_HEIGHT, _MOST_BARS, _PARTS_TICKS = 190, 40, 5
_AXIS = {"fixedrange": True, "zeroline": False, "tickangle": 0}


def distribution(parts: Sequence[float], cell: Entry, measure: Entry) -> go.Figure:
    """Draw the parts as bars, with their mean and where they would be neutral.

    Args:
        parts: of one cell, before the measure's scale is applied.
    """
    colours, scale = palette(), SCALES[measure["scale"]]
    figure = go.Figure(
        go.Histogram(
            x=list(parts),
            nbinsx=_MOST_BARS,
            marker={"color": colours.ink, "line": {"width": 0}},
            hovertemplate="%{y}<extra></extra>",
        )
    )
    if measure["neutral"] is not None:
        at = scale.back(float(measure["neutral"]))
        figure.add_vline(x=at, line={"color": colours.muted, "width": 1, "dash": "dot"})
    mean = scale.back(float(cell["value"]))
    figure.add_vline(x=mean, line={"color": colours.text, "width": 2})
    figure.add_annotation(
        x=mean,
        y=1,
        yref="paper",
        yanchor="bottom",
        showarrow=False,
        text=safe(value_text(cell["value"], measure)),
        font={"size": 13, "color": colours.text},
    )
    figure.update_xaxes(**_AXIS, **_ticks(parts, scale))
    figure.update_yaxes(**_AXIS, rangemode="tozero", nticks=4)
    figure = laid_out(figure, _HEIGHT).update_layout(margin={"t": 26, "r": 14})
    neutral = [("dotted", colours.muted, "neutral")] if measure["neutral"] is not None else []
    figure_of_all = ("line", colours.text, "the model's figure")
    return plot.keyed(figure, ("square", colours.ink, "items"), figure_of_all, *neutral)


def _ticks(parts: Sequence[float], scale: Scale) -> dict[str, list[float] | list[str]]:
    """Where the axis has numbers, and which: those of the figure, not of the mean of the parts."""
    if scale == IDENTITY:
        return {}
    low, high = min(parts), max(parts)
    places = [low + step * (high - low) / (_PARTS_TICKS - 1) for step in range(_PARTS_TICKS)]
    rounded = [_rounded(scale.of(place)) for place in places]
    shown = [*dict.fromkeys(figure for figure in rounded if figure > 0 or scale != EXP)]
    unit = "%" if scale == PERCENT else ""
    return {
        "tickvals": [scale.back(figure) for figure in shown],
        "ticktext": [f"{figure:,.12g}{unit}" for figure in shown],
    }


def _rounded(figure: float) -> float:
    """To two digits that matter."""
    return float(f"{figure:.2g}")
