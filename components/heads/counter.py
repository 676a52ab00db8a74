"""Tab of the Heads page: the counter-stereotype test of biased heads, measured and in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import interval_text, number, p_text, unsigned_zeros
from components.frame.present.plot import figure_and_words
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import named
from components.frame.widgets import export
from components.heads.charts import distribution as charts
from components.heads.choice import Choice, plain_name
from engine.core.families import CAUSAL
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.measures.counter.counter_stereotype import experiment as group_tests
from engine.measures.heads.bias import head_frame
from engine.measures.heads.runs import positive_heads
from engine.statistics import LEVEL, holm
from engine.words.association_tests import AssociationTest
from engine.words.contexts import MAX_CONTEXTS
from engine.words.counterparts import (
    ARTICLE,
    NO_COUNTERPART,
    NOT_STEREOTYPED,
    ORDER,
    SEVERAL,
    Sentences,
    counterpart_sentences,
    held_out_targets,
)

GROUPS = ("biased", "other")
_NAMES = ("name", "key")  # of a group; the rest is its test
_READ = (
    "The person word of a sentence such as *women are emotional* is swapped (*men are "
    "emotional*). For each attention head, we compare the attention from *emotional* to the "
    "person word in the two sentences; above zero means more attention in the stereotype. The "
    "test is a one-tailed t-test, paired by sentence. The effect size dz is the mean difference "
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
    "bias_score": st.column_config.NumberColumn("bias score b", format="%+.4f"),
    "mean_difference": st.column_config.NumberColumn("mean difference", format="%+.4f"),
    "t": st.column_config.NumberColumn("t", format="%+.2f"),
    "dz": st.column_config.NumberColumn("dz", format="%+.2f"),
    "p": st.column_config.NumberColumn("p", format="%.4f"),
    "p_holm": st.column_config.NumberColumn("p (Holm)", format="%.4f"),
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
            _single_heads(*single, bool(subject.spec.masked_heads))


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
    if masked := subject.spec.masked_heads:
        now = f", {len(masked)} masked"
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
            export.Result(name, table, figure, command, manifest, f"{title}: {part}")
            for name, table, figure, part in results
        ],
    )
    return frame, drawn


def with_holm(groups: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The tests of all groups shown, with p corrected for their number."""
    values = holm([group["p"] for group in groups])
    return [{**group, "p_holm": p} for group, p in zip(groups, values, strict=True)]


def _table(groups: list[dict[str, Any]]) -> pd.DataFrame:
    """One row per group: its test, as numbers."""
    bounds = pd.DataFrame([group["interval"] or (None, None) for group in groups])
    table = pd.DataFrame(groups).drop(columns=["key", "interval"])
    return table.rename(columns={"name": "group"}).assign(low=bounds[0], high=bounds[1])


def _single_heads(frame: pd.DataFrame, drawn: go.Figure, masked: bool) -> None:
    """The test of every single head."""
    defined = frame.dropna(subset=["dz", "p_holm"])
    significant = ", ".join(defined[defined["p_holm"] < LEVEL]["name"])
    st.markdown(
        f"**Single heads{' of the masked model' if masked else ''}** with more attention in the "
        f"stereotype (p < .05 after Holm correction for {counted(len(defined), 'test')}): "
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
        unsigned_zeros(
            frame.sort_values(["p_holm", "p"], na_position="last"), {"bias_score": 4, "dz": 2}
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


# --- counter text -------------------------------------------------------------------------
# Sentences say what the counter-stereotype test found.

_LEAST = 2  # sentences of a t-test
_FEW = 100  # sentences below which only large effects can be detected
_LEFT_OUT = {
    SEVERAL: "with several person or target words",
    NOT_STEREOTYPED: "that combine the words against the stereotype",
    NO_COUNTERPART: "with no known counterpart",
    ARTICLE: "where the swap would break “a” or “an”",
    ORDER: "with the target before the person word",
}


def group_text(name: str, group: dict[str, Any]) -> str:
    """The test of a group of heads: what it shows, then the statistics (markdown)."""
    title = f"**{name.capitalize()}**"
    if not group["heads"]:
        return f"{title}: none."
    if group["n"] < _LEAST:
        return (
            f"{title} ({group['heads']}): no test with {counted(group['n'], 'sentence')}; it needs "
            f"at least {_LEAST}."
        )
    if group["t"] is None:
        return (
            f"{title} ({group['heads']}): undefined, because all "
            f"{counted(group['n'], 'difference', 'are')} "
            "equal."
        )
    clear = group["p_holm"] < LEVEL
    shown = (
        "more attention to the person word in the stereotype"
        if clear
        else "no clear increase in attention to the person word in the stereotype"
    )
    return (
        f"{title} ({group['heads']}): {shown}. :small[t({group['n'] - 1}) = "
        f"{number(group['t'], '+.2f')}, one-tailed {p_text(group['p'])}, after Holm "
        f"{p_text(group['p_holm'])}, dz = "
        f"{number(group['dz'], '+.2f')}, mean difference "
        f"{number(group['mean_difference'], '+.4f')} "
        f"({_bounds(group)})]"
        f"{'' if clear else _null(group)}"
    )


def _bounds(group: Mapping[str, Any]) -> str:
    """The interval of the mean difference, or why there is none (markdown)."""
    found = interval_text(group["interval"], "+.4f")
    return _escaped(found or f"no interval: {group['interval_note']}")


def _null(group: dict[str, Any]) -> str:
    """What a test without a clear result could have shown."""
    if group["detectable"] is None:
        return (
            f" :small[{counted(group['n'], 'sentence', 'are')} too few to say what would be "
            "detected.]"
        )
    size = group["detectable"] / abs(group["mean_difference"] / group["dz"])
    return (
        f" :small[With {counted(group['n'], 'sentence')}, an increase of at least "
        f"{group['detectable']:.4f} "
        f"(dz {size:.2f}) would have been detected with 80% power; smaller ones are not ruled out.]"
    )


def _escaped(interval: str) -> str:
    """An interval whose brackets do not end the `:small[…]` around it."""
    return interval.replace("[", r"\[").replace("]", r"\]")


def basis(choice: Choice, experiment: CounterExperiment, tests: dict[str, Any]) -> str:
    """Sample size and settings behind a test (markdown)."""
    skipped = f", {tests['skipped']} could not be measured" if tests["skipped"] else ""
    most = f", up to {MAX_CONTEXTS} per word, regardless of Options" if choice.in_contexts else ""
    words = "the same words as" if experiment.same_words else "other words than"
    few = (
        " With so few sentences, only large effects can be detected; use a larger text if you can."
        if tests["n"] < _FEW
        else ""
    )
    return (
        f"n = {counted(tests['n'], 'sentence')}{skipped}{most}; with {words} those that chose "
        "the heads (seed "
        f"{experiment.seed}); {explain.plain(choice.name)}. "
        f"{sentence_counts(experiment.sentences)}{few}"
    )


def sentence_counts(sentences: Sentences) -> str:
    """How many sentences there are, and why some are left out."""
    parts = [f"{count} {_LEFT_OUT[reason]}" for reason, count in sentences.left_out.items()]
    if not parts:
        return ""
    total = len(sentences.items) + sentences.left_out.total()
    return f"{counted(total, 'sentence')} found; left out: {'; '.join(parts)}."


# --- counter experiment -------------------------------------------------------------------
# One counter-stereotype experiment has its sentences, its heads, and its outcome.

SENTENCES = 500  # as many as in the paper


@dataclass(frozen=True, eq=False)
class CounterExperiment:
    """The test that chooses the biased heads, and the sentences that they are tested on."""

    choosing: AssociationTest
    sentences: Sentences
    same_words: bool
    seed: int


@dataclass(frozen=True, eq=False)
class CounterOutcome:
    """Results of one experiment.

    Args:
        bias: value of `head_bias` of the original model, on the words that choose the heads.
        tests: see `engine.measures.counter.counter_stereotype.experiment`; of the original model
            and, where heads are masked, of the masked one.
    """

    bias: dict[str, Any]
    tests: list[dict[str, Any]]
    manifest: dict[str, Any]
    warnings: list[str]


@st.cache_resource(show_spinner="Finding sentences …", max_entries=16)
def prepared_experiment(
    key: str, same_words: bool, causal: bool, _choice: Choice
) -> CounterExperiment:
    """Find the sentences and the words that choose the heads; cached, because it takes a moment."""
    test = _choice.test
    all_words = same_words or not test.pairs  # without pairs there are no sentences to test on
    choosing, held_out = (test, test) if all_words else held_out_targets(test, _choice.seed)
    sentences = counterpart_sentences(held_out, iter(test.contexts or ()), SENTENCES, causal)
    return CounterExperiment(choosing, sentences, same_words, _choice.seed)


def _states(spec: ModelSpec) -> list[ModelSpec]:
    """The models tested: the original one, and the masked one if there is one."""
    return list(dict.fromkeys([spec.unmasked(), spec]))


def is_measured(choice: Choice, spec: ModelSpec, experiment: CounterExperiment) -> bool:
    """Whether every result is in the store already."""
    sentences = experiment.sentences.items
    bias = choice.bias(spec.unmasked(), experiment.choosing.item())
    return bool(session.known(*bias)) and all(
        len(session.known("counter_stereotype", one, sentences, {})) == len(sentences)
        for one in _states(spec)
    )


def measured_outcome(
    choice: Choice, spec: ModelSpec, experiment: CounterExperiment
) -> CounterOutcome:
    """Score the heads on the words that choose them, and test them on the sentences."""
    bar = st.progress(0.0, "Measuring bias scores …")
    with explain.in_place_of(bar):
        outcome = _measured(choice, spec, experiment, bar)
    bar.empty()
    explain.warnings(outcome.warnings)
    return outcome


def _measured(
    choice: Choice, spec: ModelSpec, experiment: CounterExperiment, bar: DeltaGenerator
) -> CounterOutcome:
    bias = session.measure(*choice.bias(spec.unmasked(), experiment.choosing.item()))
    value = bias.values[0]
    biased = () if value["gradient"] is None else positive_heads(value["gradient"])
    warnings, tests, manifest = [*bias.warnings], [], {}
    for one in _states(spec):
        model = "masked model" if one.masked_heads else "original model"

        def show(done: int, total: int, model: str = model) -> None:
            bar.progress(done / total, f"Measuring attention, {model}: {done} of {total} sentences")

        attention = session.measure("counter_stereotype", one, experiment.sentences.items, {}, show)
        warnings += attention.warnings
        tests.append(group_tests(attention.values, biased, experiment.seed))
        manifest = attention.manifest
    return CounterOutcome(value, tests, manifest, warnings)
