"""Every kind of pinned figure says what its marks mean, on the Stage and in a report."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from components.frame.present.cell_signs import NAME as SIGNS
from components.frame.present.theme import LIGHT
from components.stage.fitting import fitted
from engine.pins import Collection
from engine.report.html import report_html
from tests.browser.pins_of_pages import collection, of_tabs

ALL = (*collection().pins, *of_tabs().pins)
PINS = {pin.title: pin for pin in ALL if pin.figure is not None}
SIDES = {LIGHT.toward, LIGHT.away}


def unnamed(figure: dict[str, Any]) -> set[tuple[str, str]]:
    """Marks of a fitted figure that its key does not name.

    Args:
        figure: `data` and `layout`; its key is in `layout.meta`.
    """
    named = {(entry["mark"], entry["colour"]) for entry in figure["layout"]["meta"]["marks"]}
    shapes, colours = {mark for mark, _ in named}, {colour for _, colour in named}
    found = {mark for trace in figure["data"] for mark in _marks(trace)}
    plain = {colour for mark, colour in found if mark in ("dot", "square")}
    sides = set() if _names_its_sides(figure) else SIDES - colours
    missing = {(mark, colour) for mark, colour in found if colour in sides}
    if len(plain) > 1:  # shades of one kind of mark mean something
        missing |= {(mark, colour) for mark, colour in found if mark == "dot"} - {
            mark for mark in found if mark[1] in colours
        }
    return missing | {mark for mark in found if mark[0] in _APART - shapes}


_STEPS = ("increasing", "decreasing", "totals")


def _names_its_sides(figure: dict[str, Any]) -> bool:
    """Whether a text says what bars to the left and to the right mean, as their colours do."""
    texts = [str(mark.get("text")) for mark in figure["layout"].get("annotations") or []]
    return any(text.startswith("← ") for text in texts)


_APART = {"ring", "cross", "hatched", "line", "dotted"}  # marks that say something by their shape


def _marks(trace: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Marks of one trace with their colours; a line only where it runs along a row."""
    marker, line, mode = trace.get("marker") or {}, trace.get("line") or {}, str(trace.get("mode"))
    if trace.get("name") == SIGNS:
        return  # they repeat what colours say
    if trace.get("fillpattern"):
        yield "hatched", ""
    elif trace.get("type") == "waterfall":
        yield from (("square", trace[part]["marker"]["color"]) for part in _STEPS)
    elif trace.get("type") == "heatmap":
        shades = [colour for _, colour in trace.get("colorscale") or []]
        yield from (("square", colour) for colour in shades if colour in SIDES)
    elif trace.get("type") == "bar":
        yield from (("square", colour) for colour in _each(marker.get("color")))
    elif "markers" in mode and marker.get("opacity") != 0 and trace.get("x"):
        symbols = _each(marker.get("symbol")) or ["circle"]
        kind = {"circle-open": "ring", "x": "cross", "x-thin": "cross"}
        for symbol in dict.fromkeys(symbols):
            yield from ((kind.get(symbol, "dot"), each) for each in _each(marker.get("color")))
    elif mode.startswith("lines") and line.get("dash") == "dot":
        yield "dotted", str(line.get("color"))
    elif mode.startswith("lines") and _is_interval(trace):
        yield "line", str(line.get("color"))


def _each(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    return [each for each in dict.fromkeys(values) if isinstance(each, str)]


def _is_interval(trace: dict[str, Any]) -> bool:
    """Whether a line has two ends in one row; one between two marks is thin or pale."""
    x, y = list(trace.get("x") or []), list(trace.get("y") or [])
    return len(x) > 1 and len(y) > 1 and y[0] == y[1] and x[0] not in (x[1], None)


@pytest.mark.parametrize("title", PINS)
def test_every_mark_of_a_pinned_figure_is_named_on_the_stage(title: str):
    assert unnamed(fitted(PINS[title].figure)) == set()


def test_a_report_writes_the_key_of_every_figure():
    text = unescape(report_html(Collection("All", ALL)))
    entries = [
        entry["text"]
        for pin in PINS.values()
        for entry in (pin.figure or {})["layout"].get("meta", {}).get("marks", [])
    ]
    assert entries
    assert [entry for entry in entries if f"<span>{entry}</span>" not in text] == []


@pytest.mark.parametrize(
    "trace",
    [
        {"mode": "markers", "x": [1], "y": [0], "marker": {"color": LIGHT.toward}},
        {"mode": "markers", "x": [1], "y": [0], "marker": {"symbol": "circle-open", "color": "#1"}},
        {"mode": "lines", "x": [1, 2], "y": [0, 0], "line": {"color": LIGHT.ink}},
        {"fillpattern": {"shape": "/"}},
    ],
)
def test_a_mark_without_a_name_is_found(trace: dict[str, Any]):
    figure = {"data": [trace], "layout": {"meta": {"marks": []}}}
    assert len(unnamed(figure)) == 1
