"""The distribution of the parts of one figure: its mean and the scale of its axis."""

from __future__ import annotations

import math

import pytest

from components.scorecard.charts.distribution import distribution
from tests.components.scorecard.reports import MEASURES, cell, measure


@pytest.mark.parametrize("number", [0, 5, 6])
def test_the_parts_of_a_figure_are_drawn_with_its_mean(number):
    which = measure(MEASURES[number])
    shown = cell("c1", which, value=1.5)
    figure = distribution([0.1, 0.2, 0.3, 0.4], shown, which)
    lines = figure.layout.shapes
    assert len(lines) == (1 if which["neutral"] is None else 2)


def test_the_parts_are_on_the_scale_of_the_figure():
    ratio, share, plain = measure(MEASURES[5]), measure(MEASURES[0]), measure(MEASURES[1])
    axis = distribution([0.0, 0.5, 1.0], cell("c1", ratio, value=1.5), ratio).layout.xaxis
    assert axis.ticktext == ("1", "1.3", "1.6", "2.1", "2.7")
    assert axis.tickvals == pytest.approx([math.log(float(text)) for text in axis.ticktext])
    axis = distribution([0, 1, 1], cell("c1", share, value=66.7), share).layout.xaxis
    assert axis.ticktext == ("0%", "25%", "50%", "75%", "100%")
    axis = distribution([0, 1, 1], cell("c1", plain, value=0.7), plain).layout.xaxis
    assert axis.tickvals is None
