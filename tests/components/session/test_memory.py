"""Loaded models stay within a bound, and one in use is never broken by another that is loaded."""

from __future__ import annotations

import gc
import threading
import weakref
from collections.abc import Callable

import pytest

from components import session
from components.session import in_memory
from components.session.in_memory import is_loaded, loaded, loaded_classifier, opened
from engine.measurement import measure
from engine.models import loading, room
from engine.models.room import NoRoomError
from engine.spec import ModelSpec
from tests.engine.classifiers import build_classifier

pytestmark = pytest.mark.usefixtures("fresh_caches")
ITEMS = [{"text": "She is [MASK]."}]
PARAMS = {"top_k": 3, "targets": []}


@pytest.fixture
def specs(tiny_model_folder) -> list[ModelSpec]:
    return [session.spec_of(str(tiny_model_folder(name))) for name in ("bert", "roberta")]


@pytest.fixture
def room_for_one(monkeypatch) -> None:
    monkeypatch.setattr(in_memory, "most_bytes", lambda: 1)


@pytest.mark.usefixtures("room_for_one")
def test_the_model_used_longest_ago_leaves_memory(specs):
    first, second = specs
    gone = weakref.ref(loaded(first))
    loaded(second)
    gc.collect()
    assert gone() is None
    assert not is_loaded(first)
    assert is_loaded(second)


@pytest.mark.usefixtures("room_for_one")
def test_a_measurement_goes_on_with_the_model_that_left(specs):
    first, second = specs
    alone = measure("completion", first, ITEMS, PARAMS, lambda: opened(first), None).values
    lm = opened(first)
    loaded(second)
    assert not is_loaded(first)
    assert measure("completion", first, ITEMS, PARAMS, lambda: lm, None).values == alone


def test_models_that_fit_stay(specs):
    kept = [loaded(spec) for spec in specs]
    assert [loaded(spec) for spec in specs] == kept
    assert all(map(is_loaded, specs))


@pytest.mark.usefixtures("room_for_one")
def test_a_model_that_is_being_loaded_is_not_lost_to_the_list(specs, monkeypatch):
    """Two people ask at once where there is room for one; what is loaded last stays, alone."""
    slow, begun, both = threading.Event(), threading.Event(), threading.Event()
    real, entered = loading.load, []

    def load(*arguments: object):
        entered.append(arguments)
        (both if len(entered) == 2 else begun).set()
        if len(entered) == 1:
            slow.wait(30)
        return real(*arguments)

    monkeypatch.setattr(loading, "load", load)
    kept: list[weakref.ref[object]] = []
    threads = [
        threading.Thread(target=lambda spec=spec: kept.append(weakref.ref(loaded(spec))))
        for spec in specs
    ]
    threads[0].start()
    assert begun.wait(30)
    threads[1].start()
    both.wait(0.5)  # as it would where a second load did not wait for the first
    slow.set()
    for thread in threads:
        thread.join(30)
    gc.collect()
    assert [is_loaded(spec) for spec in specs] == [False, True]
    assert [ref() is None for ref in kept] == [True, False]


def test_a_model_that_is_asked_for_twice_at_once_is_read_once(specs, monkeypatch):
    real, read = loading.load, []

    def load(*arguments: object):
        read.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(loading, "load", load)
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(loaded(specs[0]))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(read) == 1
    assert len({*map(id, found)}) == 1


def available(monkeypatch, asked: Callable[[], int]) -> None:
    monkeypatch.setattr(room, "available_memory", asked)


def test_a_model_that_does_not_fit_takes_the_place_of_others(specs, monkeypatch):
    first, second = specs
    loaded(first)
    available(monkeypatch, lambda: 0 if is_loaded(first) else 10**12)
    monkeypatch.setattr(room, "needed_memory", lambda *_: 1)
    loaded(second)
    assert not is_loaded(first)
    assert is_loaded(second)


def test_a_model_that_fits_nowhere_is_refused_and_pushes_out_none(specs, monkeypatch):
    first, second = specs
    loaded(first)
    available(monkeypatch, lambda: 0)
    monkeypatch.setattr(room, "needed_memory", lambda *_: 10**12)
    with pytest.raises(NoRoomError, match=r"needs about 1000\.0 GB of the memory of this machine"):
        loaded(second)
    assert is_loaded(first)
    assert not is_loaded(second)


@pytest.mark.usefixtures("room_for_one")
def test_a_classifier_counts_among_the_models(specs, tmp_path):
    loaded(specs[0])
    spec = session.spec_of(str(build_classifier("bert", tmp_path)))
    kept = loaded_classifier(spec)
    assert not is_loaded(specs[0])
    assert loaded_classifier(spec) is kept
    assert not is_loaded(spec)  # with the head of its language model
    loaded(specs[0])
    assert loaded_classifier(spec) is not kept
