"""The language map: does the model place translations together, or each language apart?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.annotators.export import Exporter
from components.annotators.scoring import Scored
from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.labels import short
from components.frame.present.numbers import interval_text, whole_percent
from components.frame.present.theme import laid_out, palette, safe
from components.frame.widgets import export
from components.frame.widgets.export import Result
from components.frame.widgets.items import Items
from engine.core.languages import language_name
from engine.core.wording import counted
from engine.flow.packing import unpacked
from engine.statistics.projection import FEWEST, TSNE, UMAP, principal_plane

if TYPE_CHECKING:
    import numpy as np


_PCA, _SEED = "PCA", 0
_MEASURE = "cloze_vectors"
_COSTS = {
    TSNE: "t-SNE takes some seconds the first time; the map is then stored.",
    UMAP: "The first UMAP after a restart takes about ten seconds to compile; the map is then "
    "stored.",
}
_HINT = " It reproduces the scores above, not the map."
_READ = (
    "Each point is a sentence; its vector is the mean of the model's last layer over the "
    "sentence's words. Shapes are languages, and lines connect the translations of one sentence. "
    "Short lines: the model places sentences with the same meaning together. Languages apart: it "
    "separates languages more than meanings, so what it learned in one may not help in another."
)
_NEIGHBOURS = (
    "t-SNE (t-distributed stochastic neighbour embedding) and UMAP (uniform manifold approximation "
    "and projection) keep neighbours together; distances between far points, and the size of gaps, "
    "mean nothing."
)


def draw_map(exporter: Exporter, before: Scored | None) -> None:
    """Draw the map of the model, beside that of the model compared with."""
    scored = exporter.scored
    if len(scored.agreement.languages) < 2:
        st.markdown(
            ":gray[The map compares sentences in several languages; these answers are in one "
            "language only.]"
        )
        return
    method = st.radio(
        "Method",
        [_PCA, TSNE, UMAP],
        horizontal=True,
        key="map_method",
        bind="query-params",
        persist_state="session",
    )
    st.caption(" ".join(_COSTS.values()))
    shown = [scored] if before is None else [before, scored]
    results = []
    for column, each in zip(st.columns(len(shown), gap="medium"), shown, strict=True):
        with column.container(border=True), explain.errors(ends_page=False):
            if before is not None:
                st.caption(explain.plain(each.label))
            key = "second" if each is before else "first"
            results.append(_draw_one(replace(exporter, scored=each), method or _PCA, key))
    export.section("map", [result for result in results if result is not None])
    st.caption(f"{_READ} {_NEIGHBOURS}" if method != _PCA else _READ)


def _draw_one(exporter: Exporter, method: str, key: str) -> Result | None:
    """Draw the map of one model; None where it has too few sentences."""
    scored = exporter.scored
    sentences, packed, manifest = _vectors(scored)
    if len(sentences) < FEWEST:
        st.markdown(f":gray[A map needs at least {FEWEST} sentences that the model can read.]")
        return None
    points = unpacked(packed)
    if method == _PCA:
        plane, shares = principal_plane(points)
        positions = plane.tolist()
        axes = (
            f"first component, {whole_percent(shares[0])}",
            f"second component, {whole_percent(shares[1])}",
        )
    else:
        with st.spinner(f"Computing {method} … {_COSTS[method]}"):
            positions = session.cabm.projected(method, points, _SEED)
        axes = (f"{method} 1, no unit", f"{method} 2, seed {_SEED}")
    frame = sentences.assign(x=[x for x, *_ in positions], y=[y for _, y, *_ in positions])
    names = {code: language_name(code) for code in scored.agreement.languages}
    drawn = map_figure(frame, names, axes)
    translated = _translated(sentences, points)
    plot.draw_figure(
        drawn,
        key=f"language_map_{key}",
        title=f"Map of the sentences by their vectors, {scored.label}",
        says=f"{counted(len(sentences), 'sentence')} in {counted(len(names), 'language')}; "
        "lines join translations. " + in_words.unmarked(translated),
    )
    st.markdown(translated)
    title = f"Sentences by language, {method}"
    return exporter.result(f"map-{key}", frame, drawn, title, _HINT, manifest)


def _vectors(scored: Scored) -> tuple[pd.DataFrame, list[str], dict[str, Any]]:
    """The sentences that the model could read, their packed vectors, and the manifest."""
    columns = ["language", "sentence_id", "sentence"]
    sentences = scored.agreement.readable[columns].drop_duplicates().reset_index(drop=True)
    items = [{"text": text} for text in sentences["sentence"]]
    measured = Items(_MEASURE, scored.spec, items, {}).now(
        f"{scored.label}: reading {counted(len(items), 'sentence')} …",
        lambda done, total: f"{done} of {total} sentences",
    )
    explain.warnings(measured.warnings)
    readable = [row for row, value in enumerate(measured.values) if "vector" in value]
    packed = [measured.values[row]["vector"] for row in readable]
    return sentences.iloc[readable].reset_index(drop=True), packed, measured.manifest


def _translated(sentences: pd.DataFrame, points: np.ndarray) -> str:
    """How often the nearest sentence is a translation, from the vectors rather than the map."""
    from engine.measures.agreement.sentence_map import translations
    from engine.statistics import wilson

    nearest = translations(points, sentences)
    if nearest is None:
        return (
            ":gray[No two sentences share a sentence_id, so none is known to be a translation of "
            "another.]"
        )
    interval = [100 * bound for bound in wilson(nearest.found, nearest.sentences)]
    return (
        f"For **{nearest.found} of {nearest.sentences}** sentences, the nearest sentence in "
        f"another language is a translation ({whole_percent(nearest.found / nearest.sentences)}, "
        f"{interval_text(interval, '.0f')}; by chance {whole_percent(nearest.chance)})."
    )


# --- figure -------------------------------------------------------------------------------
# Sentences in a plane, with lines between translations.

_HEIGHT = 480
_LONGEST = 90  # characters of a sentence in a hover
# Languages differ by shape, because the two colours of this project mean more and less.
_SYMBOLS = ("circle", "diamond-open", "square", "triangle-up-open", "cross", "star-open")


def map_figure(
    sentences: pd.DataFrame, languages: Mapping[str, str], axes: tuple[str, str]
) -> go.Figure:
    """Every sentence as a point in its language's shape, with lines between translations.

    Args:
        sentences: `sentence_id`, `sentence`, `language`, `x`, `y`, one row per point.
        languages: code -> name.
        axes: titles.
    """
    colours = palette()
    figure = go.Figure(_translation_lines(sentences))
    for place, (code, name) in enumerate(languages.items()):
        rows = sentences[sentences["language"] == code]
        figure.add_trace(
            go.Scatter(
                x=rows["x"],
                y=rows["y"],
                mode="markers",
                name=safe(name),
                marker={
                    "size": 9,
                    "symbol": _SYMBOLS[place % len(_SYMBOLS)],
                    "color": (colours.ink, colours.muted)[place // len(_SYMBOLS) % 2],
                    "line": {"width": 1.5},
                },
                text=[safe(short(text, _LONGEST)) for text in rows["sentence"]],
                hovertemplate=f"{safe(name)}<br>%{{text}}<extra></extra>",
            )
        )
    bare = {"zeroline": False, "showticklabels": False, "showgrid": False}
    figure.update_xaxes(title=safe(axes[0]), **bare).update_yaxes(title=safe(axes[1]), **bare)
    return laid_out(figure, _HEIGHT).update_layout(
        showlegend=True, legend={"orientation": "h", "y": 1.08}, margin={"b": 40, "l": 40, "t": 40}
    )


def _translation_lines(sentences: pd.DataFrame) -> go.Scatter:
    """One thin line through the translations of each sentence."""
    x: list[float | None] = []
    y: list[float | None] = []
    for _, rows in sentences.groupby("sentence_id", sort=False):
        for (first, start), (second, end) in pairwise(zip(rows["x"], rows["y"], strict=True)):
            x += [first, second, None]
            y += [start, end, None]
    return go.Scatter(
        x=x,
        y=y,
        mode="lines",
        line={"color": palette().pale, "width": 0.6},
        hoverinfo="skip",
        showlegend=False,
    )
