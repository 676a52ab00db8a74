"""Tab of the Heads page: the counter-stereotype experiment, biased heads against the others."""

from __future__ import annotations

from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components import explain, export, heads_trial, model_bar, session
from components.charts import counter as charts
from components.heads_choice import Choice
from components.heads_layout import figure_and_words
from components.heads_trial import Outcome, Trial
from components.model_bar import Subject
from components.numbers import between, number, p_text
from components.theme import CONFIG
from engine.datasets.contexts import MAX_CONTEXTS
from engine.datasets.counterparts import (
    ARTICLE,
    NO_COUNTERPART,
    NOT_STEREOTYPED,
    ORDER,
    SEVERAL,
    Sentences,
)
from engine.spec import ModelSpec

GROUPS = ("biased", "other")
_READ = (
    "In a sentence such as *women are emotional* the person word is swapped (*men are "
    "emotional*), and every head is asked how much it looks from *emotional* at the person word. "
    "Above zero it looks more in the stereotype. The test is one-tailed and paired by sentence; "
    "d<sub>z</sub> is the mean difference over its standard deviation (0.2 small, 0.5 medium, "
    "0.8 large). Single heads are corrected by Holm. Attention is where a head looks, not why "
    "the model answers as it does."
).replace("d<sub>z</sub>", "dz")
_HELD = (
    "One half of the target words chooses the biased heads, on the untouched model; sentences "
    "with the other half test them. Chosen and tested on the same words, heads would differ by "
    "construction."
)
_LEFT_OUT = {
    SEVERAL: "with several person or target words",
    NOT_STEREOTYPED: "combining the words against the stereotype",
    NO_COUNTERPART: "with no known counterpart",
    ARTICLE: "where a or an would not fit",
    ORDER: "with the target before the person word",
}
_COLUMNS = {
    "name": st.column_config.TextColumn("head", width="small"),
    "biased": st.column_config.CheckboxColumn("biased", width="small"),
    "bias_score": st.column_config.NumberColumn("b", format="%+.4f"),
    "mean_difference": st.column_config.NumberColumn("mean difference", format="%+.4f"),
    "t": st.column_config.NumberColumn("t", format="%+.2f"),
    "dz": st.column_config.NumberColumn("dz", format="%+.2f"),
    "p": st.column_config.NumberColumn("p", format="%.4f"),
    "p_holm": st.column_config.NumberColumn("p, Holm", format="%.4f"),
}


def draw(choice: Choice, subject: Subject) -> None:
    """Draw the tab; it takes as many sentences as there are, whatever the page's scores take."""
    choice = choice.widest()
    place, words = figure_and_words(
        "Do biased heads look more at the person word of a stereotype than at its counterpart?",
        _READ,
        "counter-stereotype",
    )
    with words:
        same = st.toggle(
            "Choose and test on the same words",
            key="same_words",
            bind="query-params",
            persist_state="session",
            help="As in the paper, which took another corpus instead.",
        )
        st.caption(_HELD)
    single = None
    with place, explain.errors(ends_page=False):
        spec = subject.spec
        causal = session.facts(spec.checkpoint).kind == "causal"
        trial = heads_trial.trial(choice.key, bool(same), causal, choice)
        found = (
            heads_trial.measured(choice, spec, trial)
            if heads_trial.known(choice, spec, trial)
            else _ask(choice, spec, trial)
        )
        if found is not None:
            single = _result(choice, subject, trial, found)
    if single is not None:
        with st.container(border=True):
            _single_heads(*single, bool(subject.spec.masked_heads))


def _ask(choice: Choice, spec: ModelSpec, trial: Trial) -> Outcome | None:
    """Nothing is measured before the reader wants it."""
    pressed = st.button(
        f"Test on {len(trial.found.items)} sentences", key="run_counter", type="primary"
    )
    st.caption(f"First the heads are scored on the words that choose them. {_found(trial.found)}")
    if not pressed:
        return None
    found = heads_trial.measured(choice, spec, trial)
    if not found.warnings:
        st.rerun()  # without the button
    return found


def _result(
    choice: Choice, subject: Subject, trial: Trial, outcome: Outcome
) -> tuple[pd.DataFrame, go.Figure] | None:
    """The two groups; single heads below, over the whole width."""
    bias, tests = outcome.bias, tested(outcome, len(subject.spec.masked_heads))
    if bias["gradient"] is None:
        st.markdown(f":gray[No heads can be chosen. {explain.plain(bias['problem'])}]")
        return None
    for state, found in tests.items():
        for name in GROUPS:
            st.markdown(told(f"{name} heads{state}", found[name]))
    groups = [
        {"name": f"{name} heads{state}", **found[name]}
        for state, found in tests.items()
        for name in GROUPS
        if found[name]["mean_difference"] is not None
    ]
    st.plotly_chart(
        charts.group_differences(groups),
        key="counter_groups",
        config=CONFIG,
        alt="Mean difference of attention with intervals",
    )
    last = list(tests.values())[-1]
    st.caption(_standing(choice, trial, last))
    frame = by_head(bias["gradient"], last)
    drawn = charts.effect_by_score(frame.dropna(subset=["dz", "p_holm"]))
    export.row(
        "counter-stereotype",
        frame,
        drawn,
        heads_trial.command(choice, trial, model_bar.command_options(subject.spec)),
        outcome.manifest
        | {
            "test": choice.name,
            "groups": {
                f"{name}{state}": found[name] for state, found in tests.items() for name in GROUPS
            },
            "held_out_words": not trial.same_words,
            "seed": trial.seed,
        },
        "Counter-stereotype test: effect size by bias score",
    )
    return frame, drawn


def tested(outcome: Outcome, masked: int) -> dict[str, dict[str, Any]]:
    """Words for each state of the model -> what was found in it.

    Args:
        masked: number of heads masked.
    """
    if outcome.masked is None:
        return {"": outcome.found}
    return {", untouched": outcome.found, f", {masked} masked": outcome.masked}


def _single_heads(frame: pd.DataFrame, drawn: go.Figure, masked: bool) -> None:
    """Every head's own test."""
    defined = frame.dropna(subset=["dz", "p_holm"])
    kept = ", ".join(defined[defined["p_holm"] < 0.05]["name"])
    st.markdown(
        f"**Single heads{' of the masked model' if masked else ''}** with p below .05 after Holm "
        f"over {len(defined)} tests: **{explain.plain(kept) or 'none'}**."
    )
    left, right = st.columns(2, gap="medium")
    left.plotly_chart(drawn, key="counter_heads", config=CONFIG, alt="Effect size of every head")
    right.dataframe(
        frame.sort_values(["p_holm", "p"], na_position="last"),
        hide_index=True,
        height=340,
        column_config=_COLUMNS,
        column_order=["name", "biased", "bias_score", "dz", "p_holm"],
        key="counter_table",
    )


def told(name: str, group: dict[str, Any]) -> str:
    """A group's test in one line (markdown)."""
    if not group["heads"]:
        return f"**{name.capitalize()}**: there are none."
    if group["t"] is None:
        return (
            f"**{name.capitalize()}** ({group['heads']}): undefined, because all "
            f"{group['n']} differences are equal."
        )
    return (
        f"**{name.capitalize()}** ({group['heads']}): t({group['n'] - 1}) = "
        f"**{number(group['t'], '+.2f')}**, {p_text(group['p'])} one-tailed, dz = "
        f"{number(group['dz'], '+.2f')}, mean difference "
        f"{number(group['mean_difference'], '+.4f')} ({between(group['interval'], '+.4f')})"
    )


def _standing(choice: Choice, trial: Trial, found: dict[str, Any]) -> str:
    skipped = f", {found['skipped']} could not be read" if found["skipped"] else ""
    few = (
        " So few sentences find only large effects; a larger text helps."
        if found["n"] < 100
        else ""
    )
    words = "the same words as" if trial.same_words else "other words than those that"
    most = f", up to {MAX_CONTEXTS} a word whatever Options says" if choice.in_contexts else ""
    return (
        f"n = {found['n']} sentences{skipped}{most}; with {words} chose the heads (seed "
        f"{trial.seed}); {explain.plain(choice.name)}. {_found(trial.found)}{few}"
    )


def _found(found: Sentences) -> str:
    """How many sentences there are, and why some are not used."""
    parts = [f"{count} {_LEFT_OUT[reason]}" for reason, count in found.left_out.items()]
    if not parts:
        return ""
    total = len(found.items) + found.left_out.total()
    return f"{total} sentences found; left out: {'; '.join(parts)}."


def by_head(gradient: list[list[float]], found: dict[str, Any]) -> pd.DataFrame:
    """One row a head: its score and its test."""
    rows = [
        {
            "name": f"{layer + 1}-{head + 1}",
            "biased": gradient[layer][head] > 0,
            "bias_score": gradient[layer][head],
            **{key: test[key] for key in ("mean_difference", "t", "dz", "p", "p_holm", "n")},
        }
        for layer, row in enumerate(found["by_head"])
        for head, test in enumerate(row)
    ]
    numbers = ["mean_difference", "t", "dz", "p", "p_holm"]
    return pd.DataFrame(rows).astype(dict.fromkeys(numbers, float))
