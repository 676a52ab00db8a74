"""Bars of counts start at 0 and have their numbers and their total beside them."""

from __future__ import annotations

from components.frame.present.count_bars import count_bars


def test_a_bar_has_its_number_and_the_axis_the_total():
    figure = count_bars([("<b>he</b>", 1200), ("she", 3)], 1500, "sentence")
    (bars,) = figure.data
    assert list(bars.x) == [1200, 3]
    assert list(bars.text) == [" 1,200", " 3"]
    assert list(figure.layout.yaxis.ticktext) == ["&lt;b&gt;he&lt;/b&gt;", "she"]
    assert figure.layout.xaxis.title.text == "of 1,500 sentences"
    assert figure.layout.xaxis.range[0] == 0
