"""What a pinned figure may hold."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.digest import canonical_json
from engine.pins.pin import MOST_BYTES, without_fetching
from engine.pins.story import STORY

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)  # fmt: skip


def test_a_figure_of_a_page_is_kept_whole():
    figure = {"data": [{"type": "scatter", "x": [1.5], "y": ["a"]}], "layout": {"height": 300}}
    assert without_fetching(figure) == figure


@pytest.mark.parametrize(
    "kind", ["choropleth", "image", "scattermap", "scattergeo", "densitymapbox"]
)
def test_kinds_that_a_browser_fetches_for_are_refused(kind):
    assert without_fetching({"data": [{"type": kind}], "layout": {}}) is None


@pytest.mark.parametrize("key", ["images", "geo", "geo2", "mapbox", "map", "template"])
def test_pictures_and_maps_of_a_layout_are_left_out(key):
    figure = {"data": [{"type": "bar"}], "layout": {key: [{"x": 1}], "height": 3}}
    assert without_fetching(figure) == {"data": [{"type": "bar"}], "layout": {"height": 3}}


def test_sources_and_links_are_left_out_wherever_they_are():
    figure = {
        "data": [{"type": "bar", "text": ['<a href="http://x">see</a>'], "source": "http://x"}],
        "layout": {"annotations": [{"text": "<b>1</b><A HREF='x'>2</A>", "href": "x"}]},
    }
    assert without_fetching(figure) == {
        "data": [{"type": "bar", "text": ["see"]}],
        "layout": {"annotations": [{"text": "<b>1</b>2"}]},
    }


def test_styles_are_limited_and_checking_again_changes_nothing():
    text = "<span style='color:#c2571a'>■</span> <<a>a href='https://x'>b</a>"
    figure = {"data": [{"type": "bar", "name": text}], "layout": {"title": {"text": text}}}
    once = without_fetching(figure)
    shown = "<span style='color:#c2571a'>■</span> &lt;a href='https://x'>b"
    assert once == {"data": [{"type": "bar", "name": shown}], "layout": {"title": {"text": shown}}}
    assert without_fetching(once) == once


@pytest.mark.parametrize("text", ["x" * MOST_BYTES, "<x" * (MOST_BYTES // 3)])
def test_a_figure_that_is_too_large_is_left_out(text):
    assert without_fetching({"data": [{"type": "bar", "text": text}], "layout": {}}) is None


def test_texts_of_a_figure_that_is_too_large_are_not_read(monkeypatch):
    monkeypatch.setattr("engine.pins.pin.plain", None)
    assert (
        without_fetching({"data": [{"type": "bar", "text": "<" * MOST_BYTES}], "layout": {}})
        is None
    )


def test_figures_of_the_story_stay_as_they_are():
    figures = [pin["figure"] for pin in json.loads(STORY.read_text())["pins"] if pin["figure"]]
    assert len(figures) > 4
    assert [without_fetching(figure) for figure in figures] == figures


@given(JSON)
def test_whatever_a_file_holds_is_checked(figure):
    found = without_fetching(
        {"data": [{"type": "bar", "value": figure}], "layout": {"title": figure}}
    )
    assert found is None or "source" not in canonical_json(found["data"][0]).split('"')
    assert without_fetching(figure) is None or isinstance(figure, dict)
