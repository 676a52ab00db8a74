"""Ranks, tiers and tests of distances, worked by hand."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.scorecard.earlier import reranked
from engine.scorecard.order import distance, ordered
from engine.scorecard.table import report_of
from engine.statistics import mcnemar_test
from tests.engine.scorecard.reports_by_hand import cell, contestant, measure

PERCENT = measure(scale="percent", neutral=50.0)
BOTH = "of difference and mirrored difference, the largest p"
COST = measure(scale="percent", neutral=None, group="cost", counted="sentences")


def of(found, key):
    return {entry["contestant"]: entry[key] for entry in found.cells}


def test_the_nearest_to_neutral_is_first_on_whichever_side_it_lies():
    """Means -.1, .3 and -.5: distances .1, .3, .5."""
    given = [cell("a", [-0.5] * 8), cell("b", [0.3] * 8), cell("c", [-0.3, 0.1] * 4)]
    assert of(ordered([measure()], given), "rank") == {"c": 1, "b": 2, "a": 3}


def test_two_on_opposite_sides_are_tested_by_their_sums_too():
    """40 and 60% are equally far from 50, on other pairs each: 20 units differ, 8 against 12.

    Of 20 pairs, a prefers the stereotype in 8 and b in the other 12. Mirrored, b has those of a.
    """
    a = [1.0] * 8 + [0.0] * 12
    found = ordered([PERCENT], [cell("a", a, PERCENT), cell("b", [1 - x for x in a], PERCENT)])
    (entry,) = found.comparisons
    assert (entry["difference"], entry["p"], entry["n"]) == (0.0, 1.0, 20)
    assert of(found, "rank") == {"a": 1, "b": 1}
    assert of(found, "tier") == {"a": 1, "b": 1}
    assert of(found, "tested_against") == {"a": None, "b": "a"}


def test_two_that_clearly_differ_need_not_differ_in_their_distance():
    """50.5 and 58% of 200 pairs, 15 pairs apart in one direction: they may be at 46 and 54% too.

    Mirrored at 50%, 101 pairs of the first are against the second and 84 for it.
    """
    near, far = [1.0] * 101 + [0.0] * 99, [1.0] * 116 + [0.0] * 84
    found = ordered([PERCENT], [cell("a", near, PERCENT), cell("b", far, PERCENT)])
    (entry,) = found.comparisons
    assert mcnemar_test(15, 0) < 0.001
    assert entry["difference"] == pytest.approx(7.5)
    assert entry["p"] == mcnemar_test(101, 84) > 0.2
    low, high = entry["interval"]
    assert low < 0 < 7.5 <= high
    assert of(found, "rank") == {"a": 1, "b": 2}
    assert of(found, "tier") == {"a": 1, "b": 1}
    assert of(found, "rank_interval") == {"a": [1, 2], "b": [1, 2]}


def test_a_share_that_cannot_lie_below_neutral_is_compared_as_it_is():
    """Neutral at 0%: no model lies on the other side, and only the difference is tested."""
    flagged = measure(scale="percent", neutral=0.0)
    few, many = [1.0] + [0.0] * 19, [1.0] * 9 + [0.0] * 11
    found = ordered([flagged], [cell("a", few, flagged), cell("b", many, flagged)])
    (entry,) = found.comparisons
    assert (entry["p"], entry["test"]) == (mcnemar_test(8, 0), "exact McNemar test")
    assert entry["difference"] == pytest.approx(40)


def test_identical_models_have_p_1_and_one_tier():
    found = ordered([measure()], [cell(name, [0.1, 0.4, 0.2, 0.5] * 5) for name in "ab"])
    (entry,) = found.comparisons
    assert (entry["difference"], entry["p"], entry["interval"]) == (0.0, 1.0, None)
    assert entry["note"] == (
        "No interval: all 20 targets have the same value, so this sample shows nothing of how far "
        "others would differ."
    )
    assert of(found, "tier") == {"a": 1, "b": 1}
    assert of(found, "rank_interval") == {"a": [1, 2], "b": [1, 2]}


def test_a_mirrored_model_is_as_far_from_neutral():
    one = [0.1, 0.4, -0.2, 0.5] * 5
    found = ordered([measure()], [cell("a", one), cell("b", [-x for x in one])])
    (entry,) = found.comparisons
    assert (entry["difference"], entry["p"], entry["detectable"]) == (0.0, 1.0, None)
    assert entry["note"] == (
        "No interval: with one of the two models mirrored at the neutral value, all 20 targets "
        "have the same value, so this sample shows nothing of how far others would differ."
    )


@pytest.mark.parametrize(("size", "has"), [(5, False), (6, True)])
def test_few_units_have_no_interval_and_say_so(size, has):
    values = [0.1, 0.3, 0.2, 0.5, 0.4, 0.6][:size]
    cells = [cell("a", values), cell("b", [2.5 * x for x in reversed(values)])]
    (entry,) = ordered([measure()], cells).comparisons
    assert (entry["interval"] is not None) == (entry["detectable"] is not None) == has
    assert entry["note"] == ("" if has else "No interval: fewer than 6 targets.")


def test_a_weak_model_has_no_rank_and_changes_no_other():
    cells = [cell("a", [1.0] * 60), cell("b", [2.0, 3.0] * 30), cell("c", [0.0, 0.1] * 30)]
    strong = ordered([measure()], cells[:2])
    found = ordered([measure()], cells, weak={"c"})
    assert (found.cells[:2], found.comparisons) == (strong.cells, strong.comparisons)
    assert found.cells[2]["rank"] is None
    assert found.cells[2]["tier"] is None
    assert found.cells[2]["notes"] == [
        "Not ranked: the model is too weak to be judged; its health check says why."
    ]


def test_a_report_ranks_no_model_that_its_health_check_calls_weak():
    cells = [cell(name, [float(place), 1.0] * 30) for place, name in enumerate("abc", 1)]
    who = [contestant(name) for name in "abc"]
    who[0]["health"] = "amber"
    made = report_of(who, [measure()], cells)
    assert [one["rank"] for one in made["cells"]] == [None, 1, 2]
    old = {**made, "manifest": {**made["manifest"], "ranking_rules": 4}}
    assert reranked(old)["cells"] == made["cells"]


def test_a_report_of_earlier_rules_is_ranked_by_those_of_now():
    cells = [
        cell("a", [1.0] * 101 + [0.0] * 99, PERCENT),
        cell("b", [1.0] * 116 + [0.0] * 84, PERCENT),
    ]
    now = report_of([contestant("a"), contestant("b")], [PERCENT], cells)
    assert reranked(now) == dict(now)
    old = {**now, "manifest": {"finished": True}}
    old["cells"] = [one | {"tier": tier} for tier, one in enumerate(now["cells"], 1)]
    found = reranked(old)
    assert (found["cells"], found["comparisons"]) == (now["cells"], now["comparisons"])
    assert found["manifest"]["ranking_rules"] == 5
    assert found["manifest"]["ranked_before"] == {"rules": 1, "digest": now["digest"]}


def test_reliability_of_earlier_versions_is_worked_out_anew_with_whole_clusters():
    names = [f"m{number}" for number in range(6)]
    values = np.random.default_rng(0).integers(0, 2, (6, 24)).astype(float).tolist()
    cells = [cell(name, row, PERCENT) for name, row in zip(names, values, strict=True)]
    for one in cells:
        one["detail"]["clusters"] = [place // 3 for place in range(24)]
    now = report_of([contestant(name) for name in names], [PERCENT], cells)
    old = {**now, "manifest": {**now["manifest"], "ranking_rules": 2}, "reliability": []}
    found = reranked(old)
    assert found["reliability"] == now["reliability"]
    assert found["reliability"][0]["clusters"] == 8
    assert found["manifest"]["ranked_before"]["rules"] == 2


def test_pairs_whose_words_are_not_known_say_that_they_are_compared_one_by_one():
    pairs = measure(scale="percent", neutral=50.0, counted="pairs")
    cells = [cell("a", [1.0] * 5 + [0.0] * 15, pairs), cell("b", [1.0] * 20, pairs)]
    for one in ordered([pairs], cells).cells:
        (note,) = one["notes"]
        assert note.startswith("Ranked by single pairs: the report does not say which")
    cells[0]["detail"]["clusters"] = [place // 2 for place in range(20)]
    assert [one["notes"] for one in ordered([pairs], cells).cells] == [[], []]
    assert [one["notes"] for one in ordered([measure()], [*cells]).cells] == [[], []]


@pytest.mark.parametrize(
    ("crossed", "test"),
    [
        ([[0, 0, 1, 1], [0, 1, 0, 1]], f"paired t-test, clustered both ways {BOTH}"),
        ([[0, 0, 1], [0, 1, 0, 1]], f"exact permutation test of signs {BOTH}"),
        ([[0, 0, 1], [0, 1, 0]], f"exact permutation test of signs {BOTH}"),
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


def test_units_that_share_a_cluster_are_tested_by_cluster():
    """25% and 100% of 32 units in eight clusters: six clusters differ, and mirrored two."""
    near, far = [1.0] * 8 + [0.0] * 24, [1.0] * 32
    cells = [cell("near", near, PERCENT), cell("far", far, PERCENT)]
    cells[1]["detail"]["clusters"] = [place // 4 for place in range(32)]
    (entry,) = ordered([PERCENT], cells).comparisons
    assert entry["p"] == pytest.approx(2 / 4)
    assert entry["test"] == f"exact McNemar test by cluster {BOTH}"
    low, high = entry["interval"]
    assert low < 0 < entry["difference"] == 25 < high
    cells[1]["detail"]["clusters"] = list(range(32))  # each of its own
    (alone,) = ordered([PERCENT], cells).comparisons
    assert (alone["p"], alone["test"]) == (mcnemar_test(8, 0), f"exact McNemar test {BOTH}")
    assert high - low > 1.5 * (alone["interval"][1] - alone["interval"][0])


def test_few_clusters_have_no_interval_and_distinguish_nobody():
    cells = [cell("a", [0.0] * 40, PERCENT), cell("b", [1.0] * 20 + [0.0] * 20, PERCENT)]
    for one in cells:
        one["detail"]["clusters"] = [place % 5 for place in range(40)]
    found = ordered([PERCENT], cells)
    (entry,) = found.comparisons
    assert (entry["interval"], entry["detectable"]) == (None, None)
    assert entry["note"] == "No interval: fewer than 6 clusters of targets."
    assert entry["p"] == pytest.approx(2 / 32)
    assert of(found, "tier") == {"a": 1, "b": 1}


def test_numbers_that_are_the_same_in_every_cluster_say_so():
    cells = [cell("a", [0.1, 0.2] * 8), cell("b", [0.3, 0.4] * 8)]
    cells[0]["detail"]["clusters"] = [place // 2 for place in range(16)]
    (entry,) = ordered([measure()], cells).comparisons
    assert entry["interval"] is None
    assert entry["note"].startswith("No interval: all 8 clusters have the same value")


def test_a_difference_of_shares_is_in_percent_and_tested_by_mcnemar():
    """22 and 40 of 40 above neutral: 5 and 50 points from 50, 18 units differ in one direction."""
    near, far = [1.0] * 22 + [0.0] * 18, [1.0] * 40
    found = ordered([PERCENT], [cell("far", far, PERCENT), cell("near", near, PERCENT)])
    (entry,) = found.comparisons
    assert (entry["first"], entry["second"]) == ("far", "near")
    assert entry["difference"] == pytest.approx(-45)
    assert entry["p"] == entry["p_holm"] == mcnemar_test(18, 0)
    assert entry["test"] == f"exact McNemar test {BOTH}"
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
