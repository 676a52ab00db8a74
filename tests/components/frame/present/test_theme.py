"""Colours that can be read, and figures in the project's own fonts and grounds."""

from __future__ import annotations

from xml.dom.minidom import parseString

import plotly.graph_objects as go
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plotly.subplots import make_subplots

from components.frame.present import theme
from components.frame.present.theme import between, contrast
from components.frame.shell import navigation as brand

colours = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_contrast_has_the_values_of_its_definition():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert contrast("#404040", "#ffffff") == pytest.approx(10.37, abs=0.01)
    assert contrast("#336699", "#336699") == 1


@given(colours)
def test_writing_on_any_colour_can_be_read(ground):
    assert contrast(theme.ink_on(ground), ground) >= 4.5


def test_a_colour_between_two_others():
    assert between("#000000", "#ff8000", 0) == "#000000"
    assert between("#000000", "#ff8000", 0.5) == "#804000"
    assert between("#000000", "#ff8000", 2) == "#ff8000"


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK])
def test_the_scale_runs_from_away_over_nothing_to_toward(palette):
    places = [palette.at(place) for place in (0, 0.5, 1)]
    assert places == [palette.away, palette.middle, palette.toward]
    assert [colour for _, colour in palette.scale] == places


@pytest.mark.parametrize("palette", [theme.LIGHT, theme.DARK])
def test_every_ink_of_a_figure_can_be_read_on_its_page(palette):
    for ink in (palette.text, palette.muted):
        assert contrast(ink, palette.page) >= 4.5
    # WCAG asks 3 of what is not text.
    for shape in (palette.ink, palette.toward, palette.away):
        assert contrast(shape, palette.page) >= 3


def test_ticks_are_written_large_and_dark_enough():
    figure = theme.laid_out(go.Figure(go.Bar(x=[1], y=["she"])), 200)
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert axis.tickfont.size == 13
        assert axis.tickfont.color == theme.LIGHT.text
    assert figure.layout.height == 200


def test_ticks_are_numbers_without_a_prefix():
    figure = theme.laid_out(go.Figure(go.Bar(x=[6e-6], y=[40_000])), 200)
    for axis in (figure.layout.xaxis, figure.layout.yaxis):
        assert axis.exponentformat == "none"
        assert axis.separatethousands


def test_a_figure_on_its_own_keeps_the_room_it_asked_for():
    figure = theme.laid_out(go.Figure(go.Bar(x=[1], y=[1])), 200)
    margin = theme.standalone(figure.update_layout(margin={"r": 64}), "title").layout.margin
    assert (margin.l, margin.r, margin.b) == (24, 64, 24)


def test_laying_out_keeps_what_the_figure_said():
    figure = go.Figure(go.Bar(x=[1], y=[1])).update_xaxes(title="nats", zerolinecolor="#123456")
    axis = theme.laid_out(figure, 200).layout.xaxis
    assert (axis.title.text, axis.zerolinecolor) == ("nats", "#123456")


def test_what_a_figure_asks_for_goes_before_what_all_figures_have():
    own = {"margin": {"r": 64}, "xaxis": {"tickfont": {"size": 12}, "range": [0, 1]}}
    layout = theme.laid_out(go.Figure(go.Bar(x=[1], y=[1])), 200, own).layout
    assert (layout.margin.l, layout.margin.r) == (0, 64)
    assert layout.xaxis.range == (0, 1)
    assert (layout.xaxis.tickfont.size, layout.yaxis.tickfont.size) == (12, 13)
    assert layout.xaxis.tickfont.color == theme.LIGHT.text


def test_laying_out_reaches_the_axes_of_every_subplot():
    figure = make_subplots(cols=2, subplot_titles=["one", "other"])
    figure.add_bar(x=[1], y=[1], row=1, col=2)
    layout = theme.laid_out(figure, 200).layout
    for axis in (layout.xaxis, layout.xaxis2, layout.yaxis, layout.yaxis2):
        assert axis.tickfont.size == 13
    assert layout.xaxis2.domain[1] == 1
    assert [note.text for note in layout.annotations] == ["one", "other"]


def test_a_figure_on_its_own_has_the_ground_it_was_drawn_on():
    figure = theme.laid_out(go.Figure(go.Bar(x=[1], y=[1])), 200)
    assert theme.standalone(figure, "title").layout.paper_bgcolor == theme.LIGHT.page
    dark = theme.standalone(figure, "title", drawn_in=theme.DARK).layout
    assert (dark.paper_bgcolor, dark.title.font.color) == (theme.DARK.page, theme.DARK.text)


@pytest.mark.parametrize("draw", [brand.icon, brand.mark, brand.logo])
def test_the_mark_is_a_picture_that_fetches_nothing(draw):
    picture = parseString(draw()).documentElement
    assert picture.tagName == "svg"
    named = [
        value
        for element in picture.getElementsByTagName("*")
        for name, value in element.attributes.items()
        if "//" in value or name.endswith("href")
    ]
    assert not named
