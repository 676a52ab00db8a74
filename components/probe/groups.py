"""Probe results for a `{group}` slot: word by group, and how much the groups differ."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from plotly.subplots import make_subplots

from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.labels import shortened
from components.frame.present.numbers import percent, signed
from components.frame.present.theme import ink_on, laid_out, palette, safe
from components.frame.present.words import shown_word
from components.frame.shell.model_bar import Subject
from components.frame.widgets import beside, export
from components.probe import pinned
from components.probe.controls import Question
from engine.measures.completion.group_completion import contributions, furthest_pair

_SMALLEST = 0.0005  # bits; a smaller change is 0.000 on screen
_READ = (
    "Each column is the sentence with one group; numbers in cells are percentages. Orange: more "
    "likely than for the average group; blue: less likely; words below 0.01% for every group have "
    "no colour. Rows: the words you looked up, then the words that differ most. Right: the word's "
    "share of the difference (the divergence), in bits."
)
_READ_CHANGE = (
    " Last part: the change in percentage points. Orange: the word is further from the average "
    "group than before; blue: nearer."
)
_MOST_ROWS = 20  # words drawn at once, unless more were looked up


def draw_probe_groups(
    question: Question,
    subject: Subject,
    other: Subject | None,
    remember: Callable[[list[str]], None],
) -> None:
    """Heatmaps, divergence and exports of one template.

    Args:
        remember: called before anything is drawn, with the words that differ most for the
            measured model.
    """
    item = {"text": question.text, "groups": list(question.groups)}
    first = session.measure("group_completion", subject.spec, [item], question.group_completion())
    masks = first.values[0]["masks"]
    remember([shown_word(word, subject.facts.uncased) for word in masks[0]["words"][:5]])
    containers = (
        st.tabs([f"Masked word {number}" for number in range(1, len(masks) + 1)])
        if len(masks) > 1
        else [st.container()]
    )
    for mask, container in enumerate(containers):
        with container:
            _one_mask(question, mask, subject, other, masks[mask])


def _one_mask(
    question: Question, mask: int, subject: Subject, other: Subject | None, table: dict[str, Any]
) -> None:
    # The same rows for both models, so that the two heatmaps can be compared.
    words = heatmap_words(question.targets, table["words"])
    item = {"text": question.text, "groups": list(question.groups)}
    params = question.group_completion(words)
    measurements = beside.measure_both("group_completion", subject, other, [item], params)
    shown = [entry for entry, _ in measurements]
    values = [measurement.values[0] for _, measurement in measurements]
    tables = [value["masks"][mask] for value in values]
    differing = [shown_word(word, subject.facts.uncased) for word in table["words"]]
    st.markdown(conclusion(values[-1]["groups"], tables[-1], differing))
    if len(tables) > 1:
        before, after = (entry["divergence"] for entry in tables)
        st.markdown(changed(before, after, *(entry.label for entry in shown)))
    for column, entry, found in zip(st.columns(len(measurements)), shown, tables, strict=True):
        column.metric(
            f"Difference between the groups, {explain.plain(entry.label)}"
            if len(measurements) > 1
            else "Difference between the groups",
            f"{found['divergence']:.3f} bits",
            help="The divergence of the groups' words. 0: the model expects the same words for "
            f"every group. The maximum for {len(question.groups)} groups is "
            f"{math.log2(len(question.groups)):.2f} bits.",
        )
    frames = probabilities(values, mask)
    if frames[-1].empty:
        st.markdown(":gray[None of these words is in the vocabulary of every model shown.]")
        return
    # The same rows for all models, so their words are written alike.
    uncased = all(entry.facts.uncased for entry in shown)
    names = row_names(list(frames[-1].index), question.targets, uncased)
    figure = group_heatmaps(
        [
            (entry.label, frame.rename(index=names))
            for entry, frame in zip(shown, frames, strict=True)
        ]
    )
    plot.draw_figure(
        figure,
        key=f"groups_{mask}",
        title="Probability of each word for each group",
        says=_says(shown, frames, names),
    )
    if any(value.get("continued") for value in values):
        st.caption(beside.first_pieces("words"))
    explain.note(_READ + (_READ_CHANGE if len(shown) > 1 else ""))
    with st.expander("How different are the groups, two by two?"):
        for entry, value in zip(shown, values, strict=True):
            _pairwise(entry.label, value, mask)
    export.row(
        f"groups-{mask + 1}",
        group_rows(shown, values, mask),
        figure,
        question.command().for_model(subject.spec).line(),
        beside.manifest(measurements),
        f"Words for each group in {pinned.quoted(question.text, 60)}",
        reading=differing_most(values[-1]["groups"], tables[-1], differing) + f" {pinned.EXAMPLE}",
        live=pinned.live_groups(question, shown, words),
        about=" and ".join(entry.label for entry in shown),
    )


def row_names(words: list[str], targets: tuple[str, ...], uncased: bool) -> dict[str, str]:
    """Word -> how it is written on screen; words looked up stay as they were typed.

    Two rows never have the same name: the word of the model stays as its tokenizer writes it then.
    """
    taken = {word for word in words if word in targets}
    return {
        word: shown
        for word in words
        if word not in targets and (shown := shown_word(word, uncased)) not in taken
    }


def conclusion(groups: list[str], table: dict[str, Any], words: list[str]) -> str:
    """As `differing_most`, with what one sentence cannot say (markdown)."""
    return (
        f"{differing_most(groups, table, words)}  \n:gray[Nothing is sampled, so there is no "
        "interval: another sentence may order the groups differently.]"
    )


def differing_most(groups: list[str], table: dict[str, Any], words: list[str]) -> str:
    """Which two groups get the most different words, and which words those are (markdown).

    Args:
        table: of one mask, with `pairwise`.
        words: those that differ most, as they are shown.
    """
    first, second, bits = furthest_pair(groups, table["pairwise"])
    named = ", ".join(f"“{explain.plain(word)}”" for word in words[:3])
    pair = f"**{explain.plain(first)}** and **{explain.plain(second)}**"
    only = "The model's words for" if len(groups) == 2 else "In this sentence the words for"
    most = "differ by" if len(groups) == 2 else "differ most, by"
    return (
        f"{only} {pair} {most} {bits:.3f} of at most 1 bit; the words that depend most on the "
        f"group: {named}."
    )


def changed(before: float, after: float, first: str, second: str) -> str:
    """What the change of model does to the difference between the groups (markdown).

    Args:
        before: divergence under the model compared with, bits.
        after: under the measured model.
    """
    change = after - before
    if abs(change) < _SMALLEST:
        how = "by the same amount, to a thousandth of a bit, as"
    else:
        how = f"**{'more' if change > 0 else 'less'}**, by {abs(change):.3f} bits, than"
    return (
        f"Under {explain.plain(second)} the groups' words differ {how} under "
        f"{explain.plain(first)} ({before:.3f} → {after:.3f} bits)."
    )


def heatmap_words(targets: tuple[str, ...], differing: list[str]) -> tuple[str, ...]:
    """Words of the heatmap: all words looked up, then those that differ most, up to the limit."""
    free = max(0, _MOST_ROWS - len(targets))
    return tuple(dict.fromkeys((*targets, *differing[:free])))


def probabilities(values: list[dict[str, Any]], mask: int) -> list[pd.DataFrame]:
    """Word by group probabilities of each model, without words that one of them lacks."""
    frames = [
        pd.DataFrame(
            {
                group: {entry["word"]: entry["probability"] for entry in entries}
                for group, entries in zip(
                    value["groups"], value["masks"][mask]["targets"], strict=True
                )
            }
        ).dropna()
        for value in values
    ]
    common = [word for word in frames[-1].index if all(word in frame.index for frame in frames)]
    return [frame.loc[common].astype(float) for frame in frames]


def _says(shown: list[Subject], frames: list[pd.DataFrame], names: Mapping[str, str]) -> str:
    """Of each model, the most likely word of every group, and the size of the table."""
    return in_words.each(
        (
            entry.label,
            in_words.cells(
                [names.get(word, word) for word in map(str, frame.index)],
                [*map(str, frame.columns)],
                frame.to_numpy().tolist(),
                percent,
            ),
        )
        for entry, frame in zip(shown, frames, strict=True)
    )


def _pairwise(label: str, value: dict[str, Any], mask: int) -> None:
    groups = value["groups"]
    table = pd.DataFrame(value["masks"][mask]["pairwise"], index=groups, columns=groups)
    st.markdown(f"**{explain.plain(label)}**")
    st.dataframe(table.style.format("{:.3f}"), width="content")
    st.caption(
        f"Jensen-Shannon divergence of every two groups under {explain.plain(label)}, in bits: 0 "
        "means exactly the same words, 1 is the maximum. A small number in one sentence does not "
        "show that two groups are treated alike."
    )


def group_rows(shown: list[Subject], values: list[dict[str, Any]], mask: int) -> pd.DataFrame:
    """One row a model, group and word, for export."""
    lines: list[dict[str, Any]] = []
    for subject, value in zip(shown, values, strict=True):
        for group, text, entries in zip(
            value["groups"], value["texts"], value["masks"][mask]["targets"], strict=True
        ):
            lines += [
                {"model": subject.label, "group": group, "sentence": text, **word}
                for word in entries
            ]
    return pd.DataFrame(lines).astype({"rank": "Int64"})


# --- charts -------------------------------------------------------------------------------
# Figures of the Probe page: word by group.

_ROW = 32  # pixels a row of the heatmap
_READABLE = 16  # groups, up to which a cell has room for its number
_SHOWN = 0.0001  # a smaller share is written as < 0.01%
_STRONGEST = 3.0  # log2 ratio at which the colour is full: eight times the average


def group_heatmaps(tables: Sequence[tuple[str, pd.DataFrame]]) -> go.Figure:
    """Word by group, one heatmap per model on the same axes, and the change between two.

    A cell is coloured by how much more likely the word is than for the average group; the
    number at the end of a row is the word's share of the divergence, in bits. In the change it is
    coloured by whether the word is further from the average group than before.

    Args:
        tables: name of the model, and its table: one row a word, columns are groups, values
            probabilities (0 to 1). All tables have the same groups and words.
    """
    table = tables[0][1]
    height = _ROW * max(1, len(table))
    longest = max(len(shortened(str(group))) for group in table.columns)
    # Room for the names of the groups, which tilt in a narrow window.
    head = 56 + longest * (5 if len(table.columns) <= _READABLE else 8)
    count = len(tables) if len(tables) == 1 else len(tables) + 1
    gap = head / (height * count + head * (count - 1))
    figure = make_subplots(rows=count, cols=1, vertical_spacing=gap if count > 1 else 0)
    for row, (name, frame) in enumerate(tables, start=1):
        _heatmap(figure, frame, row)
        if count > 1:
            figure.update_xaxes(title={"text": f"<b>{safe(name)}</b>"}, row=row)
    if count > 1:
        _change(figure, tables[0][1], tables[-1][1], count)
    # A line at zero would show as dashes in the gaps between the first cells.
    bare = {"fixedrange": True, "showgrid": False, "zeroline": False, "ticks": ""}
    figure.update_xaxes(side="top", autotickangles=[0, -35, -90], **bare)
    figure.update_yaxes(autorange="reversed", **bare)
    figure = laid_out(figure, (height + head) * count).update_layout(margin={"r": 64})
    return figure.update_xaxes(title_font={"size": 14, "color": palette().text})


def _ratios(table: pd.DataFrame) -> pd.DataFrame:
    """log2 of how much more likely a word is than for the average group.

    0 in rows whose every share is too small to be shown: their ratios say nothing.
    """
    mean = table.mean(axis=1)
    shown = (mean > 0) & (table.max(axis=1) >= _SHOWN)
    ratio = table.div(mean.where(shown, 1), axis=0).clip(lower=1e-6).map(math.log2)
    return ratio.where(shown, 0.0)


def _points(change: float) -> str:
    """A change in percentage points; one that rounds to nothing has no sign."""
    return signed(change, 2) if round(abs(change), 2) else "0.00"


def _change(figure: go.Figure, before: pd.DataFrame, after: pd.DataFrame, row: int) -> None:
    """What changed from one model to the other, in percentage points."""
    further = _ratios(after).abs() - _ratios(before).abs()
    points = (100 * (after - before)).map(_points)
    hover = [
        [f"{safe(str(word))} for {safe(str(group))}: {text} points" for group, text in line.items()]
        for word, line in points.iterrows()
    ]
    figure.add_trace(_cells(further, hover), row=row, col=1)
    if len(after.columns) <= _READABLE:
        figure.add_trace(_cell_numbers(further, points), row=row, col=1)
    figure.update_xaxes(
        **_named(after.columns), title={"text": "<b>Change, percentage points</b>"}, row=row, col=1
    )
    figure.update_yaxes(**_named(after.index), row=row, col=1)


def _heatmap(figure: go.Figure, table: pd.DataFrame, row: int) -> None:
    """Rows and columns are numbered and labelled, since two shortened names may be equal."""
    ratio = _ratios(table)
    shares = table.map(percent)
    hover = [
        [
            f"{safe(str(word))} for {safe(str(group))}: {safe(share)}"
            for group, share in line.items()
        ]
        for word, line in shares.iterrows()
    ]
    figure.add_trace(_cells(ratio, hover), row=row, col=1)
    if len(table.columns) <= _READABLE:
        figure.add_trace(_cell_numbers(ratio, shares), row=row, col=1)
    figure.update_xaxes(**_named(table.columns), row=row, col=1)
    figure.update_yaxes(**_named(table.index), row=row, col=1)
    for line, contribution in enumerate(contributions(table.to_numpy().T)):
        figure.add_annotation(
            text=f"{contribution:.3f}",
            x=1.0,
            xref="x domain",
            xanchor="left",
            xshift=6,
            y=line,
            showarrow=False,
            font={"size": 13, "color": palette().muted},
            row=row,
            col=1,
        )


def _cells(values: pd.DataFrame, hover: list[list[str]]) -> go.Heatmap:
    return go.Heatmap(
        z=values.to_numpy().tolist(),
        text=hover,
        hovertemplate="%{text}<extra></extra>",
        colorscale=palette().scale,
        zmid=0,
        zmin=-_STRONGEST,
        zmax=_STRONGEST,
        showscale=False,
        xgap=2,
        ygap=2,
    )


def _named(names: pd.Index) -> dict[str, Any]:
    return {
        "tickvals": list(range(len(names))),
        "ticktext": [safe(shortened(str(name))) for name in names],
    }


def _cell_numbers(ratio: pd.DataFrame, shares: pd.DataFrame) -> go.Scatter:
    """Numbers in a colour legible on each cell; a heatmap itself writes in one colour."""
    words, groups = ratio.shape
    scale = palette()
    positions = (ratio / _STRONGEST + 1).clip(0, 2).to_numpy().ravel() / 2
    return go.Scatter(
        x=list(range(groups)) * words,
        y=[word for word in range(words) for _ in range(groups)],
        mode="text",
        text=[safe(share.removesuffix("%")) for share in shares.to_numpy().ravel()],
        textfont={"size": 11, "color": [ink_on(scale.at(position)) for position in positions]},
        hoverinfo="skip",
    )
