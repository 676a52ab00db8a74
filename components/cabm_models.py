"""Tab of the CABM page on two models: what moves, and how far scores differ between them."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.cabm_layout import between, figure_and_words, number, take_away
from components.cabm_scored import Scored
from components.charts import cabm as charts
from components.theme import CONFIG
from engine.measures.cabm import FEATURES
from engine.measures.cabm.correlation import correlation
from engine.measures.cabm.validation import standard_deviation_over_models

_READ = (
    "Each mark is an occupation. On the diagonal both models agree. Scores are standardised within "
    "each model, so the plot shows which occupations change places, not which model is more "
    "biased: for that look at the raw features and at unmasking. PMI is of the corpus and does "
    "not change."
)


def draw(scored: Scored, before: Scored | None) -> None:
    """Draw the tab, or say how to have a second model."""
    if before is None:
        st.markdown(":gray[Choose a model to compare with, or mask heads, in the sidebar.]")
        return
    figure, words = figure_and_words("Which occupations change places between the models?", _READ)
    both = before.frame.merge(scored.frame, on="occupation", suffixes=("_first", "_second"))
    with figure:
        drawn = charts.two_models(
            both, scored.frame, before.label, scored.label, scored.study.data.groups
        )
        st.plotly_chart(drawn, key="two_models", config=CONFIG, alt="Scores of two models")
        beside = {"beside": before.manifest}
        take_away("two-models", both, drawn, scored, f"CABM, {before.label} and", beside)
    with words:
        found = correlation(both["score_first"].tolist(), both["score_second"].tolist())
        moved = int((both["category_first"] != both["category_second"]).sum())
        st.markdown(
            f"**{moved}** of {len(both)} occupations change category.  \n"
            f":gray[ρ {number(found['spearman'], '+.2f')} · "
            f"{between(found['spearman_interval'], '+.2f')}]"
        )
        _spread(both)
    st.dataframe(
        _means(scored, before),
        hide_index=True,
        column_config={
            name: st.column_config.NumberColumn(format="%+.4f")
            for name in (before.label, scored.label, "change")
        },
    )


def _spread(both: pd.DataFrame) -> None:
    """Standard deviation over the models, as the thesis reports it for three."""
    for name, title in (("score", "CABM"), ("weat", "WEAT")):
        found = standard_deviation_over_models(
            {side: both[f"{name}_{side}"].tolist() for side in ("first", "second")}
        )
        if found is not None:
            st.markdown(
                f"{title}: mean standard deviation over these {found['models']} models "
                f"**{found['mean']:.4f}**"
            )
    st.caption(
        "Published for three models of one checkpoint: WEAT .0111, CABM .0385. The two are on "
        "different scales, so the smaller is not the better."
    )


def _means(scored: Scored, before: Scored) -> pd.DataFrame:
    """Means of the raw features over occupations in both models."""
    rows = []
    columns = [*(f"{name}_bias" for name in FEATURES), "weat", "mac"]
    for name in columns:
        first, second = before.frame[name].mean(), scored.frame[name].mean()
        rows.append(
            {
                "mean over occupations": name.replace("_", " "),
                before.label: first,
                scored.label: second,
                "change": second - first,
            }
        )
    if before.study.unmasked is not None and scored.study.unmasked is not None:
        first = before.study.unmasked["unmasking"].mean()
        second = scored.study.unmasked["unmasking"].mean()
        rows.append(
            {
                "mean over occupations": "unmasking",
                before.label: first,
                scored.label: second,
                "change": second - first,
            }
        )
    return pd.DataFrame(rows)
