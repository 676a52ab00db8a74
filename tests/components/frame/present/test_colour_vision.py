"""Colours that mean something are told apart by everybody, or by a shape too."""

from __future__ import annotations

from itertools import product

import numpy as np
import pandas as pd
import pytest

from components.frame.present import cell_signs
from components.frame.present.theme import DARK, LIGHT, Palette, between, contrast
from components.probe.heatmaps import group_heatmaps
from tests.components.frame.present.colour_vision import KINDS, ciede2000, difference

THEMES = {"light": LIGHT, "dark": DARK}
LEAST = 10.0  # CIEDE2000; 2 to 3 are seen by a close look, 10 at a glance
LEAST_CONTRAST = 3.0  # of a mark with the page: WCAG 2.2, section 1.4.11


def unsettled(palette: Palette) -> str:
    return between(palette.pale, palette.ink, 0.35)


# What two shades tell apart in the same figure, with no other sign.
PAIRS = {
    "orange or ink": lambda p: (p.toward, p.ink),
    "blue or ink": lambda p: (p.away, p.ink),
    "pale or ink": lambda p: (p.pale, p.ink),
    "unsettled or settled": lambda p: (unsettled(p), p.ink),
    "orange cell or none": lambda p: (p.toward, p.middle),
    "blue cell or none": lambda p: (p.away, p.middle),
    "strong cell or none": lambda p: (p.shade, p.middle),
    "filled head or none": lambda p: (p.ink, p.middle),
}
MARKS = {
    "orange": lambda p: p.toward,
    "blue": lambda p: p.away,
    "ink": lambda p: p.ink,
    "grey": lambda p: p.muted,
    "unsettled": unsettled,
}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [  # of Sharma, Wu and Dalal 2005, table 1
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (50, 0, -2.5), 4.3065),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_is_that_of_its_source(one, other, expected):
    found = ciede2000(np.array(one, float), np.array(other, float))
    assert found == pytest.approx(expected, abs=1e-4)


def test_red_and_green_of_one_lightness_are_lost_where_one_of_them_is_not_seen():
    red, green = "#b05030", "#6f7430"
    assert difference(red, green, "full colour vision") > 25
    assert difference(red, green, "deuteranopia") < 10


@pytest.mark.parametrize(("theme", "pair", "kind"), [*product(THEMES, PAIRS, KINDS)])
def test_two_shades_that_mean_different_things_are_told_apart(theme, pair, kind):
    assert difference(*PAIRS[pair](THEMES[theme]), kind) >= LEAST


@pytest.mark.parametrize(("theme", "kind"), [*product(THEMES, KINDS[:-1])])
def test_orange_and_blue_are_told_apart_by_all_who_see_any_colour(theme, kind):
    palette = THEMES[theme]
    assert difference(palette.toward, palette.away, kind) >= 4 * LEAST


@pytest.mark.parametrize(("theme", "mark"), [*product(THEMES, MARKS)])
def test_marks_have_contrast_with_the_page(theme, mark):
    palette = THEMES[theme]
    assert contrast(MARKS[mark](palette), palette.page) >= LEAST_CONTRAST


def test_coloured_cells_have_signs_for_those_who_see_no_colours():
    table = pd.DataFrame([[0.4, 0.1], [0.0001, 0.0001]], columns=["a", "b"], index=["x", "y"])
    (found,) = [
        trace for trace in group_heatmaps([("model", table)]).data if trace.name == cell_signs.NAME
    ]
    assert list(found.marker.symbol) == ["triangle-up", "triangle-down"]
    assert [round(x) for x in found.x] == [0, 1]
    assert [round(y) for y in found.y] == [0, 0]
