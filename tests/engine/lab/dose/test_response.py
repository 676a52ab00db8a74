"""The response of made measures whose answer to a dose is known."""

from __future__ import annotations

import numpy as np
import pytest

from engine.lab.dose.readings import DoseReading, Instrument
from engine.lab.dose.response import detection_limit, responses, summary
from engine.lab.dose.settings import DOSES, DosedModel

MEASURE = Instrument("made", "Made", "", "occupations", 2)
AS_IT_IS = Instrument("made", "Made", "", "pairs", 2, planted=False)
SEEDS = (0, 1)


def made(slope, noise, units=60, seed=0, doses=DOSES):
    """Readings whose parts are slope * dose, and noise of their own in every model."""
    draw = np.random.default_rng(seed)
    own = draw.normal(size=units)  # of the unit, the same in every model
    found = {}
    for number in SEEDS:
        for dose in doses:
            parts = own + slope * dose + noise * draw.normal(size=units)
            value = float(parts.mean())
            found[DosedModel(dose, number)] = DoseReading(value, None, units, tuple(parts))
    return found


def exact(parts):
    """Readings of both seeds from dose -> parts."""
    return {
        DosedModel(dose, seed): DoseReading(float(np.mean(own)), None, len(own), tuple(own))
        for seed in SEEDS
        for dose, own in parts.items()
    }


def test_a_known_slope_is_found_with_its_order_and_its_limit():
    found = summary(MEASURE, made(slope=1.0, noise=1.0))
    low, high = found["slope_interval"]
    assert low < 1.0 < high
    assert found["slope"] == pytest.approx(1.0, abs=0.3)
    assert found["tau"] == pytest.approx(1.0)
    # A difference has the standard error sqrt(2 / 2 / 60) = 0.13: 0.5 is found, 0.25 mostly not.
    assert found["detection_limit"] in (0.25, 0.5)
    assert found["n"] == 60


def test_units_that_are_needed_for_the_next_dose_notice_it():
    """With twice the noise dose 0.25 is missed; with as many units as are named it is found."""
    few = summary(MEASURE, made(slope=1.0, noise=2.0, units=60))
    assert few["detection_limit"] is None or few["detection_limit"] > few["next_dose"]
    # The true difference is 0.25 dose steps, the paired deviation 2: (2.8 * 2 / 0.25)^2 = 502.
    noticed = [
        summary(MEASURE, made(slope=1.0, noise=2.0, units=800, seed=seed))["detection_limit"]
        for seed in range(10)
    ]
    assert noticed.count(0.25) >= 8


def test_the_needed_units_are_those_of_the_paired_deviation():
    """Differences of mean 1 and deviation 4: 2.8^2 * 16 and two of Student's, by hand 128."""
    differences = np.tile([5.0, -3.0], 20)  # sample deviation 4.05
    found = summary(MEASURE, exact({0: np.zeros(40), 1: differences}))
    assert found["detection_limit"] is None
    assert found["next_dose"] == 1
    assert found["needed_n"] == 131  # (1.95996 + 0.84162)^2 * 4.0510^2 + 1.9208, rounded up


@pytest.mark.parametrize("slope", [0.0, -1.0])
def test_no_response_and_a_reversed_one_are_not_noticed(slope):
    found = summary(MEASURE, made(slope=slope, noise=0.5))
    assert found["detection_limit"] is None
    assert not any(entry["noticed"] for entry in found["differences"])


def test_a_measure_without_response_notices_a_dose_in_few_of_many_runs():
    noticed = [
        any(entry["noticed"] for entry in summary(MEASURE, made(0.0, 1.0, 30, seed))["differences"])
        for seed in range(200)
    ]
    assert np.mean(noticed) <= 0.05


def test_a_set_without_planted_occupations_may_move_either_way():
    found = summary(AS_IT_IS, made(slope=-2.0, noise=0.5))
    assert found["detection_limit"] == 0.25
    assert found["needed_n"] is None


def test_a_dose_that_one_seed_does_not_show_is_not_noticed():
    readings = made(slope=2.0, noise=0.2, doses=(0.0, 1.0))
    assert summary(MEASURE, readings)["detection_limit"] == 1
    turned = readings[DosedModel(1.0, 1)]
    base = readings[DosedModel(0.0, 1)]
    parts = tuple(2 * b - p + 1.9 for b, p in zip(base.parts, turned.parts, strict=True))
    readings[DosedModel(1.0, 1)] = DoseReading(float(np.mean(parts)), None, 60, parts)
    assert summary(MEASURE, readings)["detection_limit"] is None


def test_differences_are_paired_with_dose_0_of_the_same_seed():
    parts = {0: [1.0, 2, 3, 4, 5, 6, 7, 8], 1: [2.0, 4, 6, 8, 10, 12, 14, 16]}
    (found,) = summary(MEASURE, exact(parts))["differences"]
    assert found["difference"] == pytest.approx(4.5)
    assert found["p_holm"] == pytest.approx(2 / 2**8)  # all signs, none as far but these two
    assert found["noticed"]


def test_p_is_corrected_over_the_doses():
    parts = {0: np.zeros(8), 0.5: np.array([1.0, 2, 3, 4, 5, 6, 7, 8])}
    one = summary(MEASURE, exact(parts))["differences"][0]["p_holm"]
    two = summary(MEASURE, exact(parts | {1: parts[0.5]}))["differences"]
    assert [entry["p_holm"] for entry in two] == pytest.approx([2 * one, 2 * one])


def test_clusters_are_the_units():
    """Forty pairs of four word pairs are four independent units, which are too few."""
    readings = {
        model: DoseReading(
            reading.value, None, 40, reading.parts, tuple(number % 4 for number in range(40))
        )
        for model, reading in made(2.0, 0.2, units=40).items()
    }
    found = summary(AS_IT_IS, readings)
    assert "4 independent units are too few" in found["problem"]
    assert found["detection_limit"] is None
    assert found["differences"] == []


def test_units_that_one_model_lacks_are_left_out_of_all():
    readings = made(1.0, 0.2, units=20)
    lacking = readings[DosedModel(0.5, 1)]
    parts = (None, *lacking.parts[1:])
    readings[DosedModel(0.5, 1)] = DoseReading(lacking.value, None, 19, parts)
    assert summary(MEASURE, readings)["n"] == 19


def test_a_reading_without_a_figure_says_why():
    readings = made(1.0, 0.2)
    readings[DosedModel(1.0, 0)] = DoseReading(None, problem="The model has no word for he.")
    found = summary(MEASURE, readings)
    assert found["problem"] == "The model has no word for he."
    assert found["slope"] is None


@pytest.mark.parametrize(
    ("noticed", "limit"),
    [
        ([False, False, True], 1.0),
        ([False, True, True], 0.5),
        ([True, True, True], 0.25),
        ([True, False, True], 1.0),  # a larger dose was missed
        ([True, True, False], None),
    ],
)
def test_the_limit_is_the_smallest_dose_from_which_all_are_noticed(noticed, limit):
    differences = [
        {"dose": dose, "noticed": one} for dose, one in zip((0.25, 0.5, 1.0), noticed, strict=True)
    ]
    assert detection_limit(differences) == limit


def test_every_model_has_its_own_response():
    found = responses(MEASURE, made(1.0, 0.1))
    assert len(found) == len(DOSES) * len(SEEDS)
    assert {(entry["dose"], entry["seed"]) for entry in found} == {
        (dose, seed) for dose in DOSES for seed in SEEDS
    }
