"""Figures of a report: few rows on paper, with how many are left out, and all of them on screen."""

from __future__ import annotations

import pytest

from engine.report.figures import on_paper


def rows(n: int) -> dict:
    names = [f"row {place}" for place in range(n)]
    axis = {"tickvals": [*range(n)], "ticktext": names, "range": [n - 0.5, -0.5]}
    dots = {"type": "scatter", "mode": "markers", "x": [*range(n)], "y": [*range(n)]}
    return {"data": [dots], "layout": {"yaxis": axis, "xaxis": {}, "height": 20 * n}}


def test_twelve_rows_are_as_they_are():
    assert on_paper(rows(12)) is None
    assert on_paper(None) is None


def test_of_more_the_ends_stay_and_the_others_are_counted():
    figure = rows(46)
    paper = on_paper(figure)
    assert paper is not None
    names = paper.figure["layout"]["yaxis"]["ticktext"]
    assert names[:2] == ["row 0", "row 1"]
    assert names[6] == "34 more"
    assert names[-1] == "row 45"
    assert paper.figure["layout"]["height"] < 460
    assert not paper.is_cut
    assert len(figure["data"][0]["x"]) == 46


def test_parts_below_each_other_keep_room_for_their_rows():
    figure = rows(14)
    figure["layout"] |= {"height": 1000, "yaxis2": dict(figure["layout"]["yaxis"])}
    figure["layout"]["yaxis"]["domain"] = [0.6, 1.0]
    figure["layout"]["yaxis2"]["domain"] = [0.0, 0.4]
    paper = on_paper(figure)
    assert paper is not None
    assert paper.figure["layout"]["height"] == 600
    assert len(paper.figure["layout"]["yaxis"]["ticktext"]) == 7  # six, and how many more


def test_of_cells_with_several_lines_the_first_is_printed():
    figure = rows(20)
    texts = {"type": "scatter", "mode": "text", "x": [0] * 20, "y": [*range(20)]}
    figure["data"].append(texts | {"text": ["60%<br>[50, 70]"] * 20})
    paper = on_paper(figure)
    assert paper is not None
    assert paper.is_cut
    assert set(paper.figure["data"][1]["text"]) == {"60%"}


@pytest.mark.parametrize(
    "layout",
    [{"yaxis": None}, {"yaxis": "x"}, {"yaxis": {"range": 5}}, {"yaxis2": [], "height": "x"}],
)
def test_a_figure_that_no_page_made_is_printed_as_it_is(layout):
    figure = rows(46)
    assert on_paper({**figure, "layout": layout}) is None
