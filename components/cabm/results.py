"""Main results of the CABM page: the share that leans the stereotyped way, ranking, weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components.cabm.charts import scores as charts
from components.cabm.scored import Scored
from components.present import explain, export
from components.present.numbers import interval_text, number, whole_percent
from components.present.theme import CONFIG
from engine.measures.cabm.scores import category_order, list_agreement
from engine.measures.cabm.weighting import FORESTS, NAMES, USER

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

    from engine.measures.cabm.study import Study

_NOTE = (
    "A score of 0 is the average of these occupations, not the absence of bias: in every model "
    "about half of them lie on either side. Use the scores to compare occupations, and the "
    "pronoun probability gap to compare models."
)
_RANKING = (
    "Each mark is an occupation; the line is its 95% confidence interval (CI) over sentences and "
    "corpus counts. Orange: leans the stereotyped way, towards the group of its list. Blue: leans "
    "the other way. Pale grey: neutral or not settled. Strong grey: on no list. Dotted lines: the "
    "threshold for neutral."
)


def notices(study: Study) -> None:
    """Show what was left out, and other remarks on the data."""
    explain.warnings(list(study.warnings))
    for remark in study.remarks:
        st.caption(explain.plain(remark))


def headline(scored: Scored) -> None:
    """Show the share that leans the stereotyped way, and what it does not mean."""
    st.caption(explain.plain(scored.named))
    leaning = list_agreement(scored.frame, scored.study.data.groups)
    counts = scored.frame["category"].value_counts()
    names = category_order(scored.study.data.groups)
    sizes = " · ".join(f"{int(counts.get(name, 0))} {explain.plain(name)}" for name in names)
    if leaning is None:
        st.metric("occupations", f"{len(scored.frame)}", label_visibility="collapsed")
        st.markdown(f"occupations: {sizes}.")
    else:
        st.metric(
            "lean the stereotyped way",
            whole_percent(leaning["share"]),
            label_visibility="collapsed",
        )
        interval = interval_text([100 * bound for bound in leaning["interval"]], ".0f")
        st.markdown(
            f"of the **{leaning['n']}** listed occupations whose side is settled lean the "
            "stereotyped way, towards the group of their list. Chance would give 50%.  \n"
            f":gray[{interval} · {sizes}]"
        )
    _agreement_with_model(scored)
    explain.note(_NOTE)


def _agreement_with_model(scored: Scored) -> None:
    """Show how well the scores agree with the words the model itself fills in."""
    agreement = scored.agreement()
    if agreement is None or agreement["spearman"] is None:
        return
    interval = interval_text(agreement["spearman_interval"], "+.2f")
    statistics = " · ".join(filter(None, [interval, f"n {agreement['n_scores']}"]))
    st.markdown(
        f":gray[Rank correlation with the {scored.gap_name}, {scored.gap} at a masked word (the "
        f"thesis calls this *unmasking*): **{number(agreement['spearman'], '+.2f')}** · "
        f"{statistics}]"
    )


def weights(scored: Scored, card: DeltaGenerator) -> None:
    """Draw the weights in a card, and their intervals once the forests are grown."""
    name = scored.weighting
    with card:
        st.markdown(f"**Weights: {NAMES[name]}**")
        if name in FORESTS:
            draws = scored.study.settings.draws
            with st.spinner(f"Training {draws} forests for the intervals …"):
                weighting = scored.study.weighed(name)
        else:
            weighting = scored.study.weighed(name)
        st.plotly_chart(
            charts.weights(
                {feature: weighting["weights"][feature] for feature in scored.study.names},
                weighting["intervals"],
            ),
            key="weights",
            config=CONFIG,
            alt="Weight of each feature",
        )
        st.caption(_weights_caption(weighting, scored))


def _weights_caption(weighting: dict[str, Any], scored: Scored) -> str:
    seed = scored.study.settings.seed
    share = {2: "a half", 3: "a third"}[len(scored.study.names)]
    parts = [f"Dotted line: equal weights, {share} each."]
    if weighting["intervals"]:
        parts.append(
            f"Bands: 95% confidence intervals over occupations ({weighting['draws']:,} bootstrap "
            f"draws, seed {seed}). Where they overlap, the order of the features is uncertain."
        )
    if forest := weighting.get("forest"):
        bounds = [100 * bound for bound in forest["interval"]]
        parts.append(
            f"Out of bag, the forest assigns {forest['right']} of {forest['n']} occupations to the "
            f"right list ({whole_percent(forest['right'] / forest['n'])}, "
            f"{interval_text(bounds, '.0f')}); these are the lists it learned from, so this does "
            "not validate the scores"
            + (
                "; it may only be guessing, in which case its weights mean little."
                if bounds[0] <= 50
                else "."
            )
        )
    if scored.weighting == USER:
        parts.append("Move the sliders above to change the ranking.")
    return " ".join(parts)


def ranking(scored: Scored, before: Scored | None) -> None:
    """Draw all occupations in order, with the export row."""
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
            st.caption(f"Hollow marks: {explain.plain(before.label)}, standardised separately.")
    export.row(
        "cabm",
        scored.tidy(),
        figure,
        scored.command,
        scored.manifest,
        f"CABM of {len(scored.frame)} occupations, {NAMES[scored.weighting]}, {scored.label}",
    )


def table(scored: Scored) -> None:
    """Show all values of every occupation."""
    number_of = st.column_config.NumberColumn
    shown = scored.tidy().sort_values("score", ascending=False)
    first, second = scored.study.data.groups.names
    columns = {
        "occupation": st.column_config.TextColumn("occupation", pinned=True),
        "list": st.column_config.TextColumn("list"),
        "category": st.column_config.TextColumn("category"),
        "score": number_of("CABM", format="%+.2f"),
        **{
            f"{name}_bias": number_of(name, format="%+.3f", help=_FEATURE_HELP[name])
            for name in scored.study.names
        },
        "corpus_sentences": number_of(
            "corpus sentences", help="Sentences of the PMI corpus that contain the occupation."
        ),
        "corpus_first": number_of(
            f"with {first} words", help=f"Corpus sentences that also contain a {first} word."
        ),
        "corpus_second": number_of(
            f"with {second} words", help=f"Corpus sentences that also contain a {second} word."
        ),
        "n_first": number_of(f"n {first}", help=f"Measured sentences with a {first} word."),
        "n_second": number_of(f"n {second}", help=f"Measured sentences with a {second} word."),
        "weat": number_of("WEAT", format="%+.3f", help=WEAT_HELP),
        "mac": number_of("MAC", format="%.3f", help=MAC_HELP),
        "unmasking": number_of(scored.gap, format="%+.3f", help=_capital(scored.gap_name)),
    }
    st.dataframe(
        shown[[name for name in columns if name in shown]],
        column_config=columns,
        hide_index=True,
        height=420,
        key="cabm_table",
    )


def _capital(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


WEAT_HELP = (
    "Word Embedding Association Test: how much closer the occupation's mean vector is to the first "
    "group's words than to the second's."
)
MAC_HELP = "Mean average cosine distance to the words of both groups; it has no direction."
_FEATURE_HELP = {
    "pmi": "Pointwise mutual information in the corpus: how much more often the occupation occurs "
    "with the first group than with the second, in bits.",
    "cosine": "How much closer its vector is to the first group's words than to the second's.",
    "context": "How far the sentence vector moves when the group changes; it has no direction "
    "unless signed is chosen.",
}
