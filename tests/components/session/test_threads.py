"""Measuring in a thread while the script waits."""

from __future__ import annotations

import threading

import pytest

from components import session
from components.session import measuring, threads
from engine.errors import BiascopeError

ITEMS = [{"text": "The nurse said that [MASK] was tired."}]
PARAMS = {"top_k": 2}


class GoneError(Exception):
    """What Streamlit raises when the user has gone on."""


@pytest.fixture
def slow(monkeypatch):
    """Let the measurement wait until it is released; how often it was begun."""
    gate, begun = threading.Event(), []
    plain = threads.measured

    def measured(*args):
        begun.append(args[0])
        gate.wait(30)
        return plain(*args)

    monkeypatch.setattr(threads, "measured", measured)
    yield gate, begun
    gate.set()


def test_clicks_are_handled_while_it_is_measured(subjects, slow):
    gate, _ = slow
    handled = []

    def wait():
        handled.append(1)
        if len(handled) == 3:
            gate.set()

    found = session.measure_in_thread("completion", subjects[0].spec, ITEMS, PARAMS, wait)
    assert len(handled) >= 3
    assert found.values == session.measure("completion", subjects[0].spec, ITEMS, PARAMS).values


def test_who_goes_on_and_comes_back_finds_the_same_measurement(subjects, slow):
    gate, begun = slow

    def leave():
        raise GoneError

    spec = subjects[1].spec
    with pytest.raises(GoneError):
        session.measure_in_thread("completion", spec, ITEMS, PARAMS, leave)
    found = session.measure_in_thread("completion", spec, ITEMS, PARAMS, gate.set)
    assert begun == ["completion"]
    assert len(found.values) == 1


def test_what_is_stored_is_not_measured_in_a_thread(subjects, slow):
    spec = subjects[0].spec
    session.measure("completion", spec, ITEMS, PARAMS)
    found = session.measure_in_thread("completion", spec, ITEMS, PARAMS, pytest.fail)
    assert found.manifest["from_store"] == 1
    assert slow[1] == []


def test_a_refusal_reaches_the_page(subjects):
    nothing_hidden = [{"text": "Nothing is hidden."}]
    with pytest.raises(BiascopeError, match="MASK"):
        session.measure_in_thread(
            "completion", subjects[0].spec, nothing_hidden, PARAMS, lambda: None
        )
    assert measuring.known("completion", subjects[0].spec, nothing_hidden, PARAMS) == set()


def test_a_model_is_in_memory_before_it_is_asked(subjects, monkeypatch):
    asked, done = [], threading.Event()

    def loaded(spec):
        asked.append(spec)
        done.set()

    monkeypatch.setattr(threads, "loaded", loaded)
    spec = subjects[1].spec
    session.warm(spec)
    assert done.wait(30)
    assert asked == [spec.unmasked()]  # heads are masked in the loaded model
