"""Figures of the CABM page: the ranking, the weights, and scores against the probability gap.

Colour shows whether an occupation leans the stereotyped way (towards the group of its list) or the
other way; left and right show which group it leans to. Occupations on no list are drawn in ink.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.present.labels import legible
from components.present.theme import laid_out, palette, reference_line, safe
from engine.datasets.occupations.sentences import Groups
from engine.measures.cabm.scores import biased

ROW = 19  # pixels per occupation


def ranking(
    frame: pd.DataFrame,
    groups: Groups,
    threshold: float,
    before: pd.DataFrame | None = None,
    names: tuple[str, str] = ("", ""),
) -> go.Figure:
    """Every occupation's score with its interval, ranked; hollow marks belong to the other model.

    Args:
        frame: `occupation`, `list`, `score`, `score_low`, `score_high`, `category`.
        before: the same columns for the model compared with.
        names: of the model compared with, and of the measured one.
    """
    colours = palette()
    ranked = frame.sort_values("score", kind="stable")
    figure = go.Figure()
    _threshold(figure, threshold)
    rows = ranked.to_dict("records")
    shades = tints(ranked, groups)
    for row, tint in zip(rows, shades, strict=True):
        figure.add_trace(
            go.Scatter(
                x=[row["score_low"], row["score_high"]],
                y=[safe(row["occupation"])] * 2,
                mode="lines",
                line={"color": tint, "width": 1.5},
                opacity=0.55,
                showlegend=False,
                hoverinfo="skip",
            )
        )
    if before is not None:
        other = before.set_index("occupation")["score"]
        kept = [row for row in rows if row["occupation"] in other.index]
        figure.add_trace(
            go.Scatter(
                x=[other[row["occupation"]] for row in kept],
                y=[safe(row["occupation"]) for row in kept],
                mode="markers",
                name=safe(names[0]),
                marker={"color": colours.text, "size": 9, "symbol": "circle-open"},
                hovertemplate=f"%{{y}}, {safe(names[0])}: %{{x:+.2f}}<extra></extra>",
            )
        )
    figure.add_trace(
        go.Scatter(
            x=[row["score"] for row in rows],
            y=[safe(row["occupation"]) for row in rows],
            mode="markers",
            name=safe(names[1]),
            marker={"color": shades, "size": 9},
            customdata=[
                [row["category"], row["list"] or "none", row["score_low"], row["score_high"]]
                for row in rows
            ],
            hovertemplate="<b>%{y}</b>: %{x:+.2f}, %{customdata[0]}<br>"
            "95% CI [%{customdata[2]:+.2f}, %{customdata[3]:+.2f}]<br>"
            "list: %{customdata[1]}<extra></extra>",
        )
    )
    figure.update_xaxes(title=leaning(groups, "CABM"), zeroline=False, side="top")
    figure.update_yaxes(fixedrange=True, showgrid=False, dtick=1, range=[-0.8, len(rows) - 0.2])
    figure = laid_out(figure, ROW * len(rows) + 90)
    figure.update_yaxes(tickfont={"size": 12})
    return figure.update_layout(
        showlegend=before is not None,
        legend={"orientation": "h", "y": -0.02, "yanchor": "top"},
        margin={"t": 48},
    )


def _threshold(figure: go.Figure, threshold: float) -> None:
    for edge in (-threshold, threshold):
        figure.add_vline(x=edge, line={"color": palette().muted, "width": 1, "dash": "dot"})


def tints(frame: pd.DataFrame, groups: Groups) -> list[str]:
    """Colour of every occupation: towards its list, away from it, or ink where it is on none.

    Args:
        frame: `score`, `category`, `list`.
    """
    colours = palette()

    def tint(score: float, category: str, listed: str) -> str:
        if category not in biased(groups):
            return colours.pale
        if listed not in groups.names:
            return colours.ink
        return colours.toward if (score > 0) == (listed == groups.names[0]) else colours.away

    return [
        tint(row["score"], row["category"], row["list"])
        for row in frame[["score", "category", "list"]].to_dict("records")
    ]


def leaning(groups: Groups, what: str) -> str:
    """Title of an axis that runs from the second group to the first."""
    return f"← more {safe(groups.names[1])} · {what} · more {safe(groups.names[0])} →"


def weights(
    values: Mapping[str, float], intervals: Mapping[str, Sequence[float]] | None
) -> go.Figure:
    """Weight of each feature, with its bootstrap interval."""
    colours = palette()
    figure = go.Figure()
    names = [*values][::-1]
    equal = 1 / len(names)
    if intervals is not None:
        for name in names:
            figure.add_trace(
                go.Scatter(
                    x=list(intervals[name]),
                    y=[name, name],
                    mode="lines",
                    line={"color": colours.pale, "width": 6},
                    hoverinfo="skip",
                )
            )
    figure.add_trace(
        go.Scatter(
            x=[values[name] for name in names],
            y=names,
            mode="markers",
            marker={"color": colours.ink, "size": 12},
            hovertemplate="%{y}: %{x:.3f}<extra></extra>",
        )
    )
    ends = {name: (intervals or {}).get(name, [values[name]])[-1] for name in names}
    for name in names:
        # Right of the band, where the line at equal weights does not cross the text.
        figure.add_annotation(
            x=max(ends[name], values[name]),
            y=name,
            text=f"{values[name]:.2f}",
            showarrow=False,
            xanchor="left",
            xshift=12,
            font={"color": colours.text},
        )
    figure.add_vline(x=equal, line={"color": colours.muted, "width": 1, "dash": "dot"})
    figure.update_xaxes(range=[-0.04, 1.16], tickvals=[0, 1 / 3, 0.5, 1], fixedrange=True)
    figure.update_xaxes(ticktext=["0", "⅓", "½", "1"], showgrid=False, zeroline=False)
    figure.update_yaxes(fixedrange=True, showgrid=False, range=[-0.5, len(names) - 0.35])
    return laid_out(figure, 200)


def against_unmasking(frame: pd.DataFrame, groups: Groups, label: str) -> go.Figure:
    """Scores against the probability gap at a masked word, with its interval over templates.

    Args:
        frame: `occupation`, `list`, `category`, `score`, `unmasking`, `low`, `high`.
        label: name of `unmasking` on the axis.
    """
    rows: list[dict[Any, Any]] = frame.to_dict("records")
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": palette().muted, "width": 1, "dash": "dot"})
    figure.add_hline(y=0, line={"color": palette().muted, "width": 1, "dash": "dot"})
    figure.add_trace(
        go.Scatter(
            x=[row["score"] for row in rows],
            y=[row["unmasking"] for row in rows],
            error_y={
                "type": "data",
                "symmetric": False,
                "array": [row["high"] - row["unmasking"] for row in rows],
                "arrayminus": [row["unmasking"] - row["low"] for row in rows],
                "thickness": 1,
                "width": 0,
                "color": palette().pale,
            },
            mode="markers",
            marker={"size": 9, "color": tints(frame, groups)},
            customdata=[[safe(row["occupation"])] for row in rows],
            hovertemplate="<b>%{customdata[0]}</b><br>CABM %{x:+.2f}<br>"
            + f"{safe(label)} %{{y:+.2f}}<extra></extra>",
        )
    )
    figure.update_xaxes(title=leaning(groups, "CABM"), zeroline=False)
    figure.update_yaxes(title=safe(label), zeroline=False)
    return laid_out(figure, 380).update_layout(margin={"b": 52, "l": 60})


def two_models(
    both: pd.DataFrame, frame: pd.DataFrame, first: str, second: str, groups: Groups
) -> go.Figure:
    """Scores of the same occupations in two models; on the diagonal they agree.

    Args:
        both: `occupation`, `score_first`, `score_second`.
        frame: scores of the second model, for the colours.
        first: name of the first model.
        second: name of the second model.
    """
    colours = palette()
    shade = dict(zip(frame["occupation"], tints(frame, groups), strict=True))
    scores = both[["score_first", "score_second"]]
    ends = [float(scores.min().min()), float(scores.max().max())]
    names = [safe(target) for target in both["occupation"]]
    positions = both["score_first"], both["score_second"]
    moved = (positions[1] - positions[0]).abs()
    figure = go.Figure(reference_line(ends, ends))
    figure.add_trace(
        go.Scatter(
            x=both["score_first"],
            y=both["score_second"],
            mode="markers+text",
            marker={"size": 9, "color": [shade[target] for target in both["occupation"]]},
            text=legible(
                positions[0].tolist(),
                positions[1].tolist(),
                names,
                moved.tolist(),
                [*zip(*positions, strict=True)],
            ),
            textposition="top center",
            textfont={"size": 10, "color": colours.muted},
            customdata=[[name] for name in names],
            hovertemplate="<b>%{customdata[0]}</b><br>%{x:+.2f} → %{y:+.2f}<extra></extra>",
        )
    )
    figure.update_xaxes(title=f"CABM, {safe(first)}", zeroline=False)
    figure.update_yaxes(title=f"CABM, {safe(second)}", zeroline=False)
    return laid_out(figure, 460).update_layout(margin={"b": 52, "l": 60})
