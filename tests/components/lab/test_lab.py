"""Parts of the Lab: times as they are said, commands as they are typed, models by their names."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from components.frame import session
from components.frame.shell import model_bar
from components.lab.controls import InjectionPlan, about
from components.lab.results import _basis, recovery_in_words
from engine.commands.inject import settings_of
from engine.core.spec import ModelSpec
from engine.lab.places import InjectionPlace
from engine.lab.settings import ORIGINAL, PRESETS, Request
from engine.lab.templates import BALANCED, BIASED
from tests.components.drawn import drawn
from tests.components.drawn import said as said_on


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (5, "half a minute"),
        (60, "a minute"),
        (170, "3 minutes"),
        (5000, "83 minutes"),
        (7200, "2.0 hours"),
    ],
)
def test_a_time_is_said_as_roughly_as_it_is_known(seconds, said):
    assert about(seconds) == said


@pytest.mark.parametrize(
    ("checkpoint", "revision", "opened"),
    [
        ("owner/model", "a" * 40, f"owner/model@{'a' * 40}"),
        ("bundled", "sha256:0", "bundled"),
        ("/models/mine", "sha256:0", "/models/mine"),
    ],
)
def test_the_original_is_opened_in_the_revision_it_was_trained_from(checkpoint, revision, opened):
    request = Request(checkpoint, revision, {})
    assert InjectionPlace(Path("nowhere"), "model").checkpoints(request)[ORIGINAL] == opened


def test_the_command_says_what_differs_from_the_preset_and_is_read_as_the_same():
    settings = replace(PRESETS["quick"], steps=7, hold=0.5, seed=3)
    plan = InjectionPlan(ModelSpec("bundled", "sha256:0"), "quick", settings)
    command = plan.command("biases.csv")
    assert command.line() == (
        "python -m engine inject --biases biases.csv --out models/biascope-mini "
        "--preset quick --seed 3 --steps 7 --hold 0.5"
    )
    assert settings_of("quick", 3, {"steps": 7, "hold": 0.5}) == settings


def test_a_folder_with_spaces_is_quoted():
    plan = InjectionPlan(ModelSpec("/my models/bert", "sha256:0"), "default", PRESETS["default"])
    assert plan.name == "bert"
    assert plan.command("b.csv").line().endswith("--model '/my models/bert'")


def test_models_made_in_the_lab_are_called_by_their_names(monkeypatch):
    folder = str(Path("/somewhere/long/models/run/run-biased"))
    monkeypatch.setattr(session, "model_names", lambda: {folder: "run-biased"})
    name = model_bar.option_format()
    assert name(folder) == "run-biased"
    assert name("bundled") == "bundled: biascope-mini"
    assert name("owner/model") == "owner/model"


def deviations() -> None:
    import streamlit as st

    from components.lab.results import _deviations

    _deviations(st.session_state["recovery"])


def test_each_model_is_said_with_its_own_deviation():
    spreads = {BIASED: 0.25, BALANCED: 0.02, ORIGINAL: 0.1}
    recovery = {
        model: {"rho": spread, "interval": None, "spread": spread, "distance": 0.03}
        for model, spread in spreads.items()
    }
    text = said_on(drawn(deviations, {"recovery": recovery}))
    assert (
        "probabilities vary by 0.020, those of the biased model by 0.250 and of the original by "
        "0.100." in text
    )
    assert "correlates at +0.02" in text


@pytest.mark.parametrize(
    ("rho", "interval", "n", "said"),
    [
        (0.93, [0.85, 0.97], 44, "The planted order comes back: rank correlation +0.93"),
        (-0.5, [-0.7, -0.2], 44, "comes back reversed: rank correlation −0.50"),
        (0.1, [-0.2, 0.4], 44, "It is not clear that the planted order comes back"),
        (None, None, 2, "at least 4 are needed"),
        (None, None, 44, "the same for every occupation"),
        (0.2, None, 44, "It is open whether"),
    ],
)
def test_the_first_result_says_in_words_what_the_correlation_means(rho, interval, n, said):
    correlation = {"rho": rho, "interval": interval, "n": n}
    sentence = recovery_in_words(correlation)
    assert said in sentence
    detectable = "a difference has to be at least 0.4"
    assert (detectable in _basis(correlation)) == sentence.startswith("It is not clear")
