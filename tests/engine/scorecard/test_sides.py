"""The side of neutral that a figure is clearly on: one rule for a measure, here and on its page."""

from __future__ import annotations

import pytest

from engine.columns.column import CLUSTERS
from engine.columns.side import AWAY, ONE_SIDED, TOWARD, UNCLEAR
from engine.scorecard.sides import rule_of, side


def measure(name, neutral):
    return {"name": name, "neutral": neutral}


def cell(value, interval=None, **detail):
    parts = detail.pop("parts", None)
    return {"value": value, "interval": interval, "parts": parts, "detail": detail}


@pytest.mark.parametrize(
    ("name", "neutral", "interval", "found"),
    [
        ("gest:bundled:0", 1.0, [1.1, 1.3], TOWARD),
        ("gest:bundled:0", 1.0, [0.7, 0.9], AWAY),
        ("gest:bundled:0", 1.0, [0.9, 1.3], UNCLEAR),
        ("gest:bundled:0", 1.0, None, UNCLEAR),
        ("unknown:of-a-file", 0.0, [1.0, 2.0], TOWARD),
        ("multilingual:de:s_jsd", 0.0, [-2.0, -1.0], TOWARD),  # toward certainty, turned
        ("multilingual:de:s_jsd", 0.0, [1.0, 2.0], AWAY),
        ("pppl:en", None, [6.0, 8.0], ONE_SIDED),
        ("honest:en:20", 0.0, [3.0, 30.0], ONE_SIDED),
        ("arena:bundled:1000", 0.0, [3.0, 30.0], ONE_SIDED),
    ],
)
def test_intervals_decide_where_no_test_does_and_a_rate_is_on_no_side(
    name, neutral, interval, found
):
    assert side(cell(1.2, interval), measure(name, neutral)) == found


@pytest.mark.parametrize("name", ["seat:gender", "lpbs:career-family"])
@pytest.mark.parametrize(
    ("value", "p", "found"),
    [(0.9, 0.01, TOWARD), (-0.9, 0.01, AWAY), (0.9, 0.2, UNCLEAR), (0.9, None, TOWARD)],
)
def test_d_is_clear_by_its_permutation_test_and_by_its_interval_without_one(name, value, p, found):
    interval = [value - 0.1, value + 0.1]
    assert side(cell(value, interval, p_value=p), measure(name, 0.0)) == found


@pytest.mark.parametrize(
    ("parts", "interval", "found"),
    [
        ([1.0] * 18 + [0.0] * 2, [48.0, 99.0], TOWARD),  # the test decides, not the interval
        ([0.0] * 18 + [1.0] * 2, [1.0, 52.0], AWAY),
        ([1.0] * 11 + [0.0] * 9, [51.0, 60.0], UNCLEAR),
        ([1.0] * 9, [66.0, 100.0], UNCLEAR),  # too few pairs
        ([1.0] * 12 + [0.5] * 20 + [None], [60.0, 80.0], UNCLEAR),  # ties keep the share below 50
        (None, [51.0, 60.0], TOWARD),  # a file without parts
    ],
)
def test_a_share_of_pairs_is_clear_by_the_exact_test(parts, interval, found):
    clusters = {} if parts is None else {CLUSTERS: [*range(len(parts))]}
    own = cell(60.0, interval, parts=parts, **clusters)
    assert side(own, measure("pairs:bundled:cps", 50.0)) == found


def test_pairs_that_swap_the_same_words_are_one_unit_of_the_test():
    parts, own = [1.0] * 20, measure("multilingual:de:cps", 50.0)
    apart = cell(100.0, None, parts=parts, clusters=[*range(20)])
    alike = cell(100.0, None, parts=parts, clusters=[0, 1] * 10)
    assert (side(apart, own), side(alike, own)) == (TOWARD, UNCLEAR)


def test_what_decides_is_named():
    assert rule_of(measure("pairs:bundled:cps", 50.0)).by == "exact test of pairs"
    assert rule_of(measure("multilingual:de:s_jsd", 0.0)).by == "95% CI"
    assert rule_of(measure("honest:en:20", 0.0)).by == ""


def test_a_cell_without_a_value_is_on_no_side():
    assert side(cell(None), measure("honest:en:20", 0.0)) == UNCLEAR
