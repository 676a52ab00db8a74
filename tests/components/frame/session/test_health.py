"""The health check in the background: by device, after what users wait for, and never for good."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from importlib import import_module

import pytest

from components.frame import session
from engine.core.errors import UnusableModelError
from engine.core.interventions import Interventions
from engine.core.spec import HeadRef, ModelSpec
from engine.models.room import NoRoomError
from tests.kept_fits import kept, vector

# The package has functions of the same names.
device = import_module("components.frame.session.device")
health = import_module("components.frame.session.health")

pytestmark = pytest.mark.usefixtures("fresh_caches")

SPEC = ModelSpec("bundled", "sha256:0")


def check() -> None:
    """Check the model and wait for what came of it."""
    session.health.check_later(SPEC)
    for thread in [*health._running().values()]:
        thread.join(30)


@pytest.fixture
def fails(monkeypatch):
    """Let the check fail with an error; how often it was made."""
    made: list[Exception] = []

    def use(error: Exception) -> list[Exception]:
        def loaded(_: ModelSpec) -> object:
            made.append(error)
            raise error

        monkeypatch.setattr(health, "loaded", loaded)
        return made

    return use


def test_a_check_that_failed_on_one_device_is_made_again_on_another(fails, monkeypatch):
    monkeypatch.setattr(device, "accelerators", lambda: ["cuda:0"])
    monkeypatch.setattr(device, "release_memory", lambda: None)
    fails(UnusableModelError("out of place"))
    session.use_device("cuda:0")
    check()
    assert session.health.result(SPEC) == {"status": "red", "reasons": ["out of place"]}
    session.use_device("cpu")
    assert session.health.result(SPEC) is None
    fails(UnusableModelError("here too"))
    check()
    assert session.health.result(SPEC)["reasons"] == ["here too"]


def test_how_far_a_device_is_from_the_cpu_is_read_and_never_computed(monkeypatch):
    import torch

    from engine.flow import against_cpu as flow

    found: dict[str, object] = {"device": "Apple M4", "largest_difference": 2e-6, "scores": 40}
    found |= {"bound": 1e-3, "unit": "nats", "reason": ""}
    place = torch.device("mps")
    monkeypatch.setattr(health.devices, "choose_device", lambda name: place)
    monkeypatch.setattr(flow, "hardware_name", lambda device: "Apple M4")
    assert session.health.against_cpu(SPEC) == ""
    item = flow._item(SPEC, place, False)
    flow.derived("against_cpu", 1, item, {}, lambda: found, health.store())
    assert session.health.against_cpu(SPEC) == (
        "Scores on Apple M4 differ by at most 2.0e-06 nats from the CPU's (40 scores compared; "
        "up to 0.001 is rounding)."
    )
    place = torch.device("cpu")
    assert session.health.against_cpu(SPEC) == ""


@pytest.mark.parametrize("error", [NoRoomError("full"), RuntimeError("out of memory")])
def test_a_check_that_failed_for_a_while_is_made_again(fails, monkeypatch, error, caplog):
    made = fails(error)
    check()
    check()
    assert session.health.result(SPEC) == {"status": "red", "reasons": [str(error)]}
    assert ("RuntimeError: out of memory" in caplog.text) == isinstance(error, RuntimeError)
    assert health._running() == {}
    assert len(made) == 1
    later = health.time.monotonic() + health._AGAIN
    monkeypatch.setattr(health.time, "monotonic", lambda: later)
    assert session.health.result(SPEC) is None
    check()
    assert len(made) == 2


def test_what_is_wrong_with_the_files_stays_so(fails, monkeypatch):
    made = fails(UnusableModelError("no weights"))
    check()
    later = health.time.monotonic() + 10**6
    monkeypatch.setattr(health.time, "monotonic", lambda: later)
    check()
    assert session.health.result(SPEC) == {"status": "red", "reasons": ["no weights"]}
    assert len(made) == 1


def test_the_health_check_gives_way_to_what_people_wait_for(monkeypatch):
    from engine.inference import priority

    seen: list[bool] = []

    def measured(*_: object) -> object:
        seen.append(priority._in_background())
        raise RuntimeError("enough")

    monkeypatch.setattr(health, "loaded", lambda _: object())
    monkeypatch.setattr("engine.models.loading.MaskedLM.of", lambda model, spec: model)
    monkeypatch.setattr(health, "measured", measured)
    check()
    assert seen == [True]


@pytest.mark.model
def test_what_is_done_to_a_model_is_checked_after_the_model():
    whole = session.spec_of(session.BUNDLED)
    with kept(vector(session.BUNDLED, layer=2)) as (reference,):
        wild = Interventions(steered=(replace(reference, strength=10.0),))
        spec = replace(whole, interventions=wild)
        session.health.check_later(spec)
        for thread in [*health._running().values()]:
            thread.join(120)
        assert session.health.exact_result(whole)["status"] == "green"
        assert session.health.exact_result(spec)["status"] == "amber"
    assert health._waiting()[whole, session.chosen_device()] == deque()


def test_masked_heads_alone_are_not_checked(fails):
    made = fails(UnusableModelError("never"))
    masked = replace(SPEC, masked_heads=(HeadRef(0, 0),))
    session.health.check_later(masked)
    for thread in [*health._running().values()]:
        thread.join(30)
    assert len(made) == 1
    assert session.health.exact_result(masked) is None
