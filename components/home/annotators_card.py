"""The result of the simulated annotators for Home, read from the store."""

from __future__ import annotations

from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from components.frame import session
from engine.core.spec import ModelSpec
from engine.evaluators.suites import DEMO, load_suite
from engine.first_sight.examples import ARENA_SEED, ARENA_SUBSET
from engine.measures.agreement.answering import answer_params
from engine.measures.agreement.data.sets import SIMULATED, load_answers
from engine.measures.agreement.groups import grouped, items_of, scored_table
from engine.measures.agreement.influence import Bootstrap, influences
from engine.measures.agreement.scores import precision_at
from engine.measures.arena.settings import ArenaSettings
from engine.prompts.prompt import PromptSet, stratified
from engine.prompts.sets import BUNDLED, load_prompts

_LANGUAGE = "en"


class FirstWordAgreement(NamedTuple):
    """Precision at 1 (P@1) against all annotators together, with its interval and sizes."""

    share: float
    interval: list[float]
    annotators: int
    sentences: int


def first_word_agreement(spec: ModelSpec) -> FirstWordAgreement | None:
    """P@1 of a model; None while its values are not in the store."""
    answers = _sample()
    items = items_of(answers)
    values = session.stored("cloze_answers", spec, items, answer_params())
    if values is None:
        return None
    table = scored_table(answers, values, grouped(answers, ()))
    readable = table[table["problem"] == ""]
    if readable.empty:
        return None
    score = influences(readable, {"p_at_1": lambda given: precision_at(given, 1)})["p_at_1"]
    interval = Bootstrap(readable).interval(score, _LANGUAGE, (0.0, 1.0))
    if interval is None:
        return None
    people, sentences = readable["annotator"].nunique(), readable["sentence_id"].nunique()
    return FirstWordAgreement(score.value, interval, people, sentences)


@st.cache_resource(show_spinner=False)
def _sample() -> pd.DataFrame:
    answers = load_answers(SIMULATED)
    return answers[answers["language"] == _LANGUAGE].reset_index(drop=True)


# --- arena card ---------------------------------------------------------------------------
# The Arena's opening report for Home, read from the store.


class FlaggedCompletions(NamedTuple):
    """How often a model's completions were flagged, with its interval and sizes."""

    rate: float
    interval: list[float]
    sentences: int
    groups: int


def flagged_completions(spec: ModelSpec) -> FlaggedCompletions | None:
    """Flag rate of the sentences that the Arena opens with; None while it is not in the store."""
    found: Any = session.arena.stored(spec, _prompts(), load_suite(DEMO), ArenaSettings())
    if found is None:
        return None
    overall = found["overall"]
    if overall["flag_rate"] is None or overall["interval"] is None:
        return None
    groups = len(found["by_group"])
    return FlaggedCompletions(overall["flag_rate"], overall["interval"], overall["n"], groups)


@st.cache_resource(show_spinner=False)
def _prompts() -> PromptSet:
    return stratified(load_prompts(BUNDLED), ARENA_SUBSET, ARENA_SEED)
