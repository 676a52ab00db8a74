"""One counter-stereotype experiment: its sentences, its heads, and its outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.heads.choice import Choice
from engine.command_line.command import Command
from engine.core.spec import ModelSpec
from engine.measures.counter.counter_stereotype import experiment as group_tests
from engine.measures.heads.runs import positive_heads
from engine.words.association_tests import AssociationTest
from engine.words.counterparts import Sentences, counterpart_sentences, held_out_targets

SENTENCES = 500  # as many as in the paper


@dataclass(frozen=True, eq=False)
class Experiment:
    """Words and sentences of one experiment.

    Args:
        choosing: the association test that chooses the biased heads.
        sentences: sentences to test them on.
    """

    choosing: AssociationTest
    sentences: Sentences
    same_words: bool
    seed: int


@dataclass(frozen=True, eq=False)
class Outcome:
    """Results of one experiment.

    Args:
        bias: value of `head_bias` of the original model, on the words that choose the heads.
        original: see `engine.measures.counter.counter_stereotype.experiment`; original model.
        masked: the same with the heads of the model bar masked; None if none is.
    """

    bias: dict[str, Any]
    original: dict[str, Any]
    masked: dict[str, Any] | None
    manifest: dict[str, Any]
    warnings: list[str]


@st.cache_resource(show_spinner="Finding sentences …", max_entries=16)
def prepare(key: str, same_words: bool, causal: bool, _choice: Choice) -> Experiment:
    """Find the sentences and the words that choose the heads; cached, because it takes a moment."""
    test = _choice.test
    all_words = same_words or not test.pairs  # without pairs there are no sentences to test on
    choosing, held_out = (test, test) if all_words else held_out_targets(test, _choice.seed)
    sentences = counterpart_sentences(held_out, iter(test.contexts or ()), SENTENCES, causal)
    return Experiment(choosing, sentences, same_words, _choice.seed)


def states(spec: ModelSpec) -> list[ModelSpec]:
    """The models tested: the original one, and the masked one if there is one."""
    return list(dict.fromkeys([spec.unmasked(), spec]))


def is_measured(choice: Choice, spec: ModelSpec, experiment: Experiment) -> bool:
    """Whether every result is in the store already."""
    items, params = [experiment.choosing.item()], choice.bias_params()
    sentences = experiment.sentences.items
    return bool(session.known("head_bias", spec.unmasked(), items, params)) and all(
        len(session.known("counter_stereotype", one, sentences, {})) == len(sentences)
        for one in states(spec)
    )


def measure(choice: Choice, spec: ModelSpec, experiment: Experiment) -> Outcome:
    """Score the heads on the words that choose them, and test them on the sentences."""
    bar = st.progress(0.0, "Measuring bias scores …")
    items = [experiment.choosing.item()]
    bias = session.measure("head_bias", spec.unmasked(), items, choice.bias_params())
    value = bias.values[0]
    biased = () if value["gradient"] is None else positive_heads(value["gradient"])
    warnings, tests, manifest = [*bias.warnings], [], {}
    for one in states(spec):
        model = "masked model" if one.masked_heads else "original model"

        def show(done: int, total: int, model: str = model) -> None:
            bar.progress(done / total, f"Measuring attention, {model}: {done} of {total} sentences")

        attention = session.measure("counter_stereotype", one, experiment.sentences.items, {}, show)
        warnings += attention.warnings
        tests.append(group_tests(attention.values, biased, experiment.seed))
        manifest = attention.manifest
    bar.empty()
    explain.warnings(warnings)
    return Outcome(value, tests[0], tests[1] if len(tests) > 1 else None, manifest, warnings)


def command(choice: Choice, experiment: Experiment) -> Command:
    """The command of the same experiment, without the model."""
    same_words = ["--same-words"] * experiment.same_words
    return choice.counter_command("--seed", str(experiment.seed), *same_words)
