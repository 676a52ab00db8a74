"""Printed panels: whole titles in lines of their own, and the same rows in all of them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from components.frame.present.recolour import in_light
from components.frame.present.theme import LIGHT
from components.scorecard.charts.cells import cells
from components.scorecard.grid import Grid
from engine.pins.pin import without_fetching
from engine.report.figures import on_paper
from tests.components.scorecard.reports import contestant, measure, report

_LONG = "Pronoun probability gap, male minus female list"


def scorecard(models: int) -> dict[str, Any]:
    entries = [
        (f"m{at}", title, "Data", "pairs", "", "identity", 0.0, 2, "bias")
        for at, title in enumerate((_LONG, "LPBS, career – family", "SEAT", *("Other",) * 4))
    ]
    who = [contestant(number, f"mask {number}") for number in range(1, models + 1)]
    drawn = cells(Grid(report(who, [measure(entry) for entry in entries])))
    figure = without_fetching(in_light(drawn, LIGHT))
    assert figure is not None
    return figure


def printed(models: int) -> dict[str, Any]:
    paper = on_paper(scorecard(models))
    assert paper is not None
    assert paper.is_whole
    return paper.figure


def axes(figure: dict[str, Any]) -> list[dict[str, Any]]:
    return [axis for name, axis in figure["layout"].items() if name.startswith("yaxis")]


def test_all_panels_keep_their_five_rows():
    for axis in axes(printed(5)):
        assert len(axis["tickvals"]) == 5
        assert "more" not in " ".join(axis["ticktext"])


def test_of_nine_rows_all_panels_keep_the_same():
    named = {tuple(axis["ticktext"]) for axis in axes(printed(9)) if any(axis["ticktext"])}
    assert len(named) == 1
    assert named.pop()[-1] == "3 more"


@pytest.mark.parametrize("models", [2, 5, 9])
def test_titles_and_notes_have_their_room(models: int):
    """No text is wider than its panel, or reaches into the next line of panels."""
    figure = printed(models)
    layout = figure["layout"]
    margin, height = layout["margin"], layout["height"] - 4
    width = 650 - margin["l"] - margin["r"]
    x = layout["xaxis"]["domain"]
    room = (x[1] - x[0]) * width
    spans = []
    for mark in layout["annotations"]:
        lines = re.split("<br>", mark["text"])
        words = max(map(len, " ".join(lines).split()))
        assert max(map(len, lines)) * 6 <= max(room, 6 * words)
        at, high = (1 - mark["y"]) * height - mark["yshift"], 14 * len(lines)
        spans.append((at - high, at) if mark["yanchor"] == "bottom" else (at, at + high))
    assert min(low for low, _ in spans) >= 0
    assert max(end for _, end in spans) <= layout["height"]
    ends = sorted({tuple(axis["domain"]) for axis in axes(figure)}, reverse=True)
    for low, high in spans:
        for end in ends:
            below, above = ((1 - stop) * height for stop in end)
            assert high <= above or low >= below


def test_a_title_is_printed_whole():
    texts = [re.sub("<br>", " ", mark["text"]) for mark in printed(5)["layout"]["annotations"]]
    assert _LONG in texts
    assert all("…" not in text for text in texts)


def test_parts_below_each_other_that_keep_their_rows_keep_their_room():
    """Of cells in three parts, what stands between the parts is as high as before."""
    n = 20
    named = {"tickvals": [*range(n)], "ticktext": [f"word {row}" for row in range(n)]}
    figure: dict[str, Any] = {
        "data": [
            {"type": "heatmap", "z": [[0.0]] * n, "yaxis": axis} for axis in ("y", "y2", "y3")
        ],
        "layout": {
            "height": 1000,
            "yaxis": {"domain": [0.8, 1.0], **named, "autorange": "reversed"},
            "yaxis2": {"domain": [0.4, 0.6], **named, "autorange": "reversed"},
            "yaxis3": {"domain": [0.0, 0.2], **named, "autorange": "reversed"},
        },
    }
    paper = on_paper(figure)
    assert paper is not None
    height, ends = paper.figure["layout"]["height"], [one["domain"] for one in axes(paper.figure)]
    assert height == pytest.approx(600 * 13 / 20 + 400)
    assert (ends[0][0] - ends[1][1]) * height == pytest.approx(200)
