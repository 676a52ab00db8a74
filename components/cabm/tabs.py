"""The tabs below the ranking of the CABM page; only the open one is computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from components.cabm import distribution, features, shap, table, two_models, validation
from components.cabm.charts import maps, weightings
from components.cabm.charts.marks import Marks, explained, key, marks
from components.cabm.distribution import by_weighting
from components.cabm.professions import tab as professions
from components.cabm.results import export_row, figure_and_words
from components.cabm.scored import ScoredStudy
from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import bracketed, number, whole_percent
from components.frame.shell.model_bar import Subject
from components.frame.widgets.tabs import opened_tab
from engine.measures.cabm.embedding import feature_plane, framed_means
from engine.measures.cabm.weighting import NAMES
from engine.statistics.projection import UMAP, principal_plane

_WEIGHTINGS = (
    "One row per occupation, one column per weighting; the numbers are scores, and the stronger a "
    "cell's shade, the higher its score. Where the sign changes along a row, the direction depends "
    "on the weighting, so do not rely on it."
)


def draw_cabm_tabs(
    scored: ScoredStudy, before: ScoredStudy | None, subject: Subject, other: Subject | None
) -> None:
    """Draw the tabs.

    Args:
        before: the scores of the model compared with; `other` is that model.
    """
    tabs: dict[str, Callable[[], None]] = {
        # The two figures that the CABM thesis is known for: SHAP bars and density curves.
        "SHAP": lambda: shap.draw_shap(scored),
        "Distribution": lambda: distribution.draw_cabm_distribution(scored),
        "Validation": lambda: validation.draw_validation(scored),
        "Features": lambda: features.draw_cabm_features(scored),
        "Weightings": lambda: draw_weightings(scored),
        "Maps": lambda: draw_maps(scored),
        "Two models": lambda: two_models.draw_cabm_of_two_models(scored, before, subject.spec),
        "Table": lambda: table.draw_cabm_table(scored),
        "BEC-Pro": lambda: professions.draw_professions(subject, other, scored.study.settings.seed),
    }
    name, panel = opened_tab([*tabs], "view")
    with panel, explain.errors(ends_page=False):
        tabs[name]()


def draw_weightings(scored: ScoredStudy) -> None:
    """Draw scores and categories by weighting, and how well the weightings agree."""
    figure, _ = figure_and_words("What depends on the weighting?", _WEIGHTINGS)
    frames = {NAMES[name]: frame for name, frame in scored.frames.items()}
    groups = scored.study.data.groups
    with figure:
        st.markdown("**Occupations in each category**")
        plot.draw_figure(
            weightings.category_counts(
                {NAMES[name]: scored.categories[name] for name in scored.frames}, groups
            ),
            key="categories",
            title="Occupations in each category, by weighting",
            says=in_words.each(
                (NAMES[name], in_words.listed(scored.categories[name].items(), ".0f"))
                for name in scored.frames
            ),
        )
        st.markdown("**Score of each occupation**")
        drawn = weightings.weightings(frames)
        plot.draw_figure(
            drawn,
            key="weightings",
            title="Score by occupation and weighting",
            says=in_words.cells(
                scored.frame["occupation"].tolist(),
                [*frames],
                list(zip(*(frame["score"] for frame in frames.values()), strict=True)),
                "+.2f",
            ),
        )
        export_row("weightings", by_weighting(scored), drawn, scored, "CABM by weighting")
    with st.container(border=True):
        st.markdown("**How well the weightings agree**")
        st.dataframe(
            _agreements(scored.panel["weightings"]), hide_index=True, key="weighting_agreement"
        )
        st.caption(
            "Same category: of the occupations that both weightings settle. Correlations: of all "
            f"{len(scored.frame)}; 95% confidence intervals in brackets."
        )


def _share(percent: float | None) -> str:
    return "none settled" if percent is None else whole_percent(percent / 100)


def _agreements(pairs: list[dict[str, Any]]) -> pd.DataFrame:
    """One row per pair of weightings, numbers as text."""
    return pd.DataFrame(
        [
            {
                "weightings": f"{NAMES[pair['first']]} and {NAMES[pair['second']]}",
                "same category": _share(pair["agreement"]),
                "95% CI": bracketed(pair["agreement_interval"], ".0f") or "none",
                "of settled in both": str(pair["n"]),
                "Pearson r": number(pair["pearson"], ".2f"),
                "Spearman ρ": f"{number(pair['spearman'], '.2f')} "
                f"{bracketed(pair['spearman_interval'], '.2f') or '(no interval)'}",
            }
            for pair in pairs
        ]
    )


# --- maps ---------------------------------------------------------------------------------
# Maps of the CABM page: occupations by their features, and by their vectors for each group.

_FEATURES = (
    "Every occupation by its features, seen from the side that shows most of the variation "
    "(PCA, principal component analysis). Features whose arrows point the same way agree. How far "
    "each arrow reaches along the first component is its weight under the PCA weighting."
)
_VECTORS = (
    "Every occupation's mean vector in sentences with the first group's words (circle) and with "
    "the second's (square). A long arrow: the model represents the occupation differently when "
    "the group changes. Arrows that all point the same way: that direction is the group itself."
)
_UMAP = (
    " UMAP (uniform manifold approximation and projection) keeps neighbours together; distances "
    "between far points, and the size of gaps, mean nothing."
)


def draw_maps(scored: ScoredStudy) -> None:
    """Draw the two maps."""
    figure, _ = figure_and_words("Which occupations have similar features?", _FEATURES)
    coordinates, loadings, shares = feature_plane(scored.frame, scored.study.columns)
    looks = marks(scored.frame, scored.groups)
    with figure:
        drawn = maps.feature_map(
            scored.frame,
            coordinates.tolist(),
            loadings.tolist(),
            shares,
            looks,
            scored.study.names,
            key(scored.frame, scored.groups),
        )
        plot.draw_figure(
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


def _vectors(scored: ScoredStudy, looks: Marks) -> None:
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
                positions = session.cabm.projected(UMAP, points, seed)
            axes = ("UMAP 1, no unit", f"UMAP 2, seed {seed}")
        else:
            plane, shares = principal_plane(points)
            positions = plane.tolist()
            axes = (
                f"first component, {whole_percent(shares[0])}",
                f"second component, {whole_percent(shares[1])}",
            )
        groups = scored.groups
        drawn = maps.framing_map(targets, positions, groups, axes, looks)
        plot.draw_figure(
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
    known = session.cabm.is_projected(UMAP, points, seed)
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
