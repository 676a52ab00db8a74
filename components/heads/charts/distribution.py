"""Figures of heads: their bias scores, their attention maps, and the counter-stereotype test."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.frame.present import plot
from components.frame.present.labels import short
from components.frame.present.numbers import number, signed
from components.frame.present.theme import laid_out, palette, reference_line, safe
from components.heads.charts.grid import SIDES
from engine.core.wording import figure_text
from engine.statistics import LEVEL

if TYPE_CHECKING:
    from engine.core.spec import HeadRef
    from engine.measures.heads.attention_pair import AttentionMaps


_BINS = 30
_EACH = ("text", "", "a tick below is a head")
_SIDES = "← off, should strengthen it · bias score b · off, should weaken it →"


def score_histogram(heads: pd.DataFrame) -> go.Figure:
    """Distribution of bias scores over heads, with a tick for each head below.

    Above zero, switching the head off should weaken the association; below, strengthen it.

    Args:
        heads: `name`, `bias_score`.
    """
    colours = palette()
    scores = heads["bias_score"]
    edge = max(float(scores.abs().max()), 1e-9)
    width = 2 * edge / _BINS
    figure = make_subplots(
        rows=2, cols=1, shared_xaxes=True, row_heights=[0.88, 0.12], vertical_spacing=0.02
    )
    # An estimate has no colour: filled above zero, outlined below, as in the grid.
    filled = {"color": colours.ink}
    outlined = {"color": colours.middle, "line": {"color": colours.ink, "width": 1.5}}
    for part, marker in ((scores > 0, filled), (scores <= 0, outlined)):
        figure.add_trace(
            go.Histogram(
                x=scores[part],
                xbins={"start": -edge, "end": edge + width, "size": width},
                marker=marker,
                hovertemplate="%{y} heads around %{x:.3f}<extra></extra>",
            ),
            row=1,
            col=1,
        )
        figure.add_trace(
            go.Scatter(
                x=scores[part],
                y=[0.0] * int(part.sum()),
                mode="markers",
                marker={"symbol": "line-ns-open", "size": 14, "color": colours.ink},
                customdata=[
                    f"{safe(name)}: {signed(score, 4)}"
                    for name, score in zip(heads["name"][part], scores[part], strict=True)
                ],
                hovertemplate="head %{customdata}<extra></extra>",
            ),
            row=2,
            col=1,
        )
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    figure.update_layout(barmode="overlay", bargap=0.06)
    figure.update_xaxes(zeroline=False, showgrid=False)
    figure.update_xaxes(title=_SIDES, row=2, col=1)
    figure.update_yaxes(title="heads", showgrid=False, row=1, col=1)
    figure.update_yaxes(visible=False, fixedrange=True, row=2, col=1)
    figure = laid_out(figure, 300).update_layout(margin={"b": 52, "l": 52}, bargap=0.06)
    return plot.keyed(
        figure, ("square", colours.ink, SIDES[0]), ("outline", colours.ink, SIDES[1]), _EACH
    )


def gradient_against_ablation(heads: pd.DataFrame) -> go.Figure:
    """Prediction by gradient against ablation of each head; on the line they agree.

    Args:
        heads: `name`, `bias_score`, `ablation` (|d| lost with it masked) and `masked` (now; drawn
            as a cross); measured ones only.
    """
    colours = palette()
    figure = go.Figure()
    ends = [
        min(heads["bias_score"].min(), heads["ablation"].min()),
        max(heads["bias_score"].max(), heads["ablation"].max()),
    ]
    figure.add_trace(reference_line(ends, ends))
    figure.add_trace(
        go.Scatter(
            x=heads["bias_score"],
            y=heads["ablation"],
            mode="markers",
            marker={
                "size": 9,
                "color": [
                    colours.toward if lost > 0 else colours.away if lost < 0 else colours.ink
                    for lost in heads["ablation"]
                ],
                "symbol": ["x" if masked else "circle" for masked in heads["masked"]],
                "opacity": 0.8,
            },
            customdata=[
                f"{safe(row['name'])}<br>bias score {signed(row['bias_score'], 4)}"
                f"<br>drop in |d| when switched off {signed(row['ablation'], 4)}"
                for row in heads.to_dict("records")
            ],
            hovertemplate="head %{customdata}<extra></extra>",
        )
    )
    for draw in (figure.add_hline, figure.add_vline):
        draw(0, line={"color": colours.line, "width": 1})
    figure.update_xaxes(title="bias score b (gradient)", zeroline=False)
    figure.update_yaxes(title="drop in |d| when switched off (ablation)", zeroline=False)
    figure = laid_out(figure, 380).update_layout(margin={"b": 52, "l": 68})
    crosses = [("cross", colours.text, "switched off now")] if heads["masked"].any() else []
    return plot.keyed(
        figure,
        ("dot", colours.toward, "adds to the association"),
        ("dot", colours.away, "takes from it"),
        *crosses,
        ("dotted", colours.muted, "both agree"),
    )


# --- attention ----------------------------------------------------------------------------
# The attention maps of one head show a sentence next to its counter-stereotype.

WINDOW = 32  # units a map shows at once; more would be illegible
_CELL = 18  # pixels
_LONGEST = 14  # characters of a word along an axis


def head_maps(
    sides: Sequence[tuple[str, AttentionMaps]], ref: HeadRef, start: int = 0
) -> go.Figure:
    """Attention of one head on one scale: rows attend to columns.

    Args:
        sides: name of each text, and its maps.
        start: first unit shown, of `WINDOW`.
    """
    figure = make_subplots(cols=len(sides), horizontal_spacing=0.12)
    shown = 1
    for column, (name, maps) in enumerate(sides, start=1):
        first = min(start, max(0, len(maps.units) - WINDOW))  # one text may be shorter
        stop = min(first + WINDOW, len(maps.units))
        names = [safe(short(unit.text, _LONGEST)) for unit in maps.units[first:stop]]
        shown = max(shown, len(names))
        figure.add_trace(
            go.Heatmap(
                z=maps.weights[ref.layer, ref.head, first:stop, first:stop].tolist(),
                colorscale=[[0, palette().middle], [1, palette().ink]],
                zmin=0,
                zmax=1,
                showscale=False,
                xgap=1,
                ygap=1,
                text=[[f"{one} → {other}" for other in names] for one in names],
                hovertemplate="%{text}: %{z:.3f}<extra></extra>",
            ),
            row=1,
            col=column,
        )
        ticks = {"tickvals": list(range(len(names))), "ticktext": names}
        figure.update_xaxes(
            title=f"<b>{safe(name)}</b>: attention to", tickangle=-60, **ticks, row=1, col=column
        )
        figure.update_yaxes(**ticks, row=1, col=column)
    figure.update_xaxes(showgrid=False, zeroline=False)
    figure.update_yaxes(autorange="reversed", showgrid=False, zeroline=False)
    figure = laid_out(figure, _CELL * max(shown, 8) + 130).update_layout(margin={"b": 60})
    figure.update_xaxes(tickfont={"size": 11}).update_yaxes(tickfont={"size": 11})
    return plot.keyed(
        figure,
        ("square", palette().ink, "the darker, the more attention, from 0 to 1"),
        ("text", "", "a row attends to its columns"),
    )


# --- counter ------------------------------------------------------------------------------
# The counter-stereotype test is drawn as groups of heads with intervals, and as single heads.

_ROW = 54


def group_differences(groups: Sequence[dict[str, Any]]) -> go.Figure:
    """Mean difference of attention of groups of heads, with its interval, around zero.

    In ink where the interval contains zero.

    Args:
        groups: `name`, `heads`, `mean_difference`, `interval` (or None); original minus
            counter, > 0: more attention in the stereotype.
    """
    colours = palette()
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    for group in groups:
        mean = group["mean_difference"]
        name = f"{safe(group['name'])} ({group['heads']})"
        low, high = group["interval"] or (mean, mean)
        clear = low > 0 or high < 0  # otherwise neither more nor less, so neither colour
        colour = (colours.toward if mean > 0 else colours.away) if clear else colours.ink
        if group["interval"]:
            figure.add_trace(
                go.Scatter(
                    x=group["interval"],
                    y=[name, name],
                    mode="lines",
                    line={"color": colour, "width": 2},
                    hoverinfo="skip",
                )
            )
        figure.add_trace(
            go.Scatter(
                x=[mean],
                y=[name],
                mode="markers+text",
                marker={"color": colour, "size": 11},
                text=[figure_text(mean, "+.4f")],
                textposition="top center",
                hovertemplate=f"{name}: {number(mean, '+.4f')}<extra></extra>",
            )
        )
    figure.update_xaxes(title="← less · attention in the stereotype · more →", showgrid=False)
    figure.update_yaxes(range=[len(groups) - 0.6, -0.7], fixedrange=True, showgrid=False)
    figure = laid_out(figure, _ROW * max(1, len(groups)) + 70).update_layout(margin={"b": 48})
    shades = {trace.marker.color for trace in figure.data if trace.mode != "lines"}
    meanings = (
        (colours.toward, "clearly more in the stereotype"),
        (colours.away, "clearly less"),
        (colours.ink, "not clear"),
    )
    return plot.keyed(
        figure,
        *(("dot", colour, text) for colour, text in meanings if colour in shades),
        ("line", colours.ink, "95% CI"),
    )


def effect_by_score(heads: pd.DataFrame) -> go.Figure:
    """Effect size of every head by its bias score; filled if significant after Holm correction.

    Orange: more attention to the person word in the stereotype; blue: less.

    Args:
        heads: `name`, `bias_score`, `dz`, `p_holm`; those with an effect size only.
    """
    colours = palette()
    figure = go.Figure()
    for draw in (figure.add_hline, figure.add_vline):
        draw(0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    sides = (
        ("more", colours.toward, heads["dz"] > 0),
        ("less", colours.away, heads["dz"] <= 0),
    )
    kinds = (
        ("circle", "p < .05 after Holm", heads["p_holm"] < LEVEL),
        ("circle-open", "not significant", heads["p_holm"] >= LEVEL),
    )
    for (side, colour, on_side), (symbol, kind, of_kind) in product(sides, kinds):
        part = heads[on_side & of_kind]
        if part.empty:
            continue
        figure.add_trace(
            go.Scatter(
                x=part["bias_score"],
                y=part["dz"],
                mode="markers",
                name=f"{side}, {kind} ({len(part)})",
                marker={"size": 9, "symbol": symbol, "color": colour},
                customdata=[
                    f"head {safe(row['name'])}<br>b {figure_text(row['bias_score'], '+.4f')}<br>dz "
                    f"{figure_text(row['dz'], '+.2f')}, p after Holm {row['p_holm']:.3f}"
                    for row in part.to_dict("records")
                ],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    figure.update_xaxes(title="bias score b of the head", zeroline=False)
    figure.update_yaxes(title="← less · effect size dz in the stereotype · more →", zeroline=False)
    return laid_out(figure, 340).update_layout(
        showlegend=True,
        legend={"orientation": "h", "yanchor": "bottom", "y": 1.02, "x": 0, "font": {"size": 13}},
        margin={"b": 52, "l": 60},
    )
