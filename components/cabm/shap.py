"""Tab of the CABM page on SHAP: what each feature adds to a forest's probability."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from components.cabm.charts import shap as charts
from components.cabm.results import figure_and_words, result
from components.cabm.scored import ScoredStudy
from components.frame.present import explain, in_words, plot
from components.frame.widgets import data_choice, export
from engine.measures.cabm.weighting import SHAP_RF, standardised
from engine.measures.cabm.weighting_rule import forest_in_words

_SHAP = (
    "A random forest predicts each occupation's list from the features. SHAP values (Shapley "
    "additive explanations) show how far each feature moves that prediction, starting from the "
    "share of the first list; added up, they give the forest's output exactly. A bar is their mean "
    "size; as a share of all bars it is the feature's weight. Pale marks: low values of the "
    "feature; strong marks: high values."
)


def draw_shap(scored: ScoredStudy) -> None:
    """Draw mean |SHAP|, SHAP values of all occupations, and those of one."""
    figure, words = figure_and_words("Which feature best separates the two lists?", _SHAP)
    if SHAP_RF not in scored.study.available():
        figure.markdown(
            ":gray[A random forest needs two lists of occupations; these data have none.]"
        )
        return
    study, targets = scored.study, scored.frame["occupation"]
    # The forest that the weights come of may have learned from the features in no doubt alone.
    weights_of = study.weighting if study.rule.learned == SHAP_RF else SHAP_RF
    weighed = study.weigh(weights_of, intervals=False)
    explained = weighed["shap"]
    names = list(study.names if weights_of == SHAP_RF else study.weighed)
    values = pd.DataFrame(explained["values"], index=targets, columns=names)
    columns = scored.frame[[f"{name}_bias" for name in names]].to_numpy(float)
    scores = standardised(columns, names=names)
    shades = pd.DataFrame(np.clip(scores, -2, 2), index=targets, columns=names)
    with figure:
        plot.draw_figure(
            charts.shap_bar(dict(zip(names, explained["mean"], strict=True))),
            key="shap_bar",
            title="Mean absolute SHAP value of each feature",
            says=in_words.listed(zip(names, explained["mean"], strict=True), ".3f"),
        )
        picked = data_choice.pick("Occupation", {name: name for name in sorted(targets)}, "shap_of")
        picked = picked if picked in values.index else targets.iloc[0]
        drawn = charts.shap_values(values, shades, picked, scored.study.data.groups)
        plot.draw_figure(
            drawn,
            key="shap_values",
            title="SHAP values of every occupation",
            says=in_words.cells(targets.tolist(), names, values.to_numpy().tolist(), "+.3f"),
        )
        frame = values.add_prefix("shap_").assign(
            base=explained["base"], probability=explained["probability"]
        )
        of_picked = dict(zip(names, values.loc[picked], strict=True))
        of_one = charts.shap_of_one(of_picked, explained["base"], picked)
        title = "SHAP values"
        export.section(
            "cabm-shap",
            [
                result("shap", frame.reset_index(), drawn, scored, title),
                result(
                    "shap-of-one",
                    frame.loc[[picked]].reset_index(),
                    of_one,
                    scored,
                    f"{title} of {picked}",
                ),
            ],
        )
    with words:
        st.markdown(forest_in_words(weighed["forest"]))
        plot.draw_figure(
            of_one,
            key="shap_of_one",
            title=f"SHAP values of {picked}",
            says=in_words.listed(of_picked.items(), "+.3f"),
        )
        row = targets.tolist().index(picked)
        st.caption(
            f"The forest gives {explain.plain(picked)} a probability of "
            f"{explained['probability'][row]:.2f} of being on the "
            f"{explain.plain(scored.groups.names[0])} list. It was trained on this "
            "occupation, so this explains the forest and does not test it."
        )
