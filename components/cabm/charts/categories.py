"""Figures of the categories, of the features with either group, and of how the scores lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.cabm import wording
from components.cabm.charts.marks import FIRST, SECOND, leaning, marks, unsettled, zero_line
from components.cabm.charts.ranking import ROW
from components.frame.present.labels import short
from components.frame.present.numbers import interval_text, number, signed
from components.frame.present.theme import ink_on, laid_out, palette, safe
from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.scores import NEUTRAL, NOT_SETTLED, biased
from engine.measures.cabm.validation import density

_APART = 0.09  # of a row, between marks of similar score


def by_category(frame: pd.DataFrame, groups: Groups, threshold: float) -> go.Figure:
    """Every score in the row of its category.

    Args:
        frame: `occupation`, `list`, `score`, `category`, `said`.
    """
    order = [name for name in _order(groups) if (frame["category"] == name).any()]
    figure = go.Figure()
    zero_line(figure, -threshold, threshold)
    for row, name in enumerate(order):
        held = frame[frame["category"] == name].sort_values("score")
        figure.add_trace(
            go.Scatter(
                x=held["score"],
                # Neighbours alternate, so that marks of similar score do not cover each other.
                y=[row + _APART * (place % 5 - 2) for place in range(len(held))],
                mode="markers",
                marker=marks(held, groups).marker(),
                customdata=[
                    [safe(target), signed(score)]
                    for target, score in zip(held["occupation"], held["score"], strict=True)
                ],
                hovertemplate="<b>%{customdata[0]}</b>: %{customdata[1]}<extra></extra>",
            )
        )
    said = frame.drop_duplicates("category").set_index("category")["said"].str.partition(",")[0]
    sizes = frame["category"].value_counts()
    figure.update_xaxes(title=leaning(groups, "CABM"), zeroline=False)
    figure.update_yaxes(
        tickvals=[*range(len(order))],
        ticktext=[f"{safe(said[name])} (n {sizes[name]})" for name in order],
        range=[-0.6, len(order) - 0.4],
        fixedrange=True,
        zeroline=False,
    )
    return laid_out(figure, 90 * len(order) + 70).update_layout(margin={"b": 52})


def _order(groups: Groups) -> tuple[str, ...]:
    """From the second group's side to the first's."""
    first, second = biased(groups)
    return second, NEUTRAL, NOT_SETTLED, first


def category_counts(counts: Mapping[str, Mapping[str, int]], groups: Groups) -> go.Figure:
    """Number of occupations in each category under each weighting.

    Args:
        counts: name of the weighting -> category -> number.
    """
    colours = palette()
    figure = go.Figure()
    names = [safe(name) for name in counts][::-1]
    shades = (colours.pale, colours.line, colours.page, colours.ink)
    before = [0] * len(names)
    for category, shade in zip(_order(groups), shades, strict=True):
        sizes = [each.get(category, 0) for each in counts.values()][::-1]
        if not any(sizes):
            continue
        said = safe(wording.spoken(category, groups))
        figure.add_trace(
            go.Bar(
                x=sizes,
                y=names,
                orientation="h",
                name=said,
                marker={"color": shade, "line": {"color": unsettled(), "width": 1}},
                hovertemplate=f"%{{y}}: %{{x}} {said}<extra></extra>",
            )
        )
        figure.add_trace(
            go.Scatter(
                x=[start + size / 2 for start, size in zip(before, sizes, strict=True)],
                y=names,
                mode="text",
                text=[str(size or "") for size in sizes],
                textfont={"color": ink_on(shade), "size": 13},
                showlegend=False,
                hoverinfo="skip",
            )
        )
        before = [start + size for start, size in zip(before, sizes, strict=True)]
    figure.update_layout(barmode="stack")
    figure.update_xaxes(showgrid=False, fixedrange=True, visible=False)
    figure.update_yaxes(showgrid=False, fixedrange=True)
    return laid_out(figure, 36 * len(names) + 60).update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.02, "yanchor": "top", "traceorder": "normal"},
    )


# --- by group -----------------------------------------------------------------------------
# These figures show the features with either group, and how far vectors move between them.

_BY_GROUP_APART = 0.16  # of a row, between two intervals in it
_NAME = 22  # characters of an occupation; the rest is shown on hover


def pairs(values: pd.DataFrame, groups: Groups, column: str, title: str) -> go.Figure:
    """A mark for each group in every row, joined by a line; sorted by the difference.

    Args:
        values: `occupation`, `group` and the column.
        title: of the axis.
    """
    table = values.pivot(index="occupation", columns="group", values=column)
    first, second = (table[name] for name in groups.names)
    order = (first - second).sort_values(kind="stable").index
    table = table.loc[order]
    figure = go.Figure()
    zero_line(figure, 0.0)
    figure.add_trace(_lines(table[groups.names[0]].tolist(), table[groups.names[1]].tolist()))
    for name, symbol in zip(groups.names, (FIRST, SECOND), strict=True):
        held: list[float] = table[name].tolist()
        told = [
            f"{safe(target)}, {safe(name)}: {signed(value)}"
            for target, value in zip(order, held, strict=True)
        ]
        figure.add_trace(_marks(held, symbol, name, told))
    figure.update_xaxes(title=title, zeroline=False, side="top")
    return _rows(figure, [*order])


def shifts(frame: pd.DataFrame) -> go.Figure:
    """How far an occupation's vector and its sentence's move, with intervals; largest on top.

    Args:
        frame: `occupation`, `occupation_shift`, `sentence_shift`, each with `_low` and `_high`;
            the sentence's may be missing.
    """
    ranked = frame.iloc[::-1].reset_index(drop=True)
    kinds = [("occupation_shift", FIRST, "own vector"), ("sentence_shift", SECOND, "sentence")]
    figure = go.Figure()
    for (name, symbol, said), apart in zip(kinds, (_BY_GROUP_APART, -_BY_GROUP_APART), strict=True):
        if ranked[name].isna().all():
            continue
        low, high = ranked[f"{name}_low"].tolist(), ranked[f"{name}_high"].tolist()
        figure.add_trace(_lines(low, high, apart))
        told = [
            f"{safe(row['occupation'])}, {said}: {number(row[name], '.2f')}, "
            + interval_text((row[f"{name}_low"], row[f"{name}_high"]), ".2f")
            for row in ranked.to_dict("records")
        ]
        figure.add_trace(_marks(ranked[name].tolist(), symbol, said, told, apart))
    figure.update_xaxes(title="distance between the mean vectors", side="top", rangemode="tozero")
    return _rows(figure, ranked["occupation"].tolist())


def _lines(low: Sequence[float], high: Sequence[float], apart: float = 0.0) -> go.Scatter:
    ends = [end for pair in zip(low, high, strict=True) for end in (*pair, None)]
    return go.Scatter(
        x=ends,
        y=[place for row in range(len(low)) for place in (row + apart, row + apart, None)],
        mode="lines",
        line={"color": unsettled(), "width": 1.5},
        showlegend=False,
        hoverinfo="skip",
    )


def _marks(
    values: Sequence[float], symbol: str, name: str, told: Sequence[str], apart: float = 0.0
) -> go.Scatter:
    return go.Scatter(
        x=list(values),
        y=[row + apart for row in range(len(values))],
        mode="markers",
        name=safe(name),
        marker={
            "symbol": symbol,
            "size": 9,
            "color": palette().ink,
            "line": {"width": 1.5, "color": palette().ink},
        },
        customdata=list(told),
        hovertemplate="%{customdata}<extra></extra>",
    )


def _rows(figure: go.Figure, names: Sequence[str]) -> go.Figure:
    figure.update_yaxes(
        tickvals=[*range(len(names))],
        ticktext=[safe(short(name, _NAME)) for name in names],
        range=[-0.8, len(names) - 0.2],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )
    figure = laid_out(figure, ROW * len(names) + 90)
    figure.update_yaxes(tickfont={"size": 12})
    return figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": -0.02, "yanchor": "top"},
        margin={"t": 48},
    )


# --- densities ----------------------------------------------------------------------------
# Kernel densities (KDE) show how scores lie: one curve for each set of occupations.

_DASHES = ("solid", "dash", "dot", "dashdot")
_DENSITIES_NAME = 24  # characters of a row's name


def densities(
    scores: Mapping[str, Sequence[float]],
    targets: Mapping[str, Sequence[str]],
    groups: Groups,
) -> go.Figure:
    """Kernel density of each set's scores, above a row of its own with a tick for every score.

    Args:
        scores: name of the set, such as a list -> score of every occupation in it.
        targets: name of the set -> names of the occupations, in the same order.
    """
    colours = palette()
    edge = _edge(scores)
    curves = {name: density(each, -edge, edge) for name, each in scores.items()}
    curved = any(curve["x"] for curve in curves.values())
    figure = make_subplots(
        rows=2,
        cols=1,
        shared_xaxes=True,
        row_heights=[0.75, 0.25] if curved else [0.01, 0.99],
        vertical_spacing=0.03,
    )
    inks = (colours.text, colours.muted, colours.ink, colours.text)
    rows = [f"{short(name, _DENSITIES_NAME)} (n {len(each)})" for name, each in scores.items()]
    for row, (name, each) in enumerate(scores.items()):
        look = {"color": inks[row % 4], "width": 2.5, "dash": _DASHES[row % 4]}
        curve = curves[name]
        figure.add_trace(
            go.Scatter(
                x=curve["x"],
                y=curve["y"],
                mode="lines",
                line=look,
                name=safe(rows[row]),
                hoverinfo="skip",
            ),
            row=1,
            col=1,
        )
        figure.add_trace(
            go.Scatter(
                x=list(each),
                y=[-row] * len(each),
                mode="markers",
                marker={"symbol": "line-ns-open", "size": 10, "color": look["color"]},
                showlegend=False,
                customdata=[
                    [safe(target), signed(score)]
                    for target, score in zip(targets[name], each, strict=True)
                ],
                hovertemplate="%{customdata[0]}: %{customdata[1]}<extra></extra>",
            ),
            row=2,
            col=1,
        )
    figure.update_xaxes(zeroline=False, showgrid=False, range=[-edge, edge])
    figure.update_xaxes(title=leaning(groups, "CABM"), row=2, col=1)
    figure.update_yaxes(title="density", fixedrange=True, visible=curved, row=1, col=1)
    figure.update_yaxes(
        tickvals=[-row for row in range(len(scores))],
        ticktext=[safe(row) for row in rows],
        range=[0.5 - len(scores), 0.5],
        showgrid=False,
        zeroline=False,
        fixedrange=True,
        row=2,
        col=1,
    )
    return laid_out(figure, 400 if curved else 90 + 50 * len(scores)).update_layout(
        showlegend=curved,
        legend={"orientation": "h", "y": 1.12},
        margin={"b": 52, "t": 40 if curved else 8},
    )


def _edge(scores: Mapping[str, Sequence[float]]) -> float:
    """How far either side of 0 the axis runs: to where the curves end."""
    farthest = max((abs(score) for each in scores.values() for score in each), default=1.0)
    widths = [density(each, 0, 0, 2)["bandwidth"] or 0.0 for each in scores.values()]
    return 1.05 * farthest + 3 * max(widths, default=0.0)
