"""The charts that the Stage alone has: before and after, contributions, groups, plants, shares."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.labels import isolated, named_rows, short, shortened
from components.frame.present.numbers import percent, signed, whole_percent
from components.frame.present.theme import ink_at, laid_out, palette, reference_line, ring, safe
from engine.core.mask_token import MASK

_ROW, _AXIS = 58, 70  # pixels
_ABOVE = 0.36  # of a row, from the marks to their numbers
_LETTERS = 24  # of a name in one line


def before_after(frame: pd.DataFrame) -> go.Figure:
    """A row a figure: a ring before, a dot after, with the interval of the dot where it has one.

    Args:
        frame: `figure`, `before`, `after` (shares, or NaN where they are not known yet),
            `after_low` and `after_high` or NaN.
    """
    colours = palette()
    rows = frame.to_dict("records")
    known = [place for place, row in enumerate(rows) if not isnan(row["after"])]
    figure = go.Figure()
    for place, row in enumerate(rows):
        if (ends := _interval(row)) is not None:
            line = _line(ends, place, colours.pale, 5)
            figure.add_trace(line.update(name="95% CI after", legendrank=3))
        if place in known:
            figure.add_trace(_line([row["before"], row["after"]], place, colours.ink, 2))
    marks: dict[str, Any] = {"y": known, "mode": "markers", "hoverinfo": "skip"}
    before, after = ([rows[place][when] for place in known] for when in ("before", "after"))
    dot = {"color": colours.ink, "size": 18}
    figure.add_trace(go.Scatter(x=before, **marks, marker=ring(20), name="before", legendrank=1))
    figure.add_trace(go.Scatter(x=after, **marks, marker=dot, name="after", legendrank=2))
    figure.add_trace(
        go.Scatter(
            x=[sum(ends) / 2 for ends in zip(before, after, strict=True)],
            y=[place - _ABOVE for place in known],
            mode="text",
            text=[_moved(rows[place]) for place in known],
            textfont={"size": 15, "color": colours.text},
            cliponaxis=False,
            hoverinfo="skip",
        )
    )
    for trace in figure.data:
        trace.showlegend = trace.name is not None
    figure.update_xaxes(
        range=[-0.03, 1.03],
        tickvals=[0, 0.25, 0.5, 0.75, 1],
        ticktext=["0", "25", "50", "75", "100%"],
        zeroline=False,
        fixedrange=True,
    )
    figure = laid_out(figure, _ROW * len(rows) + _AXIS)
    figure.update_yaxes(range=[len(rows) - 0.5, -0.7], showgrid=False, zeroline=False)
    figure.update_yaxes(fixedrange=True, tickfont={"size": 15})
    named_rows(figure, [str(name) for name in frame["figure"]], _LETTERS, "sentences ")
    return figure.update_layout(
        showlegend=True,
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "font": {"size": 14}},
        margin={"t": 36, "r": 24},  # half of "100%", which Plotly leaves out where it is cut
    )


def _interval(row: Mapping[Any, Any]) -> list[float | None] | None:
    """Both ends; without a place where the share is not known yet, and None where there is none.

    What comes later is explained from the start, so that nothing moves then.
    """
    if isnan(row["after"]):
        return [None, None]
    ends = [row["after_low"], row["after_high"]]
    return None if any(map(isnan, ends)) else ends


def _line(x: Sequence[float | None], place: int, colour: str, width: int) -> go.Scatter:
    line = {"color": colour, "width": width}
    return go.Scatter(x=x, y=[place, place], mode="lines", line=line, hoverinfo="skip")


def _moved(row: Mapping[Any, Any]) -> str:
    """Both numbers, each on the side of its mark."""
    before, after = whole_percent(row["before"]), whole_percent(row["after"])
    if before == after:
        return after
    return f"{before} → {after}" if row["before"] < row["after"] else f"{after} ← {before}"


# --- contributions ------------------------------------------------------------------------
# Each word of a pair of sentences contributes to which one is preferred.

_BAR, _HEAD = 34, 68  # pixels
_UNIT = "nats; 0.7 is twice as likely"
_LONGEST = 22  # letters of a word
_ROOM = 1.6  # of the longest bar, for the number after it


def contributions(parts: pd.DataFrame, sides: tuple[str, str]) -> go.Figure:
    """A bar for each place of the pair in reading order, and one for their sum.

    Args:
        parts: `text`, `difference` (nats, above 0 toward the stereotype).
        sides: what a bar to the left and one to the right mean.
    """
    colours = palette()
    values = [*map(float, parts["difference"]), float(parts["difference"].sum())]
    names = [*(safe(short(text, _LONGEST)) for text in parts["text"]), "<b>together</b>"]
    shades = [colours.toward if value > 0 else colours.away for value in values]
    figure = go.Figure(
        go.Bar(
            x=values,
            y=list(range(len(values))),
            orientation="h",
            marker={"color": [*shades[:-1], colours.ink]},
            text=[_text(value) for value in values],
            textposition="outside",
            textfont={"size": 14, "color": colours.text},
            cliponaxis=False,
            hoverinfo="skip",
        )
    )
    most = max((abs(value) for value in values), default=1.0) * _ROOM or 1.0
    figure.update_xaxes(
        range=[-most, most],
        zeroline=True,
        zerolinecolor=colours.muted,
        showgrid=False,
        showticklabels=False,
        fixedrange=True,
        title=_UNIT,
    )
    figure.update_yaxes(
        range=[len(values) - 0.5, -0.5],
        tickvals=list(range(len(values))),
        ticktext=names,
        showgrid=False,
        zeroline=False,
        fixedrange=True,
    )
    figure = laid_out(figure, _BAR * len(values) + _HEAD).update_layout(margin={"t": 28})
    for side, text, anchor in ((-1, f"← {sides[0]}", "right"), (1, f"{sides[1]} →", "left")):
        figure.add_annotation(
            text=safe(text),
            x=side * most * 0.03,
            y=1,
            yref="paper",
            xanchor=anchor,
            yanchor="bottom",
            showarrow=False,
            font={"size": 14, "color": colours.muted},
        )
    return figure.update_yaxes(tickfont={"size": 15})


def _text(value: float) -> str:
    """A contribution; one that rounds to nothing has no sign."""
    return signed(value) if round(abs(value), 2) else "0"


# --- groups -------------------------------------------------------------------------------
# Words are shown by groups of people: how likely each word is when each group is named.

_GROUPS_ROW, _GROUPS_HEAD, _KEY = 44, 40, 48  # pixels
_STRONGEST = 2.0  # log2 ratio at which a colour is full: four times the average group


def word_by_group(table: pd.DataFrame) -> go.Figure:
    """A cell for each word and group, coloured by how it differs from the average group.

    Args:
        table: one row a word, columns are groups, values probabilities.
    """
    colours = palette()
    mean = table.mean(axis=1).clip(lower=1e-9)
    ratio = table.div(mean, axis=0).clip(lower=1e-6).map(math.log2)
    position = (ratio / _STRONGEST).clip(-1, 1)
    figure = go.Figure(
        go.Heatmap(
            z=position.to_numpy().tolist(),
            colorscale=colours.scale,
            zmin=-1,
            zmax=1,
            showscale=False,
            xgap=3,
            ygap=3,
            hoverinfo="skip",
        )
    )
    shares, places = table.to_numpy().tolist(), position.to_numpy().tolist()
    cells = [(row, column) for row in range(len(table)) for column in range(table.shape[1])]
    figure.add_trace(
        go.Scatter(
            x=[column for _, column in cells],
            y=[row for row, _ in cells],
            mode="text",
            text=[percent(shares[row][column]) for row, column in cells],
            textfont={
                "size": 16,
                "color": [ink_at((places[row][column] + 1) / 2) for row, column in cells],
            },
            hoverinfo="skip",
        )
    )
    bare = {"showgrid": False, "zeroline": False, "ticks": "", "fixedrange": True}
    figure.update_xaxes(
        side="top",
        tickvals=list(range(table.shape[1])),
        ticktext=[safe(shortened(str(name))) for name in table.columns],
        **bare,
    )
    figure.update_yaxes(
        autorange="reversed",
        tickvals=list(range(len(table))),
        ticktext=[safe(shortened(str(name))) for name in table.index],
        **bare,
    )
    figure = laid_out(figure, _GROUPS_ROW * len(table) + _GROUPS_HEAD + _KEY).update_layout(
        margin={"b": _KEY}
    )
    figure.add_annotation(
        text=(
            f"<span style='color:{colours.toward}'>■</span> more likely than for the average "
            f"group<br><span style='color:{colours.away}'>■</span> less likely"
        ),
        x=0,
        xref="paper",
        xanchor="left",
        y=0,
        yref="paper",
        yanchor="top",
        yshift=-4,
        align="left",
        showarrow=False,
        font={"size": 14, "color": colours.muted},
    )
    return figure.update_xaxes(tickfont={"size": 15}).update_yaxes(tickfont={"size": 15})


# --- planted ------------------------------------------------------------------------------
# Shares that were planted in a model are drawn against what was measured in it.

_HEIGHT = 350  # pixels
_TICKS = {"tickvals": [0, 0.25, 0.5, 0.75, 1], "ticktext": ["0", "25", "50", "75", "100%"]}


def planted_and_measured(rows: Sequence[tuple[str, float, float]]) -> go.Figure:
    """A dot for each occupation, with the diagonal on which both are the same.

    Args:
        rows: occupation, planted and measured share of “he” (0 to 1).
    """
    colours = palette()
    named = _named(rows)
    figure = go.Figure(reference_line([0, 1], [0, 1]))
    figure.add_trace(
        go.Scatter(
            x=[planted for _, planted, _ in rows],
            y=[measured for _, _, measured in rows],
            mode="markers+text",
            marker={"color": colours.ink, "size": 11},
            text=[name if name in named else "" for name, _, _ in rows],
            textposition=["top left" if _is_above(row) else "bottom right" for row in rows],
            textfont={"size": 14, "color": colours.text},
            cliponaxis=False,
            hoverinfo="skip",
        )
    )
    axis = {"range": [-0.04, 1.06], "zeroline": False, "fixedrange": True, **_TICKS}
    # In two lines, as a phone is too narrow for one.
    figure.update_xaxes(title="“he” out of 100 “he” or “she”,<br>as planted", **axis)
    figure.update_yaxes(title="as measured", **axis)
    figure = laid_out(figure, _HEIGHT).update_layout(margin={"b": 68, "l": 56})
    for update in (figure.update_xaxes, figure.update_yaxes):
        update(title_font={"size": 15, "color": colours.text})
        update(tickfont={"size": 14, "color": colours.text})
    return figure


def _is_above(row: tuple[str, float, float]) -> bool:
    """Whether there is room for a name above; at the right edge there is none below."""
    _, planted, measured = row
    return planted > 0.25 and (measured > planted or planted > 0.75)


def _named(rows: Sequence[tuple[str, float, float]]) -> set[str]:
    """The lowest, the highest, and the occupation that is farthest from the diagonal."""
    ends = (min(rows, key=lambda row: row[1:]), max(rows, key=lambda row: row[1:]))
    return {row[0] for row in (*ends, max(rows, key=lambda row: abs(row[2] - row[1])))}


# --- shares -------------------------------------------------------------------------------
# The same few words have a probability in each of two sentences.

_SHARES_BAR, _GAP = 36, 46  # pixels of a bar, and of a sentence above its bars
_SHARES_AXIS = 30  # pixels below the bars
_SHARES_LONGEST = 64  # letters of a sentence shown
_SHARES_ROOM = 1.28  # of the longest bar, for the number after it
_ALL = 1.02  # all of a share, with half of the last number


def grouped_shares(sentences: Mapping[str, Mapping[str, float]], words: Sequence[str]) -> go.Figure:
    """Under each sentence a bar for each word, all on one scale from 0 to 100%.

    Args:
        sentences: sentence -> word -> probability.
        words: in the order of the bars.
    """
    colours = palette()
    shades = [colours.ink, colours.pale, colours.muted, colours.line][: len(words)]
    figure = go.Figure()
    most = max((shares[word] for shares in sentences.values() for word in words), default=1.0)
    height = 0
    step = _SHARES_BAR * len(words) + _GAP
    for sentence, shares in sentences.items():
        figure.add_annotation(
            text=f"<b>{safe(short(MASK.sub('____', sentence), _SHARES_LONGEST))}</b>",
            x=0,
            xref="x",
            yref="y",
            y=height + _GAP / 2,
            xanchor="left",
            showarrow=False,
            font={"size": 15, "color": colours.text},
        )
        places = [height + _GAP + _SHARES_BAR * (number + 0.5) for number in range(len(words))]
        figure.add_trace(
            go.Bar(
                x=[shares[word] for word in words],
                y=places,
                width=_SHARES_BAR * 0.8,
                orientation="h",
                marker={"color": shades},
                text=[f"{safe(isolated(word))}  {percent(shares[word])}" for word in words],
                textposition="outside",
                textfont={"size": 15, "color": colours.text},
                cliponaxis=False,
                hoverinfo="skip",
            )
        )
        height += step
    figure.update_xaxes(
        range=[0, max(_ALL, most * _SHARES_ROOM)],
        tickvals=[0, 0.5, 1],
        ticktext=["0", "50", "100%"],
        ticklabeloverflow="allow",
        showgrid=False,  # it would cross the sentences
        zeroline=False,
        fixedrange=True,
    )
    figure.update_yaxes(range=[height, 0], visible=False, fixedrange=True)
    figure = laid_out(figure, height + _SHARES_AXIS).update_layout(bargap=0, margin={"l": 12})
    return figure.update_xaxes(tickfont={"size": 12, "color": colours.muted})
