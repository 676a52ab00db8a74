"""Figures of the CABM page: the weights, scores against the probability gap, and two models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.cabm.charts.marks import dotted, key, leaning, marks, zero_line
from components.frame.present import plot
from components.frame.present.labels import legible
from components.frame.present.numbers import number, signed
from components.frame.present.theme import laid_out, palette, reference_line, safe
from engine.measures.cabm.data.sentences import Groups


def weights(
    values: Mapping[str, float], intervals: Mapping[str, Sequence[float]] | None
) -> go.Figure:
    """Weight of each feature, with its bootstrap interval.

    Args:
        values: feature -> weight.
        intervals: feature -> 95% interval; a feature left out of the weighting has none.
    """
    colours = palette()
    figure = go.Figure()
    names = [*values][::-1]
    bounds_of = intervals or {}
    known = {name: bounds_of[name] for name in names if name in bounds_of}
    for name, bounds in known.items():
        figure.add_trace(
            go.Scatter(
                x=list(bounds),
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
    ends = {name: known.get(name, [values[name]])[-1] for name in names}
    for name in names:
        # Right of the band, where the line at equal weights does not cross the text.
        figure.add_annotation(
            x=max(ends[name], values[name]),
            y=name,
            text=number(values[name], ".2f"),
            showarrow=False,
            xanchor="left",
            xshift=12,
            font={"color": colours.text},
        )
    zero_line(figure, 1 / len(names))
    figure.update_xaxes(range=[-0.04, 1.16], tickvals=[0, 1 / 3, 0.5, 1], fixedrange=True)
    figure.update_xaxes(ticktext=["0", "⅓", "½", "1"], showgrid=False, zeroline=False)
    figure.update_yaxes(fixedrange=True, showgrid=False, range=[-0.5, len(names) - 0.35])
    bands = [("line", colours.pale, "95% CI")] if known else []
    equal = ("dotted", colours.muted, "equal weights")
    return plot.keyed(laid_out(figure, 200), ("dot", colours.ink, "weight"), *bands, equal)


def against_unmasking(frame: pd.DataFrame, groups: Groups, label: str) -> go.Figure:
    """Scores against the probability gap at a masked word, with its interval over templates.

    Args:
        frame: `occupation`, `list`, `category`, `score`, `unmasking`, `low`, `high`.
        label: name of `unmasking` on the axis.
    """
    rows: list[dict[Any, Any]] = frame.to_dict("records")
    figure = go.Figure()
    zero_line(figure, 0)
    figure.add_hline(y=0, line=dotted())
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
            marker=marks(frame, groups).marker(),
            customdata=[
                [safe(row["occupation"]), signed(row["score"]), signed(row["unmasking"])]
                for row in rows
            ],
            hovertemplate="<b>%{customdata[0]}</b><br>CABM %{customdata[1]}<br>"
            + f"{safe(label)} %{{customdata[2]}}<extra></extra>",
        )
    )
    figure.update_xaxes(title=leaning(groups, "CABM"), zeroline=False)
    figure.update_yaxes(title=safe(label), zeroline=False)
    figure = laid_out(figure, 380).update_layout(margin={"b": 52, "l": 60})
    return plot.keyed(figure, *key(frame, groups), ("line", palette().pale, "95% CI"))


def two_models(
    both: pd.DataFrame, frame: pd.DataFrame, first: str, second: str, groups: Groups
) -> go.Figure:
    """Scores of the same occupations in two models; on the diagonal they agree.

    Args:
        both: `occupation`, `score_first`, `score_second`.
        frame: scores of the second model, for the marks.
        first: name of the first model.
        second: name of the second model.
    """
    colours = palette()
    shared = both[["occupation"]].merge(frame, on="occupation", how="left")
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
            marker=marks(shared, groups).marker(),
            text=legible(
                positions[0].tolist(),
                positions[1].tolist(),
                names,
                moved.tolist(),
                [*zip(*positions, strict=True)],
            ),
            textposition="top center",
            textfont={"size": 10, "color": colours.muted},
            customdata=[
                [name, signed(first), signed(second)]
                for name, first, second in zip(names, *positions, strict=True)
            ],
            hovertemplate="<b>%{customdata[0]}</b><br>%{customdata[1]} → %{customdata[2]}"
            "<extra></extra>",
        )
    )
    figure.update_xaxes(title=f"CABM, {safe(first)}", zeroline=False)
    figure.update_yaxes(title=f"CABM, {safe(second)}", zeroline=False)
    figure = laid_out(figure, 460).update_layout(margin={"b": 52, "l": 60})
    return plot.keyed(
        figure, *key(shared, groups), ("dotted", colours.muted, "the same in both models")
    )


# --- employment ---------------------------------------------------------------------------
# Figures of occupations against the share of women who work in them.

# Of a name at size 11 in a figure half a page wide, as parts of what the marks span.
_LETTER, _LINE = 0.023, 0.085


def scatter(rows: Sequence[Mapping[str, Any]], figure: str, title: str) -> go.Figure:
    """One mark an occupation, with its name where there is room.

    Args:
        rows: `occupation`, `employed` (percent), `year`, and the figure.
        figure: its key in the rows; higher leans male.
        title: of the figure, on the axis.
    """
    colours = palette()
    shares = [row["employed"] for row in rows]
    values = [row[figure] for row in rows]
    names = [safe(row["occupation"]) for row in rows]
    middle = sum(values) / len(values)
    drawn = go.Figure()
    drawn.add_hline(y=0, line=dotted())
    drawn.add_trace(
        go.Scatter(
            x=shares,
            y=values,
            mode="markers+text",
            marker={"color": colours.ink, "size": 9},
            text=legible(
                shares,
                values,
                names,
                [
                    abs(share - 50) / 50 + abs(value - middle)
                    for share, value in zip(shares, values, strict=True)
                ],
                [*zip(shares, values, strict=True)],
                _LETTER,
                _LINE,
            ),
            textposition="top center",
            textfont={"size": 11, "color": colours.muted},
            customdata=[
                [name, number(row["employed"], ".0f"), row["year"], signed(row[figure])]
                for name, row in zip(names, rows, strict=True)
            ],
            hovertemplate="<b>%{customdata[0]}</b><br>%{customdata[1]}% women employed "
            f"(%{{customdata[2]}})<br>{safe(title)} %{{customdata[3]}}<extra></extra>",
        )
    )
    drawn.update_xaxes(
        title="women among those employed, %",
        range=[-14, 114],
        tickvals=[0, 25, 50, 75, 100],
        zeroline=False,
        fixedrange=True,
    )
    drawn.update_yaxes(title=safe(title), zeroline=False)
    return laid_out(drawn, 380).update_layout(margin={"b": 52, "l": 60})
