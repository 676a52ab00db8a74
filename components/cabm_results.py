"""The first look of the CABM page: how many lean their list's way, the ranking, the weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
import streamlit as st

from components import explain, export
from components.cabm_layout import number
from components.cabm_scored import Scored
from components.charts import cabm as charts
from components.theme import CONFIG
from engine.measures.cabm import FEATURES
from engine.measures.cabm.scores import NEUTRAL, biased, list_agreement
from engine.measures.cabm.weighting import FORESTS, NAMES, USER

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from engine.measures.cabm.study import Study

_NOTE = (
    "0 is the average of these occupations, not the absence of bias: about half of them lie on "
    "either side in every model. Compare occupations with each other, and models by unmasking."
)
_RANKING = (
    "Each mark is an occupation; the line is its 95 % interval over sentences and corpus counts. "
    "Orange leans the way its list says, blue the other way, pale grey is neutral, "
    "strong grey on no list; dotted lines are the threshold."
)


def told(study: Study) -> None:
    """What was left out, and what is good to know."""
    explain.warnings(list(study.warnings))
    for remark in study.remarks:
        st.caption(explain.plain(remark))


def headline(scored: Scored) -> None:
    """One number with its n and interval, and what it does not mean."""
    st.caption(explain.plain(scored.named))
    leaning = list_agreement(scored.frame, scored.study.data.groups)
    counts = scored.frame["category"].value_counts()
    names = (*biased(scored.study.data.groups), NEUTRAL)
    told = " · ".join(f"{int(counts.get(name, 0))} {explain.plain(name)}" for name in names)
    if leaning is None:
        st.metric("occupations", f"{len(scored.frame)}", label_visibility="collapsed")
        st.markdown(f"occupations: {told}.")
    else:
        st.metric(
            "lean the way their list says",
            f"{100 * leaning['share']:.0f} %",
            label_visibility="collapsed",
        )
        low, high = (100 * bound for bound in leaning["interval"])
        st.markdown(
            f"of the **{leaning['n']}** listed occupations that are not neutral lean the way "
            f"their list says; 50 is chance.  \n:gray[95 %: {low:.0f} to {high:.0f} · {told}]"
        )
    _unmasked(scored)
    explain.note(_NOTE)


def _unmasked(scored: Scored) -> None:
    """How well the scores go with what the model says."""
    agreed = scored.agreed()
    if agreed is None or agreed["spearman"] is None:
        return
    bounds = agreed["spearman_interval"]
    between = (
        f", 95 %: {number(bounds[0], '+.2f')} to {number(bounds[1], '+.2f')}" if bounds else ""
    )
    st.markdown(
        f":gray[Rank correlation with what the model says behind a mask: "
        f"**{number(agreed['spearman'], '+.2f')}**{between}, n {agreed['n']}]"
    )


def weights(scored: Scored, place: DeltaGenerator) -> None:
    """The weights, and their intervals once they are drawn; slow ones say so."""
    name = scored.weighting
    with place:
        st.markdown(f"**Weights: {NAMES[name]}**")
        if name in FORESTS:
            draws = scored.study.settings.draws
            with st.spinner(f"Growing {draws} forests for the intervals …"):
                found = scored.study.weighed(name)
        else:
            found = scored.study.weighed(name)
        st.plotly_chart(
            charts.weights(found["weights"], found["intervals"]),
            key="weights",
            config=CONFIG,
            alt="Weight of each feature",
        )
        st.caption(_weights_told(found, scored))


def _weights_told(found: dict[str, Any], scored: Scored) -> str:
    seed = scored.study.settings.seed
    parts = ["Dotted: a third each."]
    if found["intervals"]:
        parts.append(
            f"Bands: 95 % over occupations, {found['draws']:,} draws, seed {seed}. Where they "
            "overlap, the order of the features is not settled."
        )
    if forest := found.get("forest"):
        low, high = (100 * bound for bound in forest["interval"])
        parts.append(
            f"The forest tells {forest['right']} of {forest['n']} unseen occupations apart by "
            f"their list (95 %: {low:.0f} to {high:.0f} %)"
            + (", which may be guessing: then its weights mean little." if low <= 50 else ".")
        )
    if scored.weighting == USER:
        parts.append("Move the sliders above; the ranking follows.")
    return " ".join(parts)


def ranking(scored: Scored, before: Scored | None) -> None:
    """All occupations in order, and what can be taken away."""
    data = scored.study.data
    figure = charts.ranking(
        scored.frame,
        data.groups,
        scored.study.settings.threshold,
        None if before is None else before.frame,
        ("" if before is None else before.label, scored.label),
    )
    with st.container(border=True):
        st.plotly_chart(figure, key="ranking", config=CONFIG, alt="Occupations by CABM")
        st.caption(_RANKING)
        if before is not None:
            st.caption(
                f"Hollow: {explain.plain(before.label)}, standardised over its own occupations."
            )
    export.row(
        "cabm",
        scored.tidy(),
        figure,
        scored.command,
        scored.manifest,
        f"CABM of {len(scored.frame)} occupations, {NAMES[scored.weighting]}, {scored.label}",
    )


def table(frame: pd.DataFrame) -> None:
    """All figures of every occupation."""
    number_of = st.column_config.NumberColumn
    shown = frame.sort_values("score", ascending=False)
    columns = {
        "occupation": st.column_config.TextColumn("occupation", pinned=True),
        "list": st.column_config.TextColumn("list"),
        "category": st.column_config.TextColumn("category"),
        "score": number_of("CABM", format="%+.2f"),
        **{
            f"{name}_bias": number_of(name, format="%+.3f", help=_FEATURE_HELP[name])
            for name in FEATURES
        },
        "corpus_sentences": number_of("in corpus", help="Sentences of the PMI corpus with it."),
        "corpus_first": number_of("with first", help="Of those, with a word of the first group."),
        "corpus_second": number_of("with second"),
        "n_first": number_of("n first", help="Sentences read, framed by the first group."),
        "n_second": number_of("n second"),
        "weat": number_of("WEAT", format="%+.3f"),
        "mac": number_of("MAC", format="%.3f"),
        "unmasking": number_of("unmasking", format="%+.3f", help="P(he) − P(she)."),
    }
    st.dataframe(
        shown[[name for name in columns if name in shown]],
        column_config=columns,
        hide_index=True,
        height=420,
        key="cabm_table",
    )


_FEATURE_HELP = {
    "pmi": "How much more it stands with the first group than with the second, bits.",
    "cosine": "How much nearer its vector is to the first group's words.",
    "context": "How far the sentence vector moves when the framing changes; no direction.",
}
