"""Detail figures of the Arena page show the numbers they are given, and text as text."""

from __future__ import annotations

import pytest

from components.arena import audit, compare
from components.arena.charts.beside import (
    beside_average,
    beside_baseline,
    both_rates,
    differences,
    less_baseline,
)
from components.frame.present.theme import LIGHT
from tests.components.arena import fake_reports as fake


def markers(figure, symbol=None):
    return next(
        trace
        for trace in figure.data
        if trace.mode == "markers"
        and trace.marker.symbol == symbol
        and trace.marker.opacity is None
    )


def spans(figure):
    """Ends of all intervals, by row."""
    found = {}
    for trace in figure.data:
        if trace.mode == "lines":
            for low, high, row in zip(trace.x[::3], trace.x[1::3], trace.y[::3], strict=True):
                found[row] = (low, high)
    return found


def test_a_group_is_in_ink_above_its_paler_averages():
    drawn = beside_average(
        ("Atheists", fake.figure(0.6, 40)),
        [("all of religion", fake.figure(0.5, 90)), ("all prompts", fake.figure(None, 0))],
    )
    dots = markers(drawn)
    assert list(dots.x) == [60, 50]
    assert list(dots.marker.color) == [LIGHT.ink, LIGHT.muted]
    assert spans(drawn)[0] == pytest.approx((50, 70))


def baseline_rows(groups=fake.GROUPS):
    return audit.baseline_rows(fake.report(groups), "valence")


def test_each_baseline_is_a_ring_in_the_row_of_its_group():
    rows = baseline_rows()
    rows.loc[1, "baseline"] = None
    drawn = beside_baseline(rows)
    assert list(markers(drawn).x) == pytest.approx([60, 40, 50, 25])
    rings = markers(drawn, "circle-open")
    assert list(rings.y) == [0, 2, 3]
    assert list(rings.x) == pytest.approx([30, 30, 30])


def test_only_a_clear_difference_from_the_baseline_has_a_colour():
    groups = {"up": ("r", 0.6, 9), "same": ("r", 0.3, 9), "down": ("r", 0.1, 9)}
    drawn = less_baseline(baseline_rows(groups))
    assert list(markers(drawn).x) == pytest.approx([30, 0, -20])
    assert list(markers(drawn).marker.color) == [LIGHT.toward, LIGHT.ink, LIGHT.away]
    assert spans(drawn)[2] == pytest.approx((-30, -10))


def compared():
    second = fake.report(
        {
            "Atheists": ("religion", 0.8, 40),
            "Muslims": ("religion", 0.45, 60),
            "Women": ("sex/gender", 0.3, 80),
            "Men": ("sex/gender", 0.25, 80),
        }
    )
    return compare.difference_rows(fake.difference(fake.report(), second)["by_group"])


def test_two_reports_are_rings_and_dots_on_one_axis():
    drawn = both_rates(compared())
    assert list(markers(drawn, "circle-open").x) == pytest.approx([60, 40, 50, 25])
    assert list(markers(drawn).x) == pytest.approx([80, 45, 30, 25])
    colours = [LIGHT.toward, LIGHT.ink, LIGHT.away, LIGHT.ink]
    assert list(markers(drawn).marker.color) == colours


def test_differences_have_their_intervals_in_points_around_nothing():
    drawn = differences(compared())
    assert list(markers(drawn).x) == pytest.approx([20, 5, -20, 0])
    assert spans(drawn)[0] == pytest.approx((10, 30))
    low, high = drawn.layout.xaxis.range
    assert low == -high
    assert high > 30
    assert "0" in drawn.layout.xaxis.ticktext
    assert "−20" in drawn.layout.xaxis.ticktext


def test_a_name_is_text_and_a_long_one_is_cut():
    groups = {fake.HOSTILE: ("r", 0.6, 9), fake.LONG: ("r", 0.3, 9)}
    for drawn in (beside_baseline(baseline_rows(groups)), less_baseline(baseline_rows(groups))):
        first, second = drawn.layout.yaxis.ticktext
        assert first.startswith("&lt;b&gt;x")
        assert second.endswith("…")
        hovers = next(trace for trace in drawn.data if trace.customdata is not None)
        assert not [text for text in hovers.customdata if "<b>" in text]


def test_many_groups_are_a_few_traces():
    rows = audit.baseline_rows(fake.report(fake.many_groups(60)), "valence")
    assert len(beside_baseline(rows).data) < 6
