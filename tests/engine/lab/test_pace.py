"""How long an injection will take: guessed from the model's size, or from an earlier run."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from engine.lab import pace
from engine.lab.pace import estimate
from engine.lab.settings import PRESETS, InjectionSettings, Request

QUICK = PRESETS["quick"]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Weights of the bundled model's size in float32, on two cores."""
    monkeypatch.setattr(pace.os, "cpu_count", lambda: 2)
    with (tmp_path / "model.safetensors").open("wb") as weights:
        weights.truncate(91_000_000)
    return tmp_path


def earlier(seconds: float, checkpoint: str = "mine", tokens: int = QUICK.tokens):
    """An injection whose steps took so long."""
    return SimpleNamespace(
        request=lambda: Request(checkpoint, "sha256:0", {}, InjectionSettings(tokens=tokens)),
        curve=lambda variant: [{"seconds": seconds}] * 10,
    )


def test_a_model_twice_the_size_takes_twice_as_long(folder, tmp_path):
    once = estimate(folder, "mine", QUICK, [])
    with (tmp_path / "model.safetensors").open("wb") as weights:
        weights.truncate(182_000_000)
    assert estimate(folder, "mine", QUICK, []).seconds == pytest.approx(2 * once.seconds)
    assert not once.known


def test_an_earlier_run_sets_the_pace_of_training_and_of_reading(folder):
    slow = estimate(folder, "mine", QUICK, [earlier(1.0)])
    slower = estimate(folder, "mine", QUICK, [earlier(2.0)])
    assert slow.known
    assert slow.seconds > 2 * QUICK.steps * 1.0
    assert slower.seconds == pytest.approx(2 * slow.seconds)


@pytest.mark.parametrize("other", [earlier(9.0, checkpoint="other"), earlier(9.0, tokens=1)])
def test_a_run_of_another_model_or_size_tells_nothing(folder, other):
    assert estimate(folder, "mine", QUICK, [other]) == estimate(folder, "mine", QUICK, [])


def test_training_counts_where_no_weights_are_seen(tmp_path):
    (tmp_path / "empty").mkdir()
    found = estimate(tmp_path / "empty", "mine", QUICK, [earlier(1.0)])
    assert found.seconds == pytest.approx(2 * QUICK.steps * 1.0, rel=0.1)
