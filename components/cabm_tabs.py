"""What lies below the ranking of the CABM page: only the tab that is open is worked out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from components import cabm_maps, cabm_models, cabm_results, cabm_validation, explain
from components.cabm_layout import bracketed, figure_and_words, number, take_away
from components.cabm_scored import Scored
from components.charts import cabm_shap, cabm_weightings
from components.tabs import opened
from components.theme import CONFIG
from engine.measures.cabm import FEATURES
from engine.measures.cabm.density import LEAST_DENSITY, density
from engine.measures.cabm.features import COLUMNS
from engine.measures.cabm.weighting import NAMES, SHAP_RF, standardised

_SHAP = (
    "A random forest guesses each occupation's list from the three features. SHAP values say what "
    "each feature added to the guess, from the share of the first list; together they are exactly "
    "the forest's output. The bar is their mean size, and their share of the sum is the weight. "
    "Pale marks have a low feature, strong ones a high one."
)
_KDE = (
    "Each curve is the density of the scores under one weighting, each tick below one occupation. "
    "Curves that lie on each other: the weighting hardly matters. Two humps: occupations fall into "
    "two camps."
)
_TICKS = "Each tick is the score of one occupation under the weighting of its row."
_WEIGHTINGS = (
    "A row an occupation, a column a weighting; the numbers are scores. Orange leans the way its "
    "list says, blue the other way; without colour it is on no list. Rows that change colour "
    "depend on the weighting, so nothing should rest on them."
)


def draw(scored: Scored, before: Scored | None) -> None:
    """Draw the tabs."""
    tabs: dict[str, Callable[[], None]] = {
        "Validation": lambda: cabm_validation.draw(scored, before),
        "SHAP": lambda: shap(scored),
        "Distribution": lambda: distribution(scored),
        "Weightings": lambda: weightings(scored),
        "Maps": lambda: cabm_maps.draw(scored),
        "Two models": lambda: cabm_models.draw(scored, before),
        "Table": lambda: cabm_results.table(scored.tidy()),
    }
    shown, place = opened([*tabs], "view")
    with place, explain.errors(ends_page=False):
        tabs[shown]()


def shap(scored: Scored) -> None:
    """Mean |SHAP|, SHAP values of all occupations, and one opened."""
    figure, words = figure_and_words("Which feature tells the two lists apart?", _SHAP)
    if SHAP_RF not in scored.study.available():
        figure.markdown(":gray[A forest needs two lists of occupations; this data has none.]")
        return
    found = scored.study.weighed(SHAP_RF, intervals=False)
    explained = found["shap"]
    targets = scored.frame["occupation"]
    values = pd.DataFrame(explained["values"], index=targets, columns=FEATURES)
    scores = standardised(scored.frame[[*COLUMNS]].to_numpy(float))
    features = pd.DataFrame(np.clip(scores, -2, 2), index=targets, columns=FEATURES)
    with figure:
        st.plotly_chart(
            cabm_shap.shap_bar(dict(zip(FEATURES, explained["mean"], strict=True))),
            key="shap_bar",
            config=CONFIG,
            alt="Mean SHAP size of each feature",
        )
        picked = st.selectbox(
            "Occupation",
            sorted(targets),
            key="shap_of",
            bind="query-params",
            persist_state="session",
        )
        picked = picked if picked in values.index else targets.iloc[0]
        drawn = cabm_shap.shap_values(values, features, picked, scored.study.data.groups)
        st.plotly_chart(
            drawn, key="shap_values", config=CONFIG, alt="SHAP values of every occupation"
        )
        frame = values.add_prefix("shap_").assign(
            base=explained["base"], probability=explained["probability"]
        )
        take_away("shap", frame.reset_index(), drawn, scored, "SHAP values")
    with words:
        st.plotly_chart(
            cabm_shap.shap_of_one(values.loc[picked].to_dict(), explained["base"], picked),
            key="shap_of_one",
            config=CONFIG,
            alt="From the base to one occupation's probability",
        )
        place = targets.tolist().index(picked)
        st.caption(
            f"The forest gives {explain.plain(picked)} a probability of "
            f"{explained['probability'][place]:.2f} to be on the list "
            f"{explain.plain(scored.study.data.groups.names[0])}. It has seen its label, so this "
            "explains the forest and does not test it."
        )


def distribution(scored: Scored) -> None:
    """Densities of the scores under every weighting, with a rug."""
    size = len(scored.frame)
    reading = _KDE if size >= LEAST_DENSITY else _TICKS
    figure, _ = figure_and_words("How do the scores lie under each weighting?", reading)
    with figure:
        drawn = cabm_weightings.densities(_named(scored), scored.study.data.groups)
        st.plotly_chart(drawn, key="densities", config=CONFIG, alt="Density of scores by weighting")
        if size < LEAST_DENSITY:
            st.caption(
                f"{size} occupations are too few for a curve, which would be made of its own "
                f"smoothing (at least {LEAST_DENSITY}); the ticks show all there is."
            )
        else:
            st.caption(f"Gaussian kernel; Scott's bandwidths: {_bandwidths(scored)}.")
        take_away("distribution", _long(scored), drawn, scored, "Density of CABM")


def _long(scored: Scored) -> pd.DataFrame:
    """A row an occupation and weighting."""
    columns = ["occupation", "list", "score", "score_low", "score_high", "category"]
    return pd.concat(
        [frame[columns].assign(weighting=name) for name, frame in scored.frames.items()],
        ignore_index=True,
    )


def _bandwidths(scored: Scored) -> str:
    found = {name: density(scores, 0, 0, 2)["bandwidth"] for name, scores in _named(scored).items()}
    return ", ".join(f"{name} {number(width, '.2f')}" for name, width in found.items())


def weightings(scored: Scored) -> None:
    """Scores and categories by weighting, and how far weightings agree."""
    figure, _ = figure_and_words("What depends on the weighting?", _WEIGHTINGS)
    frames = {NAMES[name]: frame for name, frame in scored.frames.items()}
    groups = scored.study.data.groups
    with figure:
        st.markdown("**Occupations in each category**")
        st.plotly_chart(
            cabm_weightings.category_counts(frames, groups),
            key="categories",
            config=CONFIG,
            alt="Categories by weighting",
        )
        st.markdown("**Score of each occupation**")
        drawn = cabm_weightings.weightings(frames, groups)
        st.plotly_chart(
            drawn, key="weightings", config=CONFIG, alt="Score by occupation and weighting"
        )
        take_away("weightings", _long(scored), drawn, scored, "CABM by weighting")
    with st.container(border=True):
        st.markdown("**How far weightings agree**")
        st.dataframe(
            _agreements(scored.panel["weightings"]), hide_index=True, key="weighting_agreement"
        )
        st.caption(f"n {len(scored.frame)} occupations; intervals at 95 %.")


def _agreements(pairs: list[dict[str, Any]]) -> pd.DataFrame:
    """A row a pair of weightings, numbers as they are written."""
    return pd.DataFrame(
        [
            {
                "weightings": f"{NAMES[pair['first']]} and {NAMES[pair['second']]}",
                "same category": f"{pair['agreement']:.0f} %",
                "from": f"{pair['agreement_interval'][0]:.0f} %",
                "to": f"{pair['agreement_interval'][1]:.0f} %",
                "Pearson r": number(pair["pearson"], ".2f"),
                "Spearman ρ": f"{number(pair['spearman'], '.2f')}"
                f"{bracketed(pair['spearman_interval'])}",
            }
            for pair in pairs
        ]
    )


def _named(scored: Scored) -> dict[str, list[float]]:
    return {NAMES[name]: frame["score"].tolist() for name, frame in scored.frames.items()}
