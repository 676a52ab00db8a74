"""Maps of the CABM page: occupations by their features, and by their vectors for each group."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import streamlit as st

from components.cabm.charts import maps as charts
from components.cabm.charts.marks import Marks, explained, marks
from components.cabm.layout import export_row, figure_and_words
from components.cabm.scored import Scored
from components.frame import session
from components.frame.present import in_words, plot
from components.frame.present.numbers import whole_percent
from engine.measures.cabm.embedding import feature_plane, framed_means
from engine.statistics.projection import UMAP, principal_plane

if TYPE_CHECKING:
    import numpy as np

_FEATURES = (
    "Every occupation by its features, seen from the side that shows most of the variation "
    "(PCA, principal component analysis). Features whose arrows point the same way agree. How far "
    "each arrow reaches along the first component is its weight under the PCA weighting."
)
_VECTORS = (
    "Every occupation's mean vector in sentences with the first group's words (filled) and with "
    "the second's (hollow). A long arrow: the model represents the occupation differently when "
    "the group changes. Arrows that all point the same way: that direction is the group itself."
)
_UMAP = (
    " UMAP (uniform manifold approximation and projection) keeps neighbours together; distances "
    "between far points, and the size of gaps, mean nothing."
)


def draw(scored: Scored) -> None:
    """Draw the two maps."""
    figure, _ = figure_and_words("Which occupations have similar features?", _FEATURES)
    coordinates, loadings, shares = feature_plane(scored.frame, scored.study.columns)
    looks = marks(scored.frame, scored.groups)
    with figure:
        drawn = charts.feature_map(
            scored.frame,
            coordinates.tolist(),
            loadings.tolist(),
            shares,
            looks,
            scored.study.names,
        )
        plot.draw(
            drawn,
            key="feature_map",
            title="Occupations by their features",
            says=in_words.points(
                scored.frame["occupation"],
                (f"first component, {whole_percent(shares[0])}", coordinates[:, 0]),
                (f"second component, {whole_percent(shares[1])}", coordinates[:, 1]),
                "+.1f",
            ),
        )
        st.caption(explained(scored.frame, scored.groups))
        frame = pd.DataFrame(coordinates[:, :2], columns=["component_1", "component_2"])
        frame.insert(0, "occupation", scored.frame["occupation"].to_numpy())
        more = {
            "loadings": dict(
                zip(("component_1", "component_2"), loadings.tolist()[:2], strict=True)
            )
        }
        export_row("features", frame, drawn, scored, "Occupations by their features", more)
    _vectors(scored, looks)


def _vectors(scored: Scored, looks: Marks) -> None:
    targets = scored.frame["occupation"].tolist()
    points = framed_means(scored.study.vectors, targets)
    figure, words = figure_and_words(
        "How does the model represent them, with each group's words?", _VECTORS
    )
    seed = scored.study.settings.seed
    with words:
        by_umap = _umap_chosen(points, seed)
        if by_umap:
            st.caption(_UMAP)
    with figure:
        if by_umap:
            with st.spinner("Computing UMAP; the first one takes about ten seconds to compile …"):
                positions = session.projected(UMAP, points, seed)
            axes = ("UMAP 1, no unit", f"UMAP 2, seed {seed}")
        else:
            plane, shares = principal_plane(points)
            positions = plane.tolist()
            axes = (
                f"first component, {whole_percent(shares[0])}",
                f"second component, {whole_percent(shares[1])}",
            )
        groups = scored.groups
        drawn = charts.framing_map(targets, positions, groups, axes, looks)
        plot.draw(
            drawn,
            key="framing_map",
            title="Occupations by their vectors",
            says=in_words.points(
                [f"{name} ({group})" for group in groups.names for name in targets],
                (axes[0], [each[0] for each in positions]),
                (axes[1], [each[1] for each in positions]),
                "+.1f",
            ),
        )
        st.caption("Strong arrows: CABM names a side; pale: it names none.")
        frame = pd.DataFrame([position[:2] for position in positions], columns=["x", "y"]).assign(
            occupation=targets * 2, context=[name for name in groups.names for _ in targets]
        )
        more = {"map": "UMAP" if by_umap else "PCA", "axes": list(axes)}
        export_row("framings", frame, drawn, scored, "Occupations with each group's words", more)


def _umap_chosen(points: np.ndarray, seed: int) -> bool:
    """Draw the UMAP switch and read it; a map that is already stored costs nothing."""
    known = session.is_projected(UMAP, points, seed)
    wanted = st.toggle(
        "UMAP instead of PCA",
        key="umap",
        bind="query-params",
        persist_state="session",
        help="Already computed; shown at once."
        if known
        else "The first UMAP after a restart takes about ten seconds to compile; later ones are "
        "quick.",
    )
    if not known:
        st.caption("The first UMAP takes about ten seconds to compile; the map is then stored.")
    return bool(wanted)
