"""Events of our own components: each counts once, however often the browser sends it."""

from __future__ import annotations

from typing import Any

import pytest

from components.frame.widgets.custom_component import sent


@pytest.fixture
def state(memory) -> dict[str, Any]:
    memory["keys"] = {}
    return memory


def report(event: str, value: Any) -> dict[str, Any]:
    """What sent_once.js makes of a value."""
    return {"event": event, "value": value}


def test_an_event_that_is_sent_again_counts_once(state):
    state["keys"] = {"pressed": report("1", "a")}
    assert [sent("keys", "pressed"), sent("keys", "pressed")] == ["a", None]


def test_the_same_key_pressed_again_is_another_event_and_zero_is_a_value(state):
    for event, value in (("1", "a"), ("2", "a"), ("3", 0)):
        state["keys"] = {"pressed": report(event, value)}
        assert sent("keys", "pressed") == value


def test_nothing_was_reported(state):
    state["keys"] = {"pressed": None}
    assert sent("keys", "pressed") is None
    assert sent("keys", "chosen") is None


def test_events_of_other_names_and_components_are_apart(state):
    state |= {
        "keys": {"a": report("1", "x"), "b": report("1", "y")},
        "words": {"a": report("1", 3)},
    }
    assert [sent("keys", "a"), sent("keys", "b"), sent("words", "a")] == ["x", "y", 3]
