"""What computes elsewhere than on the CPU is compared with it, once, before anything is kept."""

from __future__ import annotations

from dataclasses import replace

import pytest
import torch

from engine.core.errors import DeviceError
from engine.core.spec import HeadRef
from engine.flow import against_cpu as flow
from engine.flow.against_cpu import against_cpu, in_words, stored_against_cpu
from engine.flow.measurement import measure
from engine.inference.against_cpu import NATS, Difference
from engine.models.loading import MaskedLM, load
from engine.models.room import NoRoomError
from engine.storage.store import Store
from tests.engine.second_device import NAME, SECOND, pretend

pytestmark = pytest.mark.model

ITEMS = [{"text": "She is tired."}]


@pytest.fixture
def store(tmp_path) -> Store:
    return Store(tmp_path / "results.sqlite")


@pytest.fixture
def asked(monkeypatch):
    """How often models were compared; `asked.largest` is what is found."""

    class Asked(list):
        largest = 2e-6

    found = Asked()

    def compared(model, classifier=False):
        found.append(classifier)
        return Difference(found.largest, 40, 1e-3, NATS)

    monkeypatch.setattr("engine.inference.against_cpu.compared", compared)
    return found


@pytest.fixture
def lm(tiny_model_folder, monkeypatch):
    pretend(monkeypatch)
    return lambda: MaskedLM(load(str(tiny_model_folder("bert")), "second"))


def score(lm, store):
    return measure("pppl", lm.spec, ITEMS, {}, lambda: lm, store)


def test_the_manifest_says_how_far_a_device_is_from_the_cpu(lm, store):
    """Nothing is replaced here: the second device is the CPU, so nothing differs."""
    found = score(lm(), store).manifest["against_cpu"]
    assert found["device"] == NAME
    assert (found["largest_difference"], found["bound"], found["unit"]) == (0.0, 1e-3, NATS)
    assert in_words(found) == (
        f"Scores on {NAME} differ by at most 0.0e+00 nats from the CPU's "
        f"({found['scores']} scores compared; up to 0.001 is rounding)."
    )


def test_the_cpu_is_compared_with_nothing(tiny_model_folder, store, asked):
    lm = MaskedLM(load(str(tiny_model_folder("bert")), "cpu"))
    assert "against_cpu" not in score(lm, store).manifest
    assert asked == []
    assert stored_against_cpu(lm.spec, torch.device("cpu"), store) is None


def test_a_model_is_compared_once_for_its_device_and_precision(lm, store, asked):
    first = lm()
    assert stored_against_cpu(first.spec, SECOND, store) is None
    score(first, store)
    score(replace(first, masked_heads=(HeadRef(0, 0),)), store)
    score(lm(), store)  # as another process loads it
    assert asked == [False]
    kept = stored_against_cpu(first.spec, SECOND, store)
    assert kept is not None
    assert kept["largest_difference"] == 2e-6
    score(MaskedLM(load(first.model.source, "second", "bfloat16")), store)
    against_cpu(lm().model, first.spec, store, classifier=True)
    assert asked == [False, False, True]


def test_without_a_store_a_loaded_model_is_compared_once(lm, asked):
    one = lm()
    score(one, None)
    score(one, None)
    assert asked == [False]


@pytest.mark.parametrize("largest", [0.02, float("nan")])
def test_a_device_beyond_the_bound_is_refused_and_nothing_is_kept(lm, store, asked, largest):
    asked.largest = largest
    one = lm()
    for _ in range(2):  # nor is the refusal
        with pytest.raises(DeviceError) as refused:
            score(one, store)
    assert f"is not measured on cpu:0 ({NAME}) in float32: its scores differ by up to" in str(
        refused.value
    )
    assert f"{largest:.3g} nats from the CPU's, and no more than 0.001" in str(refused.value)
    assert "Use --device cpu" in str(refused.value)
    assert asked == [False, False]
    assert stored_against_cpu(one.spec, SECOND, store) is None
    asked.largest = 0.0
    assert score(one, store).manifest["from_store"] == 0


def test_where_a_copy_does_not_fit_the_manifest_says_so(lm, store, asked, monkeypatch):
    one = lm()

    def full(checkpoint, need):
        raise NoRoomError(f"{checkpoint} needs more.")

    monkeypatch.setattr("engine.models.room.check_free", full)
    found = score(one, store).manifest["against_cpu"]
    assert (asked, found["largest_difference"]) == ([], None)
    assert in_words(found).startswith(f"Scores on {NAME} were not compared with the CPU's: A copy")
    assert stored_against_cpu(one.spec, SECOND, store) is None


def test_a_device_that_fails_while_it_measures_is_said_and_what_is_finished_is_kept(
    lm, store, asked, monkeypatch
):
    one = lm()
    score(one, store)

    def lost(*_):
        raise RuntimeError("CUDA error: unspecified launch failure")

    monkeypatch.setattr("engine.measures.perplexity.masked.pseudo_log_likelihoods", lost)
    more = [*ITEMS, {"text": "The sun rises."}]
    with pytest.raises(DeviceError, match=r"cpu:0 failed while it computed .* what is finished is"):
        measure("pppl", one.spec, more, {}, lambda: one, store)
    monkeypatch.undo()
    assert measure("pppl", one.spec, more, {}, lambda: one, store).manifest["from_store"] == 1


def test_known_models_go_with_their_models(lm, asked):
    one = lm()
    score(one, None)
    assert one.model in flow._KNOWN
