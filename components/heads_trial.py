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
        bias: value of `head_bias` of the untouched model, on the words that choose.
        found: see `engine.measures.counter_stereotype.experiment`; of the untouched model.
        masked: the same with the heads of the model bar masked; None where none is.
    """

    bias: dict[str, Any]
    found: dict[str, Any]
    masked: dict[str, Any] | None
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


def states(spec: ModelSpec) -> list[ModelSpec]:
    """What is tested: the untouched model, and the masked one if there is one."""
    return list(dict.fromkeys([spec.untouched(), spec]))


def known(choice: Choice, spec: ModelSpec, trial: Trial) -> bool:
    """Whether all of it is measured already."""
    items, params = [trial.chosen.item()], choice.bias_params()
    return bool(session.known("head_bias", spec.untouched(), items, params)) and all(
        len(session.known("counter_stereotype", one, trial.found.items, {}))
        == len(trial.found.items)
        for one in states(spec)
    )


def measured(choice: Choice, spec: ModelSpec, trial: Trial) -> Outcome:
    """Head scores on the half that chooses, and the experiment on the other."""
    bar = st.progress(0.0, "Scoring heads on the words that choose them …")
    items = [trial.chosen.item()]
    bias = session.measure("head_bias", spec.untouched(), items, choice.bias_params())
    value = bias.values[0]
    biased = () if value["gradient"] is None else positive_heads(value["gradient"])
    warnings, tests, manifest = [*bias.warnings], [], {}
    for one in states(spec):
        heads = "heads masked" if one.masked_heads else "untouched"

        def show(done: int, total: int, heads: str = heads) -> None:
            bar.progress(done / total, f"Reading attention, {heads}: {done} of {total} sentences")

        answers = session.measure("counter_stereotype", one, trial.found.items, {}, show)
        warnings += answers.warnings
        tests.append(experiment(answers.values, biased, trial.seed))
        manifest = answers.manifest
    bar.empty()
    explain.warnings(warnings)
    return Outcome(value, tests[0], tests[1] if len(tests) > 1 else None, manifest, warnings)


def command(choice: Choice, trial: Trial, options: str) -> str:
    """The command line of the same experiment."""
    words = ["counter", *choice.arguments()[1:], "--seed", str(trial.seed)]
    if trial.same_words:
        words.append("--same-words")
    return " ".join(filter(None, ["python -m engine", shlex.join(words), options]))
