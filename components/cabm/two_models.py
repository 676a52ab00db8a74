"""Tab of the CABM page that compares two models: which occupations move, and how far."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.cabm.charts import scores as charts
from components.cabm.layout import export_row, figure_and_words
from components.cabm.scored import Scored
from components.present.numbers import interval_text, number
from components.present.theme import CONFIG
from engine.measures.cabm.correlation import correlation
from engine.measures.cabm.scores import NOT_SETTLED
from engine.measures.cabm.validation import standard_deviation_over_models

_READ = (
    "Each mark is an occupation; on the diagonal both models agree. Scores are standardised within "
    "each model, so this shows which occupations move, not which model is more biased: for that, "
    "compare the raw features and the probability gap in the table. PMI comes from the corpus and "
    "does not change."
)
_ROWS = {"weat": "WEAT", "mac": "MAC (mean average cosine distance)"}


def draw(scored: Scored, before: Scored | None) -> None:
    """Draw the tab, or say how to choose a second model."""
    if before is None:
        st.markdown(
            ":gray[To compare two models, choose one under *Compare with* or mask heads in the "
            "sidebar.]"
        )
        return
    figure, words = figure_and_words(
        "Which occupations does the other model score differently?", _READ
    )
    both = before.frame.merge(scored.frame, on="occupation", suffixes=("_first", "_second"))
    with figure:
        drawn = charts.two_models(
            both, scored.frame, before.label, scored.label, scored.study.data.groups
        )
        st.plotly_chart(drawn, key="two_models", config=CONFIG, alt="Scores of two models")
        more = {"beside": before.manifest}
        export_row("two-models", both, drawn, scored, f"CABM, {before.label} and", more)
    with words:
        agreement = correlation(both["score_first"].tolist(), both["score_second"].tolist())
        settled = both[
            (both["category_first"] != NOT_SETTLED) & (both["category_second"] != NOT_SETTLED)
        ]
        moved = int((settled["category_first"] != settled["category_second"]).sum())
        st.markdown(
            f"**{moved}** of the {len(settled)} occupations that are settled in both models change "
            "category.  \n"
            f":gray[Spearman ρ {number(agreement['spearman'], '+.2f')} · "
            f"{interval_text(agreement['spearman_interval'], '+.2f')}]"
        )
        _deviations(scored, before)
    st.dataframe(
        _means(scored, before),
        hide_index=True,
        column_config={
            name: st.column_config.NumberColumn(format="%+.4f")
            for name in (before.label, scored.label, "change")
        },
    )


def _deviations(scored: Scored, before: Scored) -> None:
    """Show the standard deviation over the models, which the thesis reports for three."""
    both = scored.beside(before)
    for name, title in (("score", "CABM"), ("weat", "WEAT")):
        deviation = standard_deviation_over_models(
            {side: both[f"{name}_{side}"].tolist() for side in ("first", "second")}
        )
        if deviation is not None:
            st.markdown(
                f"{title}: mean standard deviation over these {deviation['models']} models "
                f"**{deviation['mean']:.4f}**"
            )
    st.caption(
        "The CABM thesis reports, for three models from one checkpoint: WEAT (Word Embedding "
        "Association Test) .0111, CABM .0385. CABM is on the raw scale here, with one set of "
        "weights for both models. The scales of CABM and WEAT differ, so smaller is not better."
    )


def _means(scored: Scored, before: Scored) -> pd.DataFrame:
    """Means over occupations of the raw features and the probability gap in both models."""
    rows = []
    names = [name for name in before.study.names if name in scored.study.names]
    columns = [*(f"{name}_bias" for name in names), "weat", "mac"]
    for name in columns:
        first, second = before.frame[name].mean(), scored.frame[name].mean()
        rows.append(
            {
                "mean over occupations": _ROWS.get(name, name.replace("_", " ")),
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
                "mean over occupations": f"{scored.gap_name}, {scored.gap}",
                before.label: first,
                scored.label: second,
                "change": second - first,
            }
        )
    return pd.DataFrame(rows)
