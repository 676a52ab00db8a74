"""Measuring in a thread while the script waits."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest

from components.frame import session
from components.frame.session import in_memory, measuring, threads
from engine.core.errors import BiascopeError
from engine.models.room import NoRoomError

ITEMS = [{"text": "The nurse said that [MASK] was tired."}]
PARAMS = {"top_k": 2}


class GoneError(Exception):
    """What Streamlit raises when the user has gone on."""


def asked_and_left(spec, params):
    """Ask for a measurement, and go on before it is done."""

    def leave():
        raise GoneError

    with pytest.raises(GoneError):
        session.measure_in_thread("completion", spec, ITEMS, params, leave)


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
    monkeypatch.setattr(threads, "_STEP", 0.01)
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
    spec = subjects[1].spec
    asked_and_left(spec, PARAMS)
    found = session.measure_in_thread("completion", spec, ITEMS, PARAMS, gate.set)
    assert begun == ["completion"]
    assert len(found.values) == 1


def test_another_question_does_not_wait_for_the_answer_to_the_first(subjects, slow):
    gate, begun = slow
    spec = subjects[1].spec
    asked_and_left(spec, {"top_k": 1})
    found = session.measure_in_thread("completion", spec, ITEMS, {"top_k": 3}, gate.set)
    direct = session.measure("completion", spec, ITEMS, {"top_k": 3})
    assert found.values == direct.values
    assert begun == ["completion", "completion"]


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


def ended() -> None:
    """Wait until all that was to be loaded in the background is."""
    threads._loader().submit(lambda: None).result(30)


def test_a_model_that_left_memory_is_loaded_again_where_it_is_needed(subjects):
    spec, gate = subjects[0].spec, threading.Event()
    threads.after_loading(gate.wait)  # nothing is loaded before it is looked at
    session.warm(spec)
    assert session.load_later(spec)
    gate.set()
    ended()
    assert not session.load_later(spec)
    gone = weakref.ref(in_memory.loaded(spec))
    in_memory._resident.clear()
    gc.collect()
    assert gone() is None
    session.warm(spec)  # done once, so that two people do not push out each other's
    ended()
    assert not in_memory.is_loaded(spec)
    assert session.load_later(spec)
    ended()
    assert in_memory.is_loaded(spec)


def test_loading_in_the_background_draws_nothing(subjects, monkeypatch):
    drawn = []
    monkeypatch.setattr(in_memory.st, "spinner", drawn.append)
    session.warm(subjects[0].spec)
    ended()
    assert in_memory.is_loaded(subjects[0].spec)
    assert drawn == []


def test_a_model_that_cannot_be_loaded_is_not_waited_for(subjects, monkeypatch):
    class Read:
        """What was read until it was refused."""

    read: list[weakref.ref[Read]] = []

    def loaded(_: object) -> None:
        network = Read()
        read.append(weakref.ref(network))
        raise NoRoomError("too large")

    monkeypatch.setattr(threads, "loaded", loaded)
    session.warm(subjects[0].spec)
    ended()
    assert session.load_later(subjects[0].spec)  # it may have been full for a moment
    ended()
    assert not session.load_later(subjects[0].spec)
    gc.collect()
    assert [ref() for ref in read] == [None, None]
