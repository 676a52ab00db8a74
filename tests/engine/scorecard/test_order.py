"""Ranks, tiers and tests of distances, worked by hand."""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.scorecard.order import distance, ordered
from engine.statistics import mcnemar_test
from tests.engine.scorecard.reports_by_hand import cell, measure

PERCENT = measure(scale="percent", neutral=50.0)
COST = measure(scale="percent", neutral=None, group="cost", counted="sentences")


def of(found, key):
    return {entry["contestant"]: entry[key] for entry in found.cells}


def test_the_nearest_to_neutral_is_first_on_whichever_side_it_lies():
    """Means -.1, .3 and -.5: distances .1, .3, .5."""
    given = [cell("a", [-0.5] * 8), cell("b", [0.3] * 8), cell("c", [-0.3, 0.1] * 4)]
    assert of(ordered([measure()], given), "rank") == {"c": 1, "b": 2, "a": 3}


def test_parts_are_turned_to_the_side_of_their_own_mean_before_they_are_tested():
    """40 and 60% are equally far from 50; turned, the second prefers the same units as the first.

    Of 20 pairs, a prefers the stereotype in 8, b in 12: turned about .5, a has 12 too.
    """
    a = [1.0] * 8 + [0.0] * 12
    found = ordered([PERCENT], [cell("a", a, PERCENT), cell("b", [1 - x for x in a], PERCENT)])
    (entry,) = found.comparisons
    assert (entry["difference"], entry["p"], entry["n"]) == (0.0, 1.0, 20)
    assert of(found, "rank") == {"a": 1, "b": 1}
    assert of(found, "tier") == {"a": 1, "b": 1}
    assert of(found, "tested_against") == {"a": None, "b": "a"}


@pytest.mark.parametrize(
    ("crossed", "test"),
    [
        ([[0, 0, 1, 1], [0, 1, 0, 1]], "paired t-test, clustered both ways"),
        ([[0, 0, 1], [0, 1, 0, 1]], "exact permutation test of signs"),
        ([[0, 0, 1], [0, 1, 0]], "exact permutation test of signs"),
    ],
)
def test_crossed_units_are_tested_as_such(crossed, test):
    """By hand in the statistics: differences 1, 3, 5, 7 in two rows, t = 2 with 1 freedom."""
    cells = [cell("a", [1.0] * 4), cell("b", [2.0, 4.0, 6.0, 8.0])]
    cells[0]["detail"]["crossed"] = crossed  # an imported figure of the same units need not say it
    (entry,) = ordered([measure()], cells).comparisons
    assert entry["test"] == test
    assert (entry["difference"], entry["n"]) == (4.0, 4)
    assert (entry["p"] == pytest.approx(0.2952, abs=1e-4)) == ("clustered" in test)


def test_a_difference_of_shares_is_in_percent_and_tested_by_mcnemar():
    """22 and 40 of 40 above neutral: 5 and 50 points from 50, 18 units differ in one direction."""
    near, far = [1.0] * 22 + [0.0] * 18, [1.0] * 40
    found = ordered([PERCENT], [cell("far", far, PERCENT), cell("near", near, PERCENT)])
    (entry,) = found.comparisons
    assert (entry["first"], entry["second"]) == ("far", "near")
    assert entry["difference"] == pytest.approx(-45)
    assert entry["p"] == entry["p_holm"] == mcnemar_test(18, 0)
    assert entry["test"] == "exact McNemar test"
    assert of(found, "tier") == {"near": 1, "far": 2}
    assert of(found, "rank_interval") == {"near": [1, 1], "far": [2, 2]}


def test_the_lowest_cost_is_first():
    given = [cell("a", [1.0, 1.0, 0.0], COST), cell("b", [1.0, 0.0, 0.0], COST)]
    assert of(ordered([COST], given), "rank") == {"a": 2, "b": 1}


def test_ratios_are_compared_by_their_logarithms():
    """2 and 1/2 are equally far from 1, and 3 further."""
    ratio = measure(scale="exp", neutral=1.0)
    given = [cell(str(x), [math.log(x)] * 4, ratio) for x in (3, 2, 0.5)]
    assert of(ordered([ratio], given), "rank") == {"2": 1, "0.5": 1, "3": 3}
    assert distance(2.0, ratio) == pytest.approx(distance(0.5, ratio)) == pytest.approx(math.log(2))
    assert distance(45.0, PERCENT) == 5
    assert distance(None, PERCENT) is distance(3.0, COST) is None


def test_units_that_not_all_have_are_left_out():
    given = [cell("a", [0.1, None, 0.1, 0.1]), cell("b", [0.2, 9.0, 0.2, 0.2])]
    found = ordered([measure()], given)
    assert found.comparisons[0]["n"] == 3
    assert found.comparisons[0]["difference"] == pytest.approx(0.1)
    notes = {"a": [], "b": ["Ranked by the 3 targets that all have."]}
    assert of(found, "notes") == notes
    assert of(ordered([measure()], found.cells), "notes") == notes


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (cell("x", None, value=0.2), "what each target gives is not known."),
        (cell("x", [0.1] * 3), "its targets are not those of the other models."),
        (
            cell("x", [0.1] * 4, detail={"units": "sha256:1"}),
            "its targets are not those of the other models.",
        ),
        (
            cell("x", [0.1, None, None, None]),
            "it has 1 target and another model 4; half of these are needed.",
        ),
    ],
)
def test_a_contestant_of_other_units_is_not_ranked_and_says_why(other, reason):
    kept = [cell("a", [0.1] * 4), cell("b", [0.3] * 4)]
    found = ordered([measure()], [*kept, other])
    assert of(found, "rank") == {"a": 1, "b": 2, "x": None}
    assert of(found, "notes")["x"] == [f"Not ranked: {reason}"]
    assert len(found.comparisons) == 1


def test_a_cell_without_a_value_is_left_alone():
    refused = cell("r", None, status="refused", problem="Too wide.")
    found = ordered([measure()], [cell("a", [0.1] * 4), cell("b", [0.2] * 4), refused])
    assert of(found, "notes") == {"a": [], "b": [], "r": []}
    assert of(found, "rank_interval") == {"a": [1, 2], "b": [1, 2], "r": None}


@pytest.mark.parametrize(
    "other", [[], [cell("x", None, value=0.2)], [cell("x", [0.1] * 3)], [cell("x", [None] * 4)]]
)
def test_one_alone_has_no_rank_and_says_why(other):
    found = ordered([measure()], [cell("a", [0.1] * 4), *other])
    assert (
        of(found, "rank")["a"] is of(found, "tier")["a"] is of(found, "rank_interval")["a"] is None
    )
    reason = ["Not ranked: no other model has a figure to compare it with."]
    assert of(found, "notes")["a"] == reason
    assert of(ordered([measure()], found.cells), "notes")["a"] == reason


def test_a_measure_of_bias_without_a_neutral_value_ranks_nobody():
    of_bias = measure(neutral=None)
    found = ordered([of_bias], [cell(name, [0.1] * 4, of_bias) for name in "ab"])
    assert of(found, "rank") == {"a": None, "b": None}
    assert of(found, "notes")["a"] == ["Not ranked: no neutral value."]


def test_ranks_are_of_one_column_and_are_worked_out_again_alike():
    second = measure("n")
    given = [cell("a", [0.1] * 4), cell("b", [0.2] * 4)]
    given += [cell("b", [0.1] * 4, second), cell("a", [0.3] * 4, second)]
    once = ordered([measure(), second], given)
    assert [(entry["measure"], entry["rank"]) for entry in once.cells] == [
        ("m", 1),
        ("m", 2),
        ("n", 1),
        ("n", 2),
    ]
    assert ordered([measure(), second], once.cells) == once


@given(some.lists(some.lists(some.floats(-3, 3), min_size=5, max_size=5), min_size=2, max_size=4))
def test_a_better_rank_is_never_further_from_neutral(rows):
    found = ordered([measure()], [cell(str(at), row) for at, row in enumerate(rows)], draws=20)
    by_rank = sorted(found.cells, key=lambda entry: entry["rank"])
    away = [abs(entry["value"]) for entry in by_rank]
    assert all(one <= other + 1e-5 for one, other in pairwise(away))
    assert [entry["tier"] for entry in by_rank] == sorted(entry["tier"] for entry in by_rank)
