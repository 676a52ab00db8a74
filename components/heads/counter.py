"""Tab of the Heads page: the counter-stereotype test of biased heads, and of every single one."""

from __future__ import annotations

from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import written_numbers
from components.frame.present.plot import figure_and_words
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import done, in_short, named
from components.frame.widgets import export
from components.heads.charts import distribution as charts
from components.heads.choice import Choice, plain_name
from components.heads.counter_experiment import (
    CounterExperiment,
    CounterOutcome,
    is_measured,
    measured_outcome,
    prepared_experiment,
)
from components.heads.counter_text import basis, group_text, sentence_counts
from engine.core.families import CAUSAL
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.measures.counter.counter_stereotype import with_holm
from engine.measures.heads.bias import head_frame
from engine.statistics import LEVEL

GROUPS = ("biased", "other")
_NAMES = ("name", "key")  # of a group; the rest is its test
_READ = (
    "The person word of a sentence such as *women are emotional* is swapped (*men are "
    "emotional*). For each attention head, we compare the attention from *emotional* to the "
    "person word in the two sentences; above zero means more attention in the stereotype. The "
    "test is one-tailed and paired by sentence; sentences share person words and targets, so it is "
    "clustered by both. The effect size dz is the mean difference "
    "over its standard deviation (0.2 small, 0.5 medium, 0.8 large). The tests of the groups are "
    "Holm-corrected together, and so are those of single heads. Attention shows where a head "
    "looks, not why the model answers as it does."
)
_HELD = (
    "The biased heads are chosen on the original model with one half of the target words and "
    "tested on sentences with the other half. Chosen and tested on the same words, the two groups "
    "would differ by construction."
)
_COLUMNS = {
    "name": st.column_config.TextColumn("head", width="small"),
    "biased": st.column_config.CheckboxColumn("biased", width="small"),
    "bias_score": st.column_config.NumberColumn("bias score b"),
    "mean_difference": st.column_config.NumberColumn("mean difference"),
    "t": st.column_config.NumberColumn("t"),
    "dz": st.column_config.NumberColumn("dz"),
    "p": st.column_config.NumberColumn("p"),
    "p_holm": st.column_config.NumberColumn("p (Holm)"),
}
_FORMATS = {
    "bias_score": "+.4f",
    "mean_difference": "+.4f",
    "t": "+.2f",
    "dz": "+.2f",
    "p": ".4f",
    "p_holm": ".4f",
}


def draw_counter_test(choice: Choice, subject: Subject) -> None:
    """Draw the tab; it uses as many sentences as there are, regardless of the page's setting."""
    choice = choice.widest()
    result, words = figure_and_words(
        "Do biased heads attend more to the person word in a stereotype than in its "
        "counter-stereotype?",
        _READ,
        "counter-stereotype",
    )
    with words:
        same = st.toggle(
            "Choose and test on the same words",
            key="same_words",
            bind="query-params",
            persist_state="session",
            help="As in the original paper, which used a second corpus instead of other words.",
        )
        st.caption(_HELD)
    single = None
    with result, explain.errors(ends_page=False):
        spec = subject.spec
        causal = subject.facts.kind == CAUSAL
        experiment = prepared_experiment(choice.key, bool(same), causal, choice)
        outcome = (
            measured_outcome(choice, spec, experiment)
            if is_measured(choice, spec, experiment)
            else _offer(choice, spec, experiment)
        )
        if outcome is not None:
            single = _groups(choice, subject, experiment, outcome)
    if single is not None:
        with st.container(border=True):
            _single_heads(*single, done(subject.spec))


def _offer(choice: Choice, spec: ModelSpec, experiment: CounterExperiment) -> CounterOutcome | None:
    """Measure only when the user presses the button."""
    sentences = experiment.sentences
    pressed = st.button(
        f"Test on {counted(len(sentences.items), 'sentence')}", key="run_counter", type="primary"
    )
    st.caption(f"First, bias scores choose the biased heads. {sentence_counts(sentences)}")
    if not pressed:
        return None
    outcome = measured_outcome(choice, spec, experiment)
    if not outcome.warnings:
        st.rerun()  # without the button
    return outcome


def _groups(
    choice: Choice, subject: Subject, experiment: CounterExperiment, outcome: CounterOutcome
) -> tuple[pd.DataFrame, go.Figure] | None:
    """Draw the test of both groups; return the table and chart of single heads."""
    bias = outcome.bias
    if bias["gradient"] is None:
        st.markdown(f":gray[No heads can be chosen. {explain.plain(bias['problem'])}]")
        return None
    states = [("", "")]  # of the model, in exports and on screen
    if not subject.spec.is_original:
        now = f", {in_short(subject.spec)}"
        states = [(", untouched", ", original model"), (now, now)]
    groups = with_holm(
        [
            {"name": f"{name} heads{shown}", "key": f"{name}{state}"} | test[name]
            for (state, shown), test in zip(states, outcome.tests, strict=True)
            for name in GROUPS
        ]
    )
    for group in groups:
        st.markdown(group_text(group["name"], group))
    tested = [group for group in groups if group["mean_difference"] is not None]
    drawn_groups = charts.group_differences(tested)
    plot.draw_figure(
        drawn_groups,
        key="counter_groups",
        title="Difference in attention of biased and other heads",
        says=in_words.listed(
            [(group["name"], group["mean_difference"]) for group in tested], "+.4f"
        ),
    )
    last = outcome.tests[-1]
    st.caption(f"{plain_name(subject.spec)}: {basis(choice, experiment, last)}")
    frame = by_head(bias["gradient"], last)
    drawn = charts.effect_by_score(frame.dropna(subset=["dz", "p_holm"]))
    asked = choice.counter_command(experiment.seed, experiment.same_words)
    command = asked.for_model(subject.spec).line()
    manifest = outcome.manifest | {
        "test": choice.name,
        "groups": {
            group["key"]: {key: value for key, value in group.items() if key not in _NAMES}
            for group in groups
        },
        "held_out_words": not experiment.same_words,
        "seed": experiment.seed,
    }
    title = f"Counter-stereotype test, {named(subject.spec)}"
    results = (
        ("counter-groups", _table(groups), drawn_groups, "groups"),
        ("counter-stereotype", frame, drawn, "single heads"),
    )
    export.section(
        "counter-stereotype",
        [
            export.Result(name, table, figure, command, manifest, f"{title}: {part}", choice.where)
            for name, table, figure, part in results
        ],
    )
    return frame, drawn


def _table(groups: list[dict[str, Any]]) -> pd.DataFrame:
    """One row per group: its test, as numbers."""
    bounds = pd.DataFrame([group["interval"] or (None, None) for group in groups])
    table = pd.DataFrame(groups).drop(columns=["key", "interval"])
    return table.rename(columns={"name": "group"}).assign(low=bounds[0], high=bounds[1])


def _single_heads(frame: pd.DataFrame, drawn: go.Figure, done_to_it: str) -> None:
    """The test of every single head.

    Args:
        done_to_it: what is done to the model, in words; empty where nothing is.
    """
    under = f" of the model with {explain.plain(done_to_it)}" if done_to_it else ""
    defined = frame.dropna(subset=["dz", "p_holm"])
    significant = ", ".join(defined[defined["p_holm"] < LEVEL]["name"])
    st.markdown(
        f"**Single heads{under}** with more "
        f"attention in the stereotype (p < .05 after Holm correction for "
        f"{counted(len(defined), 'test')}): "
        f"**{explain.plain(significant) or 'none'}**."
    )
    left, right = st.columns(2, gap="medium")
    if defined.empty:
        left.markdown(
            ":gray[No head has an effect size: it needs at least two sentences whose differences "
            "are not all equal.]"
        )
    else:
        with left:
            plot.draw_figure(
                drawn,
                key="counter_heads",
                title="Effect size of every head",
                says=in_words.listed(zip(frame["name"], frame["dz"], strict=True), "+.2f"),
            )
    right.dataframe(
        written_numbers(
            frame.sort_values(["p_holm", "p"], na_position="last"),
            _FORMATS,
        ),
        hide_index=True,
        height=340,
        column_config=_COLUMNS,
        column_order=["name", "biased", "bias_score", "dz", "p_holm"],
        key="counter_table",
    )


def by_head(gradient: list[list[float]], tests: dict[str, Any]) -> pd.DataFrame:
    """One row per head: its score and its test."""
    numbers = ["mean_difference", "t", "dz", "p", "p_holm"]
    of_heads = [test for row in tests["by_head"] for test in row]
    tested = pd.DataFrame(of_heads, columns=[*numbers, "n"]).astype(dict.fromkeys(numbers, float))
    heads = head_frame(gradient, 0.0)[["name", "bias_score"]]
    heads.insert(1, "biased", heads["bias_score"] > 0)
    return pd.concat([heads, tested], axis=1)
