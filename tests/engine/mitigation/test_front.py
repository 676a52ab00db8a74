"""Points of bias against cost, and the front."""

from __future__ import annotations

import pytest

from engine.mitigation.front import Point, distance_span, front, points, random_points
from tests.engine.mitigation.by_hand import table

MEASURE = {"neutral": 50.0, "scale": "percent"}


def test_the_front_has_what_nothing_beats_in_both():
    found = [
        Point(name, name, bias, cost)
        for name, bias, cost in [
            ("original", 1.0, 5.0),
            ("cheap", 0.5, 5.0),
            ("dear", 0.2, 9.0),
            ("bad", 0.6, 9.5),
        ]
    ]
    assert [one.name for one in front(found)] == ["dear", "cheap"]
    assert [one.name for one in front(found[:1])] == ["original"]


def test_an_interval_that_holds_neutral_begins_at_no_distance():
    assert distance_span([40.0, 55.0], MEASURE) == (0.0, 10.0)
    assert distance_span([30.0, 45.0], MEASURE) == (5.0, 20.0)
    assert distance_span(None, MEASURE) is None


def test_rows_without_both_figures_are_no_points():
    report = table(
        {"original": [[1.0] * 8, [5.0] * 8], "heads": [[-0.5] * 8, [6.0] * 8], "leace": "No fit."},
        drawn={("heads", "lean"): [0.9, None], ("heads", "loss"): [5.5, 5.0]},
    )
    found = points(report, "lean", "loss")
    assert [(one.name, one.bias, one.cost) for one in found] == [
        ("original", 1.0, 5.0),
        ("heads", 0.5, 6.0),
    ]
    (drawn,) = random_points(report, "lean", "loss")
    assert (drawn.name, drawn.label, drawn.bias) == ("heads", "random heads", pytest.approx(0.9))
