"""The language map: do a sentence and its translations lie together, or does each language?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from components import explain, session
from components.annotators_export import Taken
from components.annotators_scored import Scored
from components.charts.annotators_map import language_map
from components.numbers import whole_percent
from components.theme import CONFIG
from engine.datasets.languages import language_name
from engine.measures.cabm.packing import unpacked
from engine.measures.projection import FEWEST, TSNE, UMAP, principal_plane
from engine.wording import counted

if TYPE_CHECKING:
    import numpy as np

_PCA, _SEED = "PCA", 0
_MEASURE = "cloze_vectors"
_COSTS = {
    _PCA: "PCA is drawn at once.",
    TSNE: "t-SNE takes some seconds the first time; then it is kept.",
    UMAP: "The first UMAP after a start compiles for about ten seconds; then it is kept.",
}
_HINT = " It gives the figures above; the map is drawn here only."
_READ = (
    "Every point is a sentence, its vector the mean of the model's last layer over the sentence's "
    "words; a shape is a language, and a line ties the translations of one sentence. Lines that "
    "are short: the model puts what means the same together. Languages apart: it tells languages "
    "rather than meanings, so what it knows of one may not help it in another."
)
_NEIGHBOURS = (
    "t-SNE and UMAP keep neighbours together; distances between far points, and the size of an "
    "empty space, mean nothing."
)


def draw(taken: Taken, before: Scored | None) -> None:
    """Draw the map of each model, beside each other where there are two."""
    scored = taken.scored
    if len(scored.agreement.languages) < 2:
        st.markdown(
            ":gray[The map lays the sentences of several languages beside each other; these "
            "answers are in one language only.]"
        )
        return
    method = st.radio(
        "Laid out by",
        [_PCA, TSNE, UMAP],
        horizontal=True,
        key="map",
        bind="query-params",
        persist_state="session",
    )
    st.caption(" ".join(text for name, text in _COSTS.items() if name != _PCA))
    shown = [scored] if before is None else [before, scored]
    for place, each in zip(st.columns(len(shown), gap="medium"), shown, strict=True):
        with place.container(border=True), explain.errors(ends_page=False):
            if before is not None:
                st.caption(explain.plain(each.label))
            _one(taken.of(each), method or _PCA, "second" if each is before else "first")
    st.caption(f"{_READ} {_NEIGHBOURS}" if method != _PCA else _READ)


def _one(taken: Taken, method: str, key: str) -> None:
    scored = taken.scored
    sentences, packed, manifest = _vectors(scored)
    if len(sentences) < FEWEST:
        st.markdown(f":gray[A map needs at least {FEWEST} sentences that the model can read.]")
        return
    points = unpacked(packed)
    if method == _PCA:
        plane, shares = principal_plane(points)
        places = plane.tolist()
        axes = (
            f"first component, {whole_percent(shares[0])}",
            f"second component, {whole_percent(shares[1])}",
        )
    else:
        with st.spinner(f"Working {method} out … {_COSTS[method]}"):
            places = session.projected(method, points, _SEED)
        axes = (f"{method} 1, no unit", f"{method} 2, seed {_SEED}")
    names = {code: language_name(code) for code in scored.agreement.languages}
    drawn = language_map(sentences, places, names, axes)
    st.plotly_chart(
        drawn,
        key=f"language_map_{key}",
        config=CONFIG,
        alt="Sentences by their vectors; translations tied together",
    )
    st.markdown(_translated(sentences, points))
    frame = sentences.assign(x=[place[0] for place in places], y=[place[1] for place in places])
    taken.row(f"map-{key}", frame, drawn, f"Sentences by language, {method}", _HINT, manifest)


def _vectors(scored: Scored) -> tuple[pd.DataFrame, list[str], dict[str, Any]]:
    """Sentences that could be read, their vectors, packed, and the manifest."""
    columns = ["language", "sentence_id", "sentence"]
    sentences = scored.agreement.readable[columns].drop_duplicates().reset_index(drop=True)
    items = [{"text": text} for text in sentences["sentence"]]
    bar = st.progress(0.0, f"{scored.label} reads {counted(len(items), 'sentence')} …")
    found = session.measure(
        _MEASURE, scored.spec, items, {}, lambda done, total: _told(bar, done, total)
    )
    bar.empty()
    explain.warnings(found.warnings)
    readable = [place for place, value in enumerate(found.values) if "vector" in value]
    packed = [found.values[place]["vector"] for place in readable]
    return sentences.iloc[readable].reset_index(drop=True), packed, found.manifest


def _told(bar: Any, done: int, total: int) -> None:
    bar.progress(done / total, f"{done} of {total} sentences")


def _translated(sentences: pd.DataFrame, points: np.ndarray) -> str:
    """The same question as a number, from the vectors themselves rather than the map."""
    from engine.measures.agreement.sentence_map import translations
    from engine.statistics import wilson

    found = translations(points, sentences)
    if found is None:
        return (
            ":gray[No two sentences share a number, so none is known to be a translation of "
            "another; a column sentence_id would tell.]"
        )
    low, high = wilson(found.found, found.sentences)
    return (
        f"For **{found.found} of {found.sentences}** sentences the nearest one of another "
        f"language is a translation of it ({whole_percent(found.found / found.sentences)}, "
        f"95 %: {whole_percent(low)} to {whole_percent(high)}; "
        f"by chance {whole_percent(found.chance)})."
    )
