"""The tabs below the ranking of the CABM page; only the open one is computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from components.cabm import maps, results, two_models, validation
from components.cabm.charts import shap as cabm_shap
from components.cabm.charts import weightings as cabm_weightings
from components.cabm.charts.densities import densities
from components.cabm.layout import export_row, figure_and_words
from components.cabm.scored import Scored
from components.present import explain
from components.present.numbers import bracketed, number
from components.present.theme import CONFIG
from components.widgets.tabs import opened
from engine.measures.cabm.density import LEAST_DENSITY, density
from engine.measures.cabm.weighting import NAMES, SHAP_RF, standardised

_SHAP = (
    "A random forest predicts each occupation's list from the features. SHAP values (Shapley "
    "additive explanations) show how far each feature moves that prediction, starting from the "
    "share of the first list; added up, they give the forest's output exactly. A bar is their mean "
    "size; as a share of all bars it is the feature's weight. Pale marks: low values of the "
    "feature; strong marks: high values."
)
_KDE = (
    "Each curve is a kernel density estimate (KDE) of the scores under one weighting; each tick "
    "below is one occupation. Curves that coincide: the weighting hardly matters. Two peaks: the "
    "occupations form two clusters."
)
_TICKS = "Each tick is the score of one occupation under the weighting of its row."
_WEIGHTINGS = (
    "One row per occupation, one column per weighting; the numbers are scores. Orange: leans the "
    "stereotyped way. Blue: leans the other way. No colour: on no list. Where a row changes "
    "colour, the direction depends on the weighting, so do not rely on it."
)


def draw(scored: Scored, before: Scored | None) -> None:
    """Draw the tabs."""
    tabs: dict[str, Callable[[], None]] = {
        "Validation": lambda: validation.draw(scored, before),
        "SHAP": lambda: shap(scored),
        "Distribution": lambda: distribution(scored),
        "Weightings": lambda: weightings(scored),
        "Maps": lambda: maps.draw(scored),
        "Two models": lambda: two_models.draw(scored, before),
        "Table": lambda: results.table(scored),
    }
    name, panel = opened([*tabs], "view")
    with panel, explain.errors(ends_page=False):
        tabs[name]()


def shap(scored: Scored) -> None:
    """Draw mean |SHAP|, SHAP values of all occupations, and those of one."""
    figure, words = figure_and_words("Which feature best separates the two lists?", _SHAP)
    if SHAP_RF not in scored.study.available():
        figure.markdown(
            ":gray[A random forest needs two lists of occupations; these data have none.]"
        )
        return
    explained = scored.study.weighed(SHAP_RF, intervals=False)["shap"]
    targets = scored.frame["occupation"]
    study = scored.study
    names = list(study.names)
    values = pd.DataFrame(explained["values"], index=targets, columns=names)
    scores = standardised(study.features, names=names)
    features = pd.DataFrame(np.clip(scores, -2, 2), index=targets, columns=names)
    with figure:
        st.plotly_chart(
            cabm_shap.shap_bar(dict(zip(names, explained["mean"], strict=True))),
            key="shap_bar",
            config=CONFIG,
            alt="Mean absolute SHAP value of each feature",
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
        export_row("shap", frame.reset_index(), drawn, scored, "SHAP values")
    with words:
        st.plotly_chart(
            cabm_shap.shap_of_one(values.loc[picked].to_dict(), explained["base"], picked),
            key="shap_of_one",
            config=CONFIG,
            alt="SHAP values of one occupation, from the base to its probability",
        )
        row = targets.tolist().index(picked)
        st.caption(
            f"The forest gives {explain.plain(picked)} a probability of "
            f"{explained['probability'][row]:.2f} of being on the list "
            f"{explain.plain(scored.study.data.groups.names[0])}. It was trained on this "
            "occupation, so this explains the forest and does not test it."
        )


def distribution(scored: Scored) -> None:
    """Draw the distribution of the scores under every weighting."""
    size = len(scored.frame)
    read = _KDE if size >= LEAST_DENSITY else _TICKS
    figure, _ = figure_and_words("How are the scores distributed under each weighting?", read)
    with figure:
        drawn = densities(_named(scored), scored.study.data.groups)
        st.plotly_chart(drawn, key="densities", config=CONFIG, alt="Density of scores by weighting")
        if size < LEAST_DENSITY:
            st.caption(
                f"{size} occupations are too few for a density curve, which would mostly show its "
                f"own smoothing (at least {LEAST_DENSITY} are needed); the ticks show every score."
            )
        else:
            st.caption(f"Gaussian kernel; bandwidths by Scott's rule: {_bandwidths(scored)}.")
        export_row("distribution", _long(scored), drawn, scored, "Distribution of CABM")


def _long(scored: Scored) -> pd.DataFrame:
    """One row per occupation and weighting."""
    columns = ["occupation", "list", "score", "score_low", "score_high", "category"]
    return pd.concat(
        [frame[columns].assign(weighting=name) for name, frame in scored.frames.items()],
        ignore_index=True,
    )


def _bandwidths(scored: Scored) -> str:
    widths = {
        name: density(scores, 0, 0, 2)["bandwidth"] for name, scores in _named(scored).items()
    }
    return ", ".join(f"{name} {number(width, '.2f')}" for name, width in widths.items())


def weightings(scored: Scored) -> None:
    """Draw scores and categories by weighting, and how well the weightings agree."""
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
        export_row("weightings", _long(scored), drawn, scored, "CABM by weighting")
    with st.container(border=True):
        st.markdown("**How well the weightings agree**")
        st.dataframe(
            _agreements(scored.panel["weightings"]), hide_index=True, key="weighting_agreement"
        )
        st.caption(f"n {len(scored.frame)} occupations; 95% confidence intervals in brackets.")


def _agreements(pairs: list[dict[str, Any]]) -> pd.DataFrame:
    """One row per pair of weightings, numbers as text."""
    return pd.DataFrame(
        [
            {
                "weightings": f"{NAMES[pair['first']]} and {NAMES[pair['second']]}",
                "same category": validation.percent_or_none(pair["agreement"]),
                "n settled": pair["n"],
                "95% CI": bracketed(pair["agreement_interval"], ".0f"),
                "Pearson r": number(pair["pearson"], ".2f"),
                "Spearman ρ": f"{number(pair['spearman'], '.2f')} "
                f"{bracketed(pair['spearman_interval'], '.2f')}".strip(),
            }
            for pair in pairs
        ]
    )


def _named(scored: Scored) -> dict[str, list[float]]:
    return {NAMES[name]: frame["score"].tolist() for name, frame in scored.frames.items()}
