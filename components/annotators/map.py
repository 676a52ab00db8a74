"""The language map: does the model place translations together, or each language apart?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from components.annotators.charts.map import language_map
from components.annotators.export import Exporter
from components.annotators.scored import Scored
from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import interval_text, whole_percent
from components.frame.widgets import export
from components.frame.widgets.export import Result
from engine.core.languages import language_name
from engine.core.wording import counted
from engine.flow.packing import unpacked
from engine.statistics.projection import FEWEST, TSNE, UMAP, principal_plane

if TYPE_CHECKING:
    import numpy as np

_PCA, _SEED = "PCA", 0
_MEASURE = "cloze_vectors"
_COSTS = {
    _PCA: "PCA is drawn at once.",
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


def draw(exporter: Exporter, before: Scored | None) -> None:
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
    st.caption(" ".join(text for name, text in _COSTS.items() if name != _PCA))
    shown = [scored] if before is None else [before, scored]
    results = []
    for column, each in zip(st.columns(len(shown), gap="medium"), shown, strict=True):
        with column.container(border=True), explain.errors(ends_page=False):
            if before is not None:
                st.caption(explain.plain(each.label))
            key = "second" if each is before else "first"
            results.append(_draw_one(exporter.for_result(each), method or _PCA, key))
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
            positions = session.projected(method, points, _SEED)
        axes = (f"{method} 1, no unit", f"{method} 2, seed {_SEED}")
    names = {code: language_name(code) for code in scored.agreement.languages}
    drawn = language_map(sentences, positions, names, axes)
    plot.draw(
        drawn,
        key=f"language_map_{key}",
        title=f"Map of the sentences by their vectors, {scored.label}",
        says=f"{counted(len(sentences), 'sentence')} in {counted(len(names), 'language')}; "
        "lines join translations. " + in_words.unmarked(_translated(sentences, points)),
    )
    st.markdown(_translated(sentences, points))
    frame = sentences.assign(x=[x for x, *_ in positions], y=[y for _, y, *_ in positions])
    title = f"Sentences by language, {method}"
    return exporter.result(f"map-{key}", frame, drawn, title, _HINT, manifest)


def _vectors(scored: Scored) -> tuple[pd.DataFrame, list[str], dict[str, Any]]:
    """The sentences that the model could read, their packed vectors, and the manifest."""
    columns = ["language", "sentence_id", "sentence"]
    sentences = scored.agreement.readable[columns].drop_duplicates().reset_index(drop=True)
    items = [{"text": text} for text in sentences["sentence"]]
    bar = st.progress(0.0, f"{scored.label}: reading {counted(len(items), 'sentence')} …")
    measured = session.measure(
        _MEASURE, scored.spec, items, {}, lambda done, total: _show_progress(bar, done, total)
    )
    bar.empty()
    explain.warnings(measured.warnings)
    readable = [row for row, value in enumerate(measured.values) if "vector" in value]
    packed = [measured.values[row]["vector"] for row in readable]
    return sentences.iloc[readable].reset_index(drop=True), packed, measured.manifest


def _show_progress(bar: Any, done: int, total: int) -> None:
    bar.progress(done / total, f"{done} of {total} sentences")


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
