"""Maps of the CABM page: by the features, and by the vectors in both framings."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components import session
from components.cabm_layout import figure_and_words, take_away
from components.cabm_scored import Scored
from components.charts import cabm_maps as charts
from components.charts.cabm import tints
from components.numbers import whole_percent
from components.theme import CONFIG
from engine.measures.cabm.embedding import feature_plane, framed_means
from engine.measures.cabm.features import COLUMNS
from engine.measures.projection import UMAP, principal_plane

if TYPE_CHECKING:
    import numpy as np

_FEATURES = (
    "Every occupation by its three features, turned so that most of their spread is seen. "
    "Features whose arrows point the same way say the same; the first component's arrows, by "
    "length, are the PCA weights."
)
_VECTORS = (
    "Every occupation's mean vector in sentences of the first framing (filled) and of the second "
    "(hollow). A long arrow: the model sees another thing when the gender changes. Arrows that "
    "all point one way: gender itself is that direction."
)
_UMAP = (
    " UMAP keeps neighbours together; distances between far points, and the size of an empty "
    "space, mean nothing."
)


def draw(scored: Scored) -> None:
    """Draw the two maps."""
    figure, _ = figure_and_words("Where do occupations lie by their features?", _FEATURES)
    coordinates, loadings, shares = feature_plane(scored.frame, COLUMNS)
    shades = tints(scored.frame, scored.study.data.groups)
    with figure:
        drawn = charts.feature_map(
            scored.frame, coordinates.tolist(), loadings.tolist(), shares, shades
        )
        st.plotly_chart(
            drawn,
            key="feature_map",
            config=CONFIG,
            alt="Occupations by the principal components of their features",
        )
        frame = pd.DataFrame(coordinates[:, :2], columns=["component_1", "component_2"])
        frame.insert(0, "occupation", scored.frame["occupation"].to_numpy())
        told = {
            "loadings": dict(
                zip(("component_1", "component_2"), loadings.tolist()[:2], strict=True)
            )
        }
        take_away("features", frame, drawn, scored, "Occupations by their features", told)
    _vectors(scored, shades)


def _vectors(scored: Scored, shades: list[str]) -> None:
    targets = scored.frame["occupation"].tolist()
    points = framed_means(scored.study.vectors, targets)
    figure, words = figure_and_words("Where does the model put them, in each framing?", _VECTORS)
    seed = scored.study.settings.seed
    with words:
        by_umap = _asked(points, seed)
        if by_umap:
            st.caption(_UMAP)
    with figure:
        if by_umap:
            with st.spinner("Working the UMAP out; the first one compiles for about ten seconds …"):
                places = session.projected(UMAP, points, seed)
            axes = ("UMAP 1, no unit", f"UMAP 2, seed {seed}")
        else:
            plane, shares = principal_plane(points)
            places = plane.tolist()
            axes = (
                f"first component, {whole_percent(shares[0])}",
                f"second component, {whole_percent(shares[1])}",
            )
        groups = scored.study.data.groups
        drawn = charts.framing_map(targets, places, groups, axes, shades)
        st.plotly_chart(
            drawn, key="framing_map", config=CONFIG, alt="Occupations' vectors in both framings"
        )
        frame = pd.DataFrame([place[:2] for place in places], columns=["x", "y"]).assign(
            occupation=targets * 2, context=[name for name in groups.names for _ in targets]
        )
        way = {"map": "UMAP" if by_umap else "PCA", "axes": list(axes)}
        take_away("framings", frame, drawn, scored, "Occupations in both framings", way)


def _asked(points: np.ndarray, seed: int) -> bool:
    """Whether the reader wants UMAP; a map that is known costs nothing."""
    known = session.is_projected(UMAP, points, seed)
    wanted = st.toggle(
        "UMAP instead of PCA",
        key="umap",
        bind="query-params",
        persist_state="session",
        help="Known already, shown at once."
        if known
        else "The first UMAP after a start compiles its code: about ten seconds, then it is quick.",
    )
    if not known:
        st.caption("The first UMAP takes about ten seconds (it compiles); then it is kept.")
    return bool(wanted)
