"""Reliability by hand, and of simulated contestants whose reliability is known."""

from __future__ import annotations

import numpy as np
import pytest

from engine.scorecard.reliability import SEEDS, SPLIT_HALF, TEMPLATES, reliability, split_half
from tests.engine.scorecard.hand_made import PAIRS, cell, measure, report

NAMES = [f"c{number}" for number in range(1, 8)]


def one(found, kind):
    (entry,) = [entry for entry in found if entry["kind"] == kind]
    return entry


def of_parts(rows, **changes):
    column = measure(PAIRS, **changes)
    cells = [cell(name, column, row) for name, row in zip(NAMES, rows, strict=False)]
    return report([column], cells)


def test_halves_that_agree_wholly_have_a_correlation_of_one():
    # Every unit says the same of every contestant.
    entry = one(
        reliability(of_parts([[level] * 6 for level in range(6)], scale="identity")), "split-half"
    )
    assert entry["value"] == pytest.approx(1)
    assert entry["corrected"] == pytest.approx(1)
    assert entry["range"] == pytest.approx([1, 1])
    assert (entry["n_contestants"], entry["units"], entry["draws"]) == (6, 6, 200)


def test_a_split_of_four_units_by_hand():
    # Units 1 and 2 are equal, 3 and 4 their opposite: {1,2} against {3,4} gives -1; each other
    # split has one of either side, so both halves are 0 for everybody and are left out. So only
    # a third of the splits has a correlation, and that is not enough.
    parts = np.array([[x, x, -x, -x] for x in range(1, 7)], float)
    assert split_half(parts, "identity", 0) is None
    # With 3 and 4 as the first two halved, all splits agree.
    parts = np.array([[x, x, x / 2, x / 2] for x in range(1, 7)], float)
    assert split_half(parts, "identity", 0)[0] == pytest.approx(1)


def test_halves_take_whole_clusters():
    # Two units of each cluster say the same of a contestant, four clusters nothing of each other.
    clusters = np.repeat(np.arange(4), 2)
    parts = np.repeat(np.random.default_rng(1).normal(size=(7, 4)), 2, axis=1)
    made = of_parts(parts.tolist(), scale="identity")
    by_unit = one(reliability(made), SPLIT_HALF)
    for found in made["cells"]:
        found["detail"]["clusters"] = clusters.tolist()
    entry = one(reliability(made), SPLIT_HALF)
    assert (by_unit["clusters"], entry["clusters"], entry["units"]) == (None, 4, 8)
    # The halves of four clusters are those of four units of which each is one of them.
    assert entry["value"] == pytest.approx(split_half(parts[:, ::2], "identity", 0)[0])
    assert by_unit["value"] > entry["value"] + 0.1


def test_fewer_than_four_clusters_are_not_halved():
    made = of_parts(np.random.default_rng(1).normal(size=(7, 9)).tolist(), scale="identity")
    for found in made["cells"]:
        found["detail"]["clusters"] = [0, 0, 0, 1, 1, 1, 2, 2, 2]
    entry = one(reliability(made), SPLIT_HALF)
    assert entry["problem"] == "The units are in 3 clusters; halves that share none need 4."
    assert entry["value"] is None


@pytest.mark.parametrize("scale", ["identity", "percent", "exp"])
def test_estimates_hold_the_known_reliability(scale):
    """Within its interval of the truth in 90% of simulations at the least."""
    generator = np.random.default_rng(1)
    contestants, units, simulations = 12, 40, 150
    # Small deviations, so that the exponential is nearly a straight line.
    true, error = 0.02, 0.02 * np.sqrt(units / 2)
    half = true**2 / (true**2 + error**2 / (units / 2))
    whole = true**2 / (true**2 + error**2 / units)
    held = held_whole = 0
    for _ in range(simulations):
        levels = generator.normal(0, true, (contestants, 1))
        shared = generator.normal(0, error, (1, units))  # some units are high for everybody
        parts = 0.5 + levels + shared + generator.normal(0, error, (contestants, units))
        column = measure(PAIRS, scale=scale)
        cells = [cell(f"c{place}", column, row.tolist()) for place, row in enumerate(parts)]
        entry = one(reliability(report([column], cells), splits=40), SPLIT_HALF)
        held += entry["interval"][0] <= half <= entry["interval"][1]
        low, high = entry["corrected_interval"] or (-1, 1)
        held_whole += low <= whole <= high
    assert held >= 0.9 * simulations
    assert held_whole >= 0.9 * simulations


def test_the_same_seed_gives_the_same_halves():
    rows = np.random.default_rng(0).normal(size=(6, 9)).tolist()
    made = of_parts(rows, scale="identity")
    assert reliability(made, seed=3) == reliability(made, seed=3)
    assert reliability(made, seed=3) != reliability(made, seed=4)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([[1.0, 0.0, 1.0, 0.0]] * 5, "At least 6 models with a figure are needed; 5 have one."),
        ([], "At least 6 models with a figure are needed; none has one."),
        ([[0.5] * 8] * 6, "All models have the same figure, so there is nothing to correlate."),
        ([[1.0, 0.0, 1.0]] * 6, "Only 3 units have a figure of every model; at least 4 are"),
        ([[1.0, None] * 4] * 3 + [[None, 0.0] * 4] * 3, "Only 0 units have a figure of every"),
        ([[1.0] * 8] * 5 + [[1.0] * 9], "The models were not measured on the same units"),
        ([54.0, 55.0, 56.0, 57.0, 58.0, 59.0], "The figures come without what each unit adds"),
    ],
)
def test_what_cannot_be_halved_says_why(rows, says):
    entry = one(reliability(of_parts(rows)), SPLIT_HALF)
    assert entry["problem"].startswith(says)
    assert entry["value"] is entry["interval"] is entry["corrected"] is None


def test_templates_are_correlated_by_hand():
    # The second is the first in another unit, the third the reverse order of the first.
    first = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
    tables = {"gest:gest:0": first, "gest:gest:1": [10 * x for x in first]}
    tables["gest:gest:2"] = first[::-1]
    columns = [measure(name, scale="exp", neutral=1.0) for name in tables]
    cells = [
        cell(name, column, value)
        for column in columns
        for name, value in zip(NAMES, tables[column["name"]], strict=False)
    ]
    entry = one(reliability(report(columns, cells)), TEMPLATES)
    assert entry["value"] == pytest.approx((1 - 1 - 1) / 3)
    assert entry["measures"] == list(tables)
    assert entry["corrected"] is entry["corrected_interval"] is None
    assert entry["uncorrected"].startswith("The correlation is below 0")


def test_numbers_that_are_no_templates_are_no_templates():
    columns = [measure(f"honest:en:{k}") for k in (1, 5)]
    cells = [
        cell(name, column, float(place)) for column in columns for place, name in enumerate(NAMES)
    ]
    assert {entry["kind"] for entry in reliability(report(columns, cells))} == {SPLIT_HALF}


def test_a_corrected_reliability_is_at_least_none():
    """Units of every model add up to 0, so what one half has the other lacks."""
    rows = np.random.default_rng(4).normal(size=(6, 8))
    against = of_parts((rows - rows.mean(axis=1, keepdims=True)).tolist(), scale="identity")
    entry = one(reliability(against), SPLIT_HALF)
    assert entry["value"] == pytest.approx(-1)
    assert entry["corrected"] is entry["corrected_interval"] is None
    rows = np.random.default_rng(4).normal(size=(6, 12)) + 0.15 * np.arange(6)[:, None]
    entry = one(reliability(of_parts(rows.tolist(), scale="identity")), SPLIT_HALF)
    assert entry["interval"][0] < 0 < entry["value"]
    assert entry["corrected_interval"][0] == 0
    assert entry["uncorrected"] == ""


def test_models_of_other_units_are_not_halved_with_the_others():
    made = of_parts([[float(place), place + 0.1] * 3 for place in range(7)], scale="identity")
    made["cells"][2]["detail"] = {"units": "sha256:1"}
    assert one(reliability(made), SPLIT_HALF)["n_contestants"] == 6
    made["cells"][3]["detail"] = {"units": "sha256:1"}
    entry = one(reliability(made), SPLIT_HALF)
    assert entry["problem"].startswith("The models were not measured on the same units")


def of_cells(by_template):
    """Contestants of one measure: template -> [contestant] figure."""
    column = measure("lpbs:science-arts")
    size = len(next(iter(by_template.values())))
    cells = [
        cell(
            NAMES[place],
            column,
            [float(place)] * 4,
            detail={"templates": {name: found[place] for name, found in by_template.items()}},
        )
        for place in range(size)
    ]
    return report([column], cells)


def test_templates_that_cells_name_are_correlated():
    """The third has the order reversed; one gives all the same figure, and one lacks a model."""
    first = [1.0, 2, 3, 4, 5, 7]
    tables = {"a": first, "b": [2 * x for x in first], "c": [-x for x in first]}
    made = of_cells(tables | {"same": [0.5] * 6, "gone": [None, *first[1:]]})
    entry = one(reliability(made), TEMPLATES)
    assert entry["value"] == pytest.approx((1 - 1 - 1) / 3)
    assert (entry["templates"], entry["n_contestants"]) == (3, 6)
    entry = one(reliability(of_cells({"a": first, "b": first})), TEMPLATES)
    assert (entry["value"], entry["corrected"]) == (pytest.approx(1), pytest.approx(1))


@pytest.mark.parametrize(
    ("tables", "says"),
    [
        ({"a": range(5), "b": range(5)}, "At least 6 models with a figure are needed"),
        ({"a": range(6), "b": [None] * 6}, "Fewer than two templates have a figure of every model"),
        ({"a": range(6), "b": ["x", *range(5)]}, "Fewer than two templates have a figure"),
        ({"a": range(6), "b": [1] * 6}, "All models have the same figure"),
    ],
)
def test_templates_that_cannot_be_correlated_say_why(tables, says):
    entry = one(reliability(of_cells(tables)), TEMPLATES)
    assert entry["problem"].startswith(says)
    assert entry["value"] is None


def test_seeds_are_correlated():
    column = measure(PAIRS)
    cells = [
        cell(name, column, float(place), detail={"seeds": {"0": place, "1": 2.0 * place}})
        for place, name in enumerate(NAMES)
    ]
    entry = one(reliability(report([column], cells)), SEEDS)
    assert (entry["value"], entry["seeds"]) == (pytest.approx(1), ["0", "1"])


def test_seeds_that_change_nothing_are_no_reliability():
    column = measure("first")
    cells = [
        cell(name, column, float(place), detail={"seeds": {"0": place, "1": place}})
        for place, name in enumerate("abcdef")
    ]
    entry = reliability(report([column], cells))[-1]
    assert (entry["kind"], entry["value"], entry["corrected"]) == ("seeds", None, None)
    assert entry["problem"].startswith("It gives the same figures under every seed")
