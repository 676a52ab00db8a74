"""Our keys in the session are named in one file, and caches do not grow without end."""

from __future__ import annotations

import re
from pathlib import Path

from components.frame.session import state

COMPONENTS = Path(__file__).parents[4] / "components"
# Streamlit components are registered under names of their own.
COMPONENT_NAMES = {
    "biascope_arrive",
    "biascope_attention_words",
    "biascope_current_page",
    "biascope_figure_files",
    "biascope_head_grid",
    "biascope_likely_words",
    "biascope_review_keys",
    "biascope_stage",
    "biascope_stage_answers",
    "biascope_stage_table",
    "biascope_token_strip",
    "biascope_word_dots",
}


def test_every_key_is_named_in_one_file_and_only_once():
    upper = (value for name, value in vars(state).items() if name.isupper() and len(name) > 1)
    named = [value for value in upper if value != state.LATE]
    assert len(set(named)) == len(named)
    assert all(value.startswith("biascope_") for value in named)
    elsewhere = {
        literal
        for path in COMPONENTS.rglob("*.py")
        if path.name != "state.py"
        for literal in re.findall(r"[\"'](biascope_\w*)", path.read_text(encoding="utf-8"))
    }
    assert elsewhere == COMPONENT_NAMES


def test_what_was_used_longest_ago_is_dropped_first(memory):
    cache = state.newest(state.SCORED_PAIRS, 2)
    cache["a"], cache["b"] = 1, 2
    assert cache.get("a") == 1  # used, so "b" is the older one now
    cache["c"] = 3
    assert [cache.get(key) for key in "abc"] == [1, None, 3]
    assert len(cache) == 2


def test_a_session_finds_its_cache_again_and_keys_do_not_share_one(memory):
    state.newest(state.SCORED_PAIRS, 2)["a"] = 1
    assert state.newest(state.SCORED_PAIRS, 2)["a"] == 1
    assert "a" not in state.newest(state.AGREEMENTS, 2)
    assert set(memory) == {state.SCORED_PAIRS, state.AGREEMENTS}
