"""Results of the CABM page: remarks, weights, what is refused, and layout."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from functools import partial
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.cabm.charts import scores as charts
from components.cabm.choice import Choice
from components.cabm.scored import ScoredStudy, without_missing
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import (
    bracketed,
    interval_text,
    number,
    significant,
    whole_percent,
)
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import beginning
from components.frame.widgets import export
from engine.core.wording import counted
from engine.measures.cabm.reliability import SCORE, reliability_text
from engine.measures.cabm.studied import CabmStudy
from engine.measures.cabm.weighting import AUTOMATIC, NAMES, USER


def draw_remarks(study: CabmStudy) -> None:
    """Show other remarks on the data and the kind of model."""
    for remark in study.remarks:
        st.caption(explain.plain(remark))


def draw_weights(scored: ScoredStudy, card: DeltaGenerator) -> None:
    """Draw the weights in a card, and their intervals once the forests are grown."""
    name = scored.weighting
    with card:
        st.markdown(f"**Weights of the features: {NAMES[name]}**")
        if _automatic(scored):
            st.markdown(explain.plain(scored.study.rule.reason))
        growing = f"Training {scored.study.settings.draws} forests for the intervals …"
        with st.spinner(growing) if scored.study.rule.from_lists else nullcontext():
            weighting = scored.study.weigh(name)
        weights = {feature: weighting["weights"][feature] for feature in scored.study.names}
        plot.draw_figure(
            charts.weights(weights, weighting["intervals"]),
            key="weights",
            title="Weight of each feature",
            says=in_words.listed(weights.items()),
        )
        st.caption(_weights_caption(weighting, scored))
        _repeats(scored)


def _repeats(scored: ScoredStudy) -> None:
    """How far each feature and the score repeat between halves of sentences and counts."""
    rows = [
        {
            "feature": name,
            "weight": "" if name == SCORE else f"{scored.weights[name]:.3f}",
            "reliability": number(each.halves.reliability, ".2f") if each.halves else "none",
            "95% CI": bracketed(each.halves and each.halves.interval, ".2f") or "none",
        }
        for name, each in scored.reliability.items()
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, key="reliability")
    st.caption(explain.plain(reliability_text(scored.reliability)))


def _automatic(scored: ScoredStudy) -> bool:
    """Whether the weighting was left to the rule, whose reason then tells of the forest."""
    return scored.study.rule.asked == AUTOMATIC


def _weights_caption(weighting: dict[str, Any], scored: ScoredStudy) -> str:
    seed = scored.study.settings.seed
    share = {2: "a half", 3: "a third"}[len(scored.study.names)]
    parts = [f"Dotted line: equal weights, {share} each."]
    if weighting["intervals"]:
        parts.append(
            f"Bands: 95% confidence intervals over occupations ("
            f"{counted(weighting['draws'], 'bootstrap draw')}, seed {seed}). "
            "They do not test the order of the features, whether they overlap or not."
        )
    if (forest := weighting.get("forest")) and not _automatic(scored):
        bounds = [100 * bound for bound in forest["interval"]]
        parts.append(
            f"The forest assigns {forest['right']} of {forest['n']} occupations to the right list, "
            "each by trees that were trained without it "
            f"({whole_percent(forest['right'] / forest['n'])}, {interval_text(bounds, '.0f')}); "
            "these are the lists it learned from, so this does not validate the scores"
            + (
                "; it may only be guessing, in which case its weights mean little."
                if bounds[0] <= 50
                else "."
            )
        )
    if scored.weighting == USER:
        parts.append("Change the weights above to change the ranking.")
    return " ".join(parts)


# --- refused ------------------------------------------------------------------------------
# A study is scored, or the reason why it cannot be is shown above its features alone.


def scored(
    choice: Choice, study: CabmStudy, subject: Subject, other: Subject | None = None
) -> ScoredStudy | None:
    """Score the study by the chosen weighting; where that is refused, show why and return None.

    Args:
        other: the model compared with.
    """
    result = ScoredStudy(choice, study, subject.label, _command(choice, subject, other))
    refusal = result.refusal()
    if refusal is None:
        return result
    st.error(explain.plain(refusal), icon=":material/info:")
    st.markdown("The features, without a score:")
    features = without_missing(study.frame, study)
    st.dataframe(features, hide_index=True, height=400, column_config=significant(features))
    export.row(
        "cabm-features",
        features,
        None,
        result.command,
        study.manifest,
        "CABM features",
        choice.where,
        about=result.named,
    )
    return None


def scored_for_comparison(
    choice: Choice, study: CabmStudy | None, other: Subject | None
) -> ScoredStudy | None:
    """Score the model compared with by the same weighting; None where that is refused."""
    if study is None or other is None:
        return None
    result = ScoredStudy(choice, study, other.label, _command(choice, other))
    refusal = result.refusal()
    if refusal is None:
        return result
    explain.warnings([f"{beginning(other)} cannot be shown for comparison: {refusal}"])
    return None


def _command(choice: Choice, subject: Subject, other: Subject | None = None) -> str:
    compared = None if other is None else other.spec
    return choice.command().for_model(subject.spec, compared).line()


# --- layout -------------------------------------------------------------------------------
# The tabs of the CABM page share these: a figure next to its explanation, and the export row.

figure_and_words = partial(plot.figure_and_words, card="cabm")


def export_row(
    name: str,
    frame: pd.DataFrame,
    figure: go.Figure,
    scored: ScoredStudy,
    title: str,
    more: dict[str, Any] | None = None,
) -> None:
    """Draw buttons that export what a tab shows; the arguments are those of `result`."""
    export.section(f"cabm-{name}", [result(name, frame, figure, scored, title, more)])


def result(
    name: str,
    frame: pd.DataFrame,
    figure: go.Figure,
    scored: ScoredStudy,
    title: str,
    more: dict[str, Any] | None = None,
) -> export.Result:
    """One result of a tab.

    Args:
        name: stem of the files.
        title: of the figure.
        more: entries added to the manifest.
    """
    manifest = scored.manifest | (more or {})
    return export.Result(
        f"cabm-{name}",
        frame,
        figure,
        scored.command,
        manifest,
        title,
        scored.choice.where,
        about=scored.named,
    )


def view(key: str, names: Sequence[str]) -> str:
    """Draw a row of views of a tab, of which only the chosen one is computed.

    Args:
        key: of the choice, also in the address.
        names: the first is chosen at first.
    """
    chosen: str | None = st.radio(
        "View",
        names,
        key=key,
        bind="query-params",
        persist_state="session",
        horizontal=True,
        label_visibility="collapsed",
    )
    return chosen or names[0]
