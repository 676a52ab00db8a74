"""What a fit says of the bundled model, on the bundled pairs for gender."""

from __future__ import annotations

import pytest

from engine.interventions.fitting import fit_erasure, fit_steering
from engine.interventions.pairs import bundled_pairs
from engine.models.loading import MaskedLM, load

pytestmark = pytest.mark.model


@pytest.fixture(scope="module")
def bundled() -> MaskedLM:
    return MaskedLM(load("bundled"))


def moved(about):
    """Whether the probe found the sides before, finds them less after, and random ones do not."""
    return (
        about["probe_before"]["interval"][0] > 0.5
        and about["probe_change"]["interval"][1] < 0
        and min(about["random_controls"]["accuracies"]) > about["probe_after"]["accuracy"]
    )


@pytest.mark.parametrize("method", ["sentence-debias", "leace"])
def test_an_erasure_takes_more_of_gender_than_any_random_one(method, bundled):
    assert moved(fit_erasure(bundled, bundled_pairs("gender"), method).about)


def test_a_vector_turns_the_probe_more_than_any_random_one(bundled):
    assert moved(fit_steering(bundled, bundled_pairs("gender"), "mean-difference").about)
