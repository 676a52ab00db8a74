"""Figures in the colours of the other theme."""

from __future__ import annotations

from dataclasses import fields

import plotly.graph_objects as go
import pytest

from components.frame.present.recolour import (
    MOST_COLOURS,
    counterparts,
    dark_colours,
    in_light,
    recoloured,
)
from components.frame.present.theme import DARK, LIGHT


def counterpart(colour, source, target):
    (found,) = counterparts([colour], source, target).values()
    return found


@pytest.mark.parametrize("name", [entry.name for entry in fields(LIGHT)])
def test_each_colour_of_a_theme_has_that_of_the_other(name):
    light, dark = getattr(LIGHT, name), getattr(DARK, name)
    assert counterpart(light, LIGHT, DARK) == dark
    assert counterpart(dark, DARK, LIGHT) == light


@pytest.mark.parametrize("step", [0.05, 0.2, 0.37, 0.6, 0.81, 0.99])
def test_a_colour_between_two_keeps_its_place_on_the_scale(step):
    found = counterpart(LIGHT.at(step), LIGHT, DARK)
    wanted = DARK.at(step)
    parts = [abs(int(found[at : at + 2], 16) - int(wanted[at : at + 2], 16)) for at in (1, 3, 5)]
    assert max(parts) <= 2


def test_a_colour_of_neither_theme_stays():
    assert counterpart("#00ff00", LIGHT, DARK) == "#00ff00"


def test_numbers_on_cells_swap_black_and_white():
    assert counterpart("#ffffff", LIGHT, DARK) == "#000000"


def test_a_figure_drawn_in_the_dark_is_kept_in_light_without_a_template():
    figure = go.Figure(go.Bar(x=[1.5], y=["a"], marker={"color": [DARK.ink]}))
    figure.update_layout(font={"color": DARK.text})
    kept = in_light(figure, DARK)
    assert kept["data"][0]["marker"]["color"] == [LIGHT.ink]
    assert kept["data"][0]["x"] == [1.5]
    assert kept["layout"]["font"]["color"] == LIGHT.text
    assert "template" not in kept["layout"]
    assert figure.layout.font.color == DARK.text  # the page's own is not changed


def test_the_dark_colours_of_a_figure_make_it_dark():
    figure = {"data": [{"marker": {"color": LIGHT.toward}}], "layout": {"a": [LIGHT.line, "red"]}}
    colours = dark_colours(figure)
    assert colours == {LIGHT.toward: DARK.toward, LIGHT.line: DARK.line}
    assert recoloured(figure, LIGHT, DARK)["layout"]["a"] == [DARK.line, "red"]


def test_a_colour_is_found_in_upper_and_lower_case():
    figure = {"data": [{"color": LIGHT.toward.upper()}], "layout": {}}
    assert dark_colours(figure) == {LIGHT.toward: DARK.toward}  # the browser looks up lower case
    assert recoloured(figure, LIGHT, DARK)["data"] == [{"color": DARK.toward}]


def test_colours_in_the_style_of_a_text_are_replaced_and_those_it_is_about_are_not():
    text = f"<span style='color:{LIGHT.toward}'>■</span> paint it {LIGHT.away}"
    figure = {"data": [], "layout": {"annotations": [{"text": text}]}}
    assert dark_colours(figure) == {LIGHT.toward: DARK.toward}
    drawn = recoloured(figure, LIGHT, DARK)["layout"]["annotations"][0]["text"]
    assert drawn == f"<span style='color:{DARK.toward}'>■</span> paint it {LIGHT.away}"


def test_of_many_colours_the_first_are_looked_up():
    colours = [f"#{number * 97:06x}" for number in range(MOST_COLOURS + 9)]
    figure = {"data": [{"marker": {"color": [LIGHT.toward, *colours, LIGHT.away]}}], "layout": {}}
    dark = dark_colours(figure)
    drawn = recoloured(figure, LIGHT, DARK)["data"][0]["marker"]["color"]
    assert len(dark) <= MOST_COLOURS
    assert drawn[0] == dark[LIGHT.toward] == DARK.toward
    assert drawn[-1] == LIGHT.away  # beyond those that are looked up
