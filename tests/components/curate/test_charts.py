"""Figures of the Curate page show every step and every decade."""

from __future__ import annotations

from components.curate import charts
from components.frame.present.theme import LIGHT


def test_a_funnel_has_a_bar_a_step_with_its_number():
    steps = [charts.Step("lines", 1200), charts.Step("accepted", 3, by_people=True)]
    drawn = charts.steps_figure(steps)
    (bars,) = drawn.data
    assert list(bars.x) == [1200, 3]
    assert list(bars.text) == [" 1,200", " 3"]
    assert list(bars.marker.color) == [LIGHT.pale, LIGHT.ink]
    assert list(drawn.layout.yaxis.ticktext) == ["lines", "accepted"]
    assert drawn.layout.xaxis.range[0] == 0


def test_a_funnel_of_nothing_can_be_drawn():
    (bars,) = charts.steps_figure([charts.Step("lines", 0)]).data
    assert list(bars.x) == [0]


def test_decades_are_counted_without_gaps():
    assert charts.decades([1999, 1991, 1975]) == {1970: 1, 1980: 0, 1990: 2}
    assert charts.decades([]) == {}


def test_a_decade_is_named_and_an_empty_one_has_no_number():
    (bars,) = charts.years_figure([1975, 1991]).data
    assert list(bars.x) == ["1970s", "1980s", "1990s"]
    assert list(bars.text) == ["1", "", "1"]
