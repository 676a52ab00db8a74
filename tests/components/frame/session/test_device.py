"""The device that was chosen reaches whatever loads a model, and one that is gone stops nobody."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from components.frame import session
from components.frame.session import background, in_memory, threads
from engine.command_line.command import Command
from engine.core.spec import ModelSpec
from engine.storage import jobs

# The package has a function of the same name.
device = import_module("components.frame.session.device")

pytestmark = pytest.mark.usefixtures("fresh_caches")

SPEC = ModelSpec("bundled", "sha256:0")


@pytest.fixture(autouse=True)
def _nothing_to_release(monkeypatch) -> None:
    """No model is loaded here, and a collection takes time."""
    monkeypatch.setattr(device, "release_memory", lambda: None)


@pytest.fixture
def loads(monkeypatch) -> list[tuple[str, str]]:
    """Device and precision of every model that is loaded."""
    found: list[tuple[str, str]] = []

    def load(_source: object, where: str, dtype: str) -> object:
        found.append((where, dtype))
        return object()

    monkeypatch.setattr("engine.models.loading.load", load)
    monkeypatch.setattr("engine.models.loading.load_classifier", load)
    monkeypatch.setattr(in_memory, "source_of", lambda _: object())
    monkeypatch.setattr(in_memory, "needed_memory", lambda *_: 0)
    return found


@pytest.fixture
def card(monkeypatch) -> None:
    monkeypatch.setattr(device, "accelerators", lambda: ["cuda:0"])


@pytest.mark.usefixtures("card")
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("load", [in_memory.loaded, in_memory.loaded_classifier])
def test_models_are_loaded_to_the_device_that_was_chosen(loads, load, dtype):
    load(replace(SPEC, dtype=dtype))
    for name in ("cuda:0", "cuda:0", "auto"):  # the copy is there; the first one was given up
        session.use_device(name)
        load(replace(SPEC, dtype=dtype))
    assert loads == [("auto", dtype), ("cuda:0", dtype), ("auto", dtype)]


def test_the_memory_of_another_device_is_given_back(loads, monkeypatch):
    kept: list[bool] = []
    monkeypatch.setattr(device, "release_memory", lambda: kept.append(in_memory.is_loaded(SPEC)))
    in_memory.loaded(SPEC)
    session.use_device("cpu")
    assert kept == [False]


@pytest.mark.usefixtures("card")
def test_jobs_get_the_device(monkeypatch):
    submitted: list[Any] = []
    monkeypatch.setattr(jobs, "submit", lambda _title, words: submitted.append(words) or 1)
    background.submit_command("Score", Command(("pairs", "bundled")))
    session.use_device("cuda:0")
    background.submit_command("Score", Command(("pairs", "bundled")))
    background.submit_command("Fetch", Command(("datasets", "get", "winobias")))
    assert [words[2:] for words in submitted] == [[], ["--device", "cuda:0"], ["winobias"]]


def test_a_device_that_is_gone_counts_as_auto(monkeypatch):
    """Before torch is loaded, the system may show a card that torch then cannot use."""
    monkeypatch.setattr(device, "accelerators", lambda: ["cuda:0", "cuda:1"])
    session.use_device("cuda:1")
    assert session.chosen_device() == "cuda:1"
    monkeypatch.setattr(device, "accelerators", lambda: [])
    assert session.chosen_device() == "auto"
    from engine.models.devices import choose_device

    assert session.device() == str(choose_device())


@pytest.mark.usefixtures("card")
def test_a_model_is_warmed_on_each_device_also_where_its_copy_was_given_up(loads):
    for name in ("auto", "cuda:0", "auto"):
        session.use_device(name)
        session.warm(SPEC)
        threads._loader().submit(lambda: None).result(30)
    assert [where for where, _ in loads] == ["auto", "cuda:0", "auto"]
