"""Loaded models stay within a bound, and one in use is never broken by another that is loaded."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from components.frame import session
from components.frame.session import in_memory
from components.frame.session.in_memory import is_loaded, loaded, loaded_classifier, open_model
from engine.core.spec import ModelSpec
from engine.flow.measurement import measure
from engine.models import loading, room
from engine.models.room import NoRoomError
from tests.engine.classifiers import build_classifier

pytestmark = pytest.mark.usefixtures("fresh_caches")
ITEMS = [{"text": "She is [MASK]."}]
PARAMS = {"top_k": 3, "targets": []}


@pytest.fixture(autouse=True)
def _known_answers() -> None:
    """Every model is loaded and asked anew: that is what is tested here."""


@pytest.fixture(autouse=True)
def _no_collection(monkeypatch) -> None:
    """It takes time; where it matters, the test collects."""
    monkeypatch.setattr("engine.models.room.release_memory", lambda: None)


@pytest.fixture
def specs(tiny_model_folder) -> list[ModelSpec]:
    return [session.spec_of(str(tiny_model_folder(name))) for name in ("bert", "roberta")]


@pytest.fixture
def room_for_one(monkeypatch) -> None:
    monkeypatch.setattr(in_memory, "most_bytes", lambda: 1)


@pytest.mark.usefixtures("room_for_one")
def test_a_measurement_goes_on_with_the_model_that_left(specs):
    first, second = specs
    alone = measure("completion", first, ITEMS, PARAMS, lambda: open_model(first), None).values
    lm = open_model(first)
    loaded(second)
    assert not is_loaded(first)
    assert measure("completion", first, ITEMS, PARAMS, lambda: lm, None).values == alone


def test_models_that_fit_stay(specs):
    kept = [loaded(spec) for spec in specs]
    assert [loaded(spec) for spec in specs] == kept
    assert all(map(is_loaded, specs))


def test_a_model_that_is_asked_for_twice_at_once_is_read_once(specs, monkeypatch):
    real, read = loading.load, []

    def load(*arguments: object):
        read.append(arguments)
        return real(*arguments)

    monkeypatch.setattr(loading, "load", load)
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(loaded, [specs[0]] * 4)
    assert len({*map(id, found)}) == 1
    assert len(read) == 1


def test_a_model_that_does_not_fit_takes_the_place_of_others(specs, monkeypatch):
    first, second = specs
    loaded(first)
    monkeypatch.setattr(room, "available_memory", lambda: 0 if is_loaded(first) else 10**12)
    monkeypatch.setattr(room, "needed_memory", lambda *_: 1)
    loaded(second)
    assert not is_loaded(first)
    assert is_loaded(second)


def test_a_model_that_fits_nowhere_is_refused_and_pushes_out_none(specs, monkeypatch):
    first, second = specs
    loaded(first)
    monkeypatch.setattr(room, "available_memory", lambda: 0)
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


def test_sessions_with_different_masks_share_a_network_and_no_number(subjects):
    items = [
        {"text": f"The nurse said {'that ' * number}[MASK] was tired."} for number in range(40)
    ]
    alone = [
        measure(
            "completion", one.spec, items, {"top_k": 4}, partial(open_model, one.spec), None
        ).values
        for one in subjects
    ]
    together = threading.Barrier(4, timeout=120)  # a thread that failed is not waited for

    def value(spec, item):
        together.wait()
        return session.measure("completion", spec, [item], {"top_k": 4}).values[0]

    def work(number):
        return [value(subjects[number % 2].spec, item) for item in items]

    with ThreadPoolExecutor(4) as threads:
        found = [*threads.map(work, range(4))]
    assert alone[0] != alone[1]
    assert found == [alone[0], alone[1]] * 2
    assert loaded(subjects[0].spec) is loaded(subjects[1].spec)
