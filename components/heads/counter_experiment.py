"""One counter-stereotype experiment: its sentences, the heads it chooses, and its outcome."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.present import explain
from components.frame.shell.subject import in_short
from components.heads.choice import Choice
from engine.core.spec import ModelSpec
from engine.measures.counter.counter_stereotype import experiment as group_tests
from engine.measures.counter.counter_stereotype import word_crossing
from engine.measures.heads.runs import positive_heads
from engine.words.association_tests import AssociationTest
from engine.words.counterparts import (
    Sentences,
    counterpart_sentences,
    held_out_targets,
)

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
    crossing = word_crossing(experiment.sentences.items)
    warnings, tests, manifest = [*bias.warnings], [], {}
    for one in _states(spec):
        model = "original model" if one.is_original else in_short(one)

        def show(done: int, total: int, model: str = model) -> None:
            bar.progress(done / total, f"Measuring attention, {model}: {done} of {total} sentences")

        attention = session.measure("counter_stereotype", one, experiment.sentences.items, {}, show)
        warnings += attention.warnings
        tests.append(group_tests(attention.values, biased, crossing))
        manifest = attention.manifest
    return CounterOutcome(value, tests, manifest, warnings)
