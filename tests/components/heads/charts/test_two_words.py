"""The figure of two words before and after heads are switched off."""

from __future__ import annotations

import pytest

from components.frame.present.theme import LIGHT
from components.heads.charts.two_words import axis_end, two_words

WORDS = ("he", "she")


def test_rings_are_before_and_dots_are_now():
    figure = two_words(WORDS, (0.4, 0.45), (0.3, 0.57), "2 heads off")
    *lines, rings, dots = figure.data
    assert [tuple(line.x) for line in lines] == [pytest.approx((30, 40)), pytest.approx((57, 45))]
    assert (rings.name, rings.marker.symbol) == ("all heads on", "circle-open")
    assert tuple(rings.x) == pytest.approx((30, 57))
    assert (dots.name, dots.marker.color) == ("2 heads off", LIGHT.ink)
    assert tuple(dots.x) == pytest.approx((40, 45))
    assert rings.marker.size > dots.marker.size
    assert figure.layout.showlegend
    assert [name.y for name in figure.layout.annotations] == [1, 0]  # the first word on top


def test_a_model_without_a_mask_has_dots_alone():
    figure = two_words(WORDS, (0.4, 0.45))
    (dots,) = figure.data
    assert dots.marker.symbol is None
    assert not figure.layout.showlegend


def test_the_numbers_are_beside_the_words_and_a_word_from_the_right_stays_in_place():
    figure = two_words(("هو", "<b>"), (0.4, 0.00001), (0.3, 0.5))
    first, second = (name.text for name in figure.layout.annotations)
    assert first == "\u2068“هو”\u2069  30.0% → 40.0%"
    assert second == "\u2068“&lt;b&gt;”\u2069  50.0% → &lt; 0.01%"


@pytest.mark.parametrize(
    ("largest", "end"),
    [
        (0.57, 60),
        (0.6, 60),
        (0.61, 80),
        (0.97, 100),
        (0.3, 40),
        (0.012, 2),
        (0.0031, 0.5),
        (0, 0.001),
    ],
)
def test_low_shares_have_an_axis_of_their_own_with_its_end_named(largest, end):
    assert axis_end([0.0, largest]) == pytest.approx(end)
    figure = two_words(WORDS, (largest, 0.0))
    assert figure.layout.xaxis.tickvals[-1] == pytest.approx(end)
    assert figure.layout.xaxis.ticktext[0] == "0%"
    assert figure.layout.xaxis.ticktext[-1] == f"{end:g}%"
