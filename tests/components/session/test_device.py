"""The device that was chosen reaches whatever loads a model, and one that is gone stops nobody."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from components import session
from components.session import background, classifier, models, threads
from engine import jobs
from engine.command import Command
from engine.spec import ModelSpec

# The package has functions of the same names.
device = import_module("components.session.device")
health = import_module("components.session.health")

pytestmark = pytest.mark.usefixtures("fresh_caches")

SPEC = ModelSpec("bundled", "sha256:0")


@pytest.fixture
def loads(monkeypatch) -> list[tuple[str, str]]:
    """Device and precision of every model that is loaded."""
    found: list[tuple[str, str]] = []

    def load(_source: object, where: str, dtype: str) -> object:
        found.append((where, dtype))
        return object()

    monkeypatch.setattr("engine.models.loading.load", load)
    monkeypatch.setattr("engine.models.loading.load_classifier", load)
    monkeypatch.setattr(models, "source_of", lambda _: object())
    monkeypatch.setattr(classifier, "source_of", lambda _: object())
    return found


@pytest.fixture
def card(monkeypatch) -> None:
    monkeypatch.setattr(device, "cuda_devices", lambda: 1)


@pytest.mark.usefixtures("card")
def test_models_are_loaded_to_the_device_that_was_chosen(loads):
    models.loaded(SPEC)
    session.use_device("cuda:0")
    models.loaded(SPEC)
    session.use_device("cuda:0")
    models.loaded(SPEC)  # the copy is there
    assert loads == [("auto", "float32"), ("cuda:0", "float32")]
    session.use_device("auto")
    models.loaded(SPEC)  # the first copy was given up
    assert loads[2:] == [("auto", "float32")]


@pytest.mark.usefixtures("card")
def test_a_classifier_has_device_and_precision_too(loads):
    session.use_device("cuda:0")
    spec = ModelSpec("bundled", "sha256:0", dtype="bfloat16")
    classifier._classifier(spec, session.chosen_device())
    assert loads == [("cuda:0", "bfloat16")]


@pytest.mark.usefixtures("card")
def test_the_copies_of_a_classifier_are_given_up_too(loads):
    for name in ("auto", "cuda:0", "auto"):
        session.use_device(name)
        classifier._classifier(SPEC, session.chosen_device())
    assert [where for where, _ in loads] == ["auto", "cuda:0", "auto"]


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
    monkeypatch.setattr(device, "cuda_devices", lambda: 2)
    session.use_device("cuda:1")
    assert session.chosen_device() == "cuda:1"
    monkeypatch.setattr(device, "cuda_devices", lambda: 0)
    assert session.chosen_device() == "auto"
    import torch

    assert session.device() == ("cuda" if torch.cuda.is_available() else "cpu")


@pytest.mark.usefixtures("card")
def test_a_check_that_failed_on_one_device_is_made_again_on_another(monkeypatch):
    def loaded(_: ModelSpec) -> object:
        raise RuntimeError(f"out of memory on {session.chosen_device()}")

    monkeypatch.setattr(health, "loaded", loaded)
    session.use_device("cuda:0")
    session.check_health_later(SPEC)
    health._running()[SPEC, "cuda:0"].join(30)
    assert session.health(SPEC) == {"status": "red", "reasons": ["out of memory on cuda:0"]}
    session.use_device("cpu")
    assert session.health(SPEC) is None
    session.check_health_later(SPEC)
    health._running()[SPEC, "cpu"].join(30)
    assert session.health(SPEC)["reasons"] == ["out of memory on cpu"]


@pytest.mark.usefixtures("card")
def test_a_model_is_warmed_on_each_device(monkeypatch):
    warmed: list[str] = []
    monkeypatch.setattr(threads, "loaded", lambda _: warmed.append(session.chosen_device()))
    for name in ("auto", "auto", "cuda:0"):
        session.use_device(name)
        session.warm(SPEC)
        threads._loader().submit(lambda: None).result(30)
    assert warmed == ["auto", "cuda:0"]


@pytest.mark.usefixtures("card")
def test_a_model_whose_copy_was_given_up_is_warmed_again(loads):
    for name in ("auto", "cuda:0", "auto"):
        session.use_device(name)
        session.warm(SPEC)
        threads._loader().submit(lambda: None).result(30)
    assert [where for where, _ in loads] == ["auto", "cuda:0", "auto"]


def test_the_health_check_gives_way_to_what_people_wait_for(monkeypatch):
    from engine.inference import priority

    seen: list[bool] = []

    def measured(*_: object) -> object:
        seen.append(priority._in_background())
        raise RuntimeError("enough")

    monkeypatch.setattr(health, "loaded", lambda _: object())
    monkeypatch.setattr("engine.models.loading.MaskedLM", lambda model: model)
    monkeypatch.setattr(health, "measured", measured)
    session.check_health_later(SPEC)
    health._running()[SPEC, "auto"].join(30)
    assert seen == [True]
