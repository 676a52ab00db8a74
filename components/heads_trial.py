"""One counter-stereotype experiment: its sentences, its heads, and what measuring them found."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import Any

import streamlit as st

from components import explain, session
from components.heads_choice import Choice
from engine.datasets.counterparts import Sentences, counterpart_sentences, held_out_targets
from engine.datasets.word_sets import AssociationTest
from engine.measures.counter_stereotype import experiment
from engine.measures.head_runs import positive_heads
from engine.spec import ModelSpec

SENTENCES = 500  # as many as the paper took


@dataclass(frozen=True, eq=False)
class Trial:
    """What one experiment reads.

    Args:
        chosen: the test that heads are chosen with.
        found: sentences to test them on.
    """

    chosen: AssociationTest
    found: Sentences
    same_words: bool
    seed: int


@dataclass(frozen=True, eq=False)
class Outcome:
    """What one experiment found.

    Args:
        bias: value of `head_bias` on the words that choose.
        found: see `engine.measures.counter_stereotype.experiment`.
    """

    bias: dict[str, Any]
    found: dict[str, Any]
    manifest: dict[str, Any]
    warnings: list[str]


@st.cache_resource(show_spinner="Looking for sentences …", max_entries=16)
def trial(key: str, same_words: bool, causal: bool, _choice: Choice) -> Trial:
    """Sentences and the words to choose heads with; kept, as looking takes a moment."""
    test = _choice.test
    whole = same_words or not test.pairs  # without pairs there is nothing to hold out words for
    chosen, held = (test, test) if whole else held_out_targets(test, _choice.seed)
    found = counterpart_sentences(held, iter(test.contexts or ()), SENTENCES, causal)
    return Trial(chosen, found, same_words, _choice.seed)


def measured(choice: Choice, spec: ModelSpec, trial: Trial, items: list[dict[str, Any]]) -> Outcome:
    """Head scores on the half that chooses, and the experiment on the other."""
    bar = st.progress(0.0, "Scoring heads on the words that choose them …")
    bias = session.measure("head_bias", spec, items, choice.bias_params())

    def show(done: int, total: int) -> None:
        bar.progress(done / total, f"Reading attention: {done} of {total} sentences")

    answers = session.measure("counter_stereotype", spec, trial.found.items, {}, show)
    bar.empty()
    warnings = [*bias.warnings, *answers.warnings]
    explain.warnings(warnings)
    value = bias.values[0]
    biased = () if value["gradient"] is None else positive_heads(value["gradient"])
    found = experiment(answers.values, biased, trial.seed)
    return Outcome(value, found, answers.manifest, warnings)


def command(choice: Choice, trial: Trial, options: str) -> str:
    """The command line of the same experiment."""
    words = ["counter", *choice.arguments()[1:], "--seed", str(trial.seed)]
    if trial.same_words:
        words.append("--same-words")
    return " ".join(filter(None, ["python -m engine", shlex.join(words), options]))
