"""The tabs below the ranking of the CABM page; only the open one is computed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from components.cabm import distribution, features, maps, table, two_models, validation
from components.cabm.charts import shap as cabm_shap
from components.cabm.charts import weightings as cabm_weightings
from components.cabm.charts.categories import category_counts
from components.cabm.distribution import by_weighting
from components.cabm.layout import export_row, figure_and_words
from components.cabm.professions import tab as professions
from components.cabm.scored import Scored
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import bracketed, number, whole_percent
from components.frame.shell.model_bar import Subject
from components.frame.widgets.tabs import opened
from engine.measures.cabm.weighting import NAMES, SHAP_RF, standardised

_SHAP = (
    "A random forest predicts each occupation's list from the features. SHAP values (Shapley "
    "additive explanations) show how far each feature moves that prediction, starting from the "
    "share of the first list; added up, they give the forest's output exactly. A bar is their mean "
    "size; as a share of all bars it is the feature's weight. Pale marks: low values of the "
    "feature; strong marks: high values."
)
_WEIGHTINGS = (
    "One row per occupation, one column per weighting; the numbers are scores, and the stronger a "
    "cell's shade, the higher its score. Where the sign changes along a row, the direction depends "
    "on the weighting, so do not rely on it."
)


def draw(scored: Scored, before: Scored | None, subject: Subject, other: Subject | None) -> None:
    """Draw the tabs.

    Args:
        before: the scores of the model compared with; `other` is that model.
    """
    tabs: dict[str, Callable[[], None]] = {
        "Validation": lambda: validation.draw(scored),
        "Features": lambda: features.draw(scored),
        "SHAP": lambda: shap(scored),
        "Distribution": lambda: distribution.draw(scored),
        "Weightings": lambda: weightings(scored),
        "Maps": lambda: maps.draw(scored),
        "Two models": lambda: two_models.draw(scored, before),
        "Table": lambda: table.draw(scored),
        "BEC-Pro": lambda: professions.draw(subject, other, scored.study.settings.seed),
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
    shades = pd.DataFrame(np.clip(scores, -2, 2), index=targets, columns=names)
    with figure:
        plot.draw(
            cabm_shap.shap_bar(dict(zip(names, explained["mean"], strict=True))),
            key="shap_bar",
            title="Mean absolute SHAP value of each feature",
            says=in_words.listed(zip(names, explained["mean"], strict=True), ".3f"),
        )
        picked = st.selectbox(
            "Occupation",
            sorted(targets),
            key="shap_of",
            bind="query-params",
            persist_state="session",
        )
        picked = picked if picked in values.index else targets.iloc[0]
        drawn = cabm_shap.shap_values(values, shades, picked, scored.study.data.groups)
        plot.draw(
            drawn,
            key="shap_values",
            title="SHAP values of every occupation",
            says=in_words.cells(targets.tolist(), names, values.to_numpy().tolist(), "+.3f"),
        )
        frame = values.add_prefix("shap_").assign(
            base=explained["base"], probability=explained["probability"]
        )
        export_row("shap", frame.reset_index(), drawn, scored, "SHAP values")
    with words:
        plot.draw(
            cabm_shap.shap_of_one(values.loc[picked].to_dict(), explained["base"], picked),
            key="shap_of_one",
            title=f"SHAP values of {picked}",
            says=in_words.listed(values.loc[picked].to_dict().items(), "+.3f"),
        )
        row = targets.tolist().index(picked)
        st.caption(
            f"The forest gives {explain.plain(picked)} a probability of "
            f"{explained['probability'][row]:.2f} of being on the "
            f"{explain.plain(scored.groups.names[0])} list. It was trained on this "
            "occupation, so this explains the forest and does not test it."
        )


def weightings(scored: Scored) -> None:
    """Draw scores and categories by weighting, and how well the weightings agree."""
    figure, _ = figure_and_words("What depends on the weighting?", _WEIGHTINGS)
    frames = {NAMES[name]: frame for name, frame in scored.frames.items()}
    groups = scored.study.data.groups
    with figure:
        st.markdown("**Occupations in each category**")
        plot.draw(
            category_counts(
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
        drawn = cabm_weightings.weightings(frames)
        plot.draw(
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
                "95% CI": bracketed(pair["agreement_interval"], ".0f"),
                "of settled in both": str(pair["n"]),
                "Pearson r": number(pair["pearson"], ".2f"),
                "Spearman ρ": f"{number(pair['spearman'], '.2f')} "
                f"{bracketed(pair['spearman_interval'], '.2f')}".strip(),
            }
            for pair in pairs
        ]
    )
