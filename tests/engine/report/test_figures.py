"""Figures of a report: few rows on paper, with how many are left out, and all of them on screen."""

from __future__ import annotations

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
    names = paper["layout"]["yaxis"]["ticktext"]
    assert names[:2] == ["row 0", "row 1"]
    assert names[6] == "34 more"
    assert names[-1] == "row 45"
    assert paper["layout"]["height"] < 460
    assert len(figure["data"][0]["x"]) == 46
