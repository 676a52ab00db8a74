"""The Arena's opening report for Home, read from the store."""

from __future__ import annotations

from typing import Any, NamedTuple

import streamlit as st

from components.frame import session
from engine.core.spec import ModelSpec
from engine.evaluators.suites import DEMO, load_suite
from engine.first_sight.examples import ARENA_SEED, ARENA_SUBSET
from engine.measures.arena.settings import Settings
from engine.prompts.prompt import PromptSet
from engine.prompts.sets import BUNDLED, load_prompts
from engine.prompts.subset import stratified


class FlaggedCompletions(NamedTuple):
    """How often a model's completions were flagged, with its interval and sizes."""

    rate: float
    interval: list[float]
    sentences: int
    groups: int


def flagged_completions(spec: ModelSpec) -> FlaggedCompletions | None:
    """Flag rate of the sentences that the Arena opens with; None while it is not in the store."""
    found: Any = session.arena_stored(spec, _prompts(), load_suite(DEMO), Settings())
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
