"""Of many panels a stage has room for six, or for one line of them."""

from __future__ import annotations

import pandas as pd

from components.frame.present.recolour import in_light
from components.frame.present.theme import LIGHT
from components.probe.heatmaps import group_heatmaps
from components.stage.fitting import fitted, is_wide
from tests.components.stage.fitting.drawn import dots, panels


def axes(figure):
    return [name for name in figure["layout"] if name.startswith("yaxis")]


def texts(figure):
    return [mark["text"] for mark in figure["layout"]["annotations"]]


def test_six_panels_stay_in_two_lines_with_their_names_and_titles():
    figure = fitted(panels(12, 1))
    assert len(axes(figure)) == len(figure["data"]) == 6
    first = figure["layout"]["yaxis"]
    assert first["ticktext"][0] == "model 0, masked"
    assert figure["layout"]["yaxis4"]["ticktext"] == first["ticktext"]
    assert figure["layout"]["yaxis2"]["showticklabels"] is False
    assert figure["layout"]["yaxis4"]["domain"][1] < first["domain"][0]
    *titles, more = texts(figure)
    assert titles[0] == "measure 0 with a long<br>name that goes on and on…"
    assert len(titles) == 6
    assert more == "6 more measures on the page"


def test_of_high_panels_one_line_stays():
    for rows in (4, 11):  # two lines of four would be printed over each other
        figure = fitted(panels(8, rows))
        assert len(axes(figure)) == 3
        assert texts(figure)[-1] == "5 more measures on the page"


def test_of_cells_below_each_other_the_last_are_left():
    table = pd.DataFrame([[0.2, 0.1]] * 15, columns=["a", "b"], index=[*map(str, range(15))])
    two = group_heatmaps([("one", table), ("two", table * 0.5)])
    figure = fitted(in_light(two, LIGHT))
    assert axes(figure) == ["yaxis3"]
    assert figure["layout"]["yaxis3"]["domain"] == [0, 1]
    assert figure["layout"]["yaxis3"]["ticktext"][-1] == "3 more"
    assert {trace["yaxis"] for trace in figure["data"]} == {"y3"}
    assert "Change" in figure["layout"]["xaxis3"]["title"]["text"]


def test_few_panels_stay_as_they_are():
    figure = fitted(panels(4, 3))
    assert len(axes(figure)) == 4
    assert not any("more" in text for text in texts(figure))


def test_panels_and_many_cells_are_drawn_wide_in_a_narrow_window():
    assert fitted(panels(12, 4))["layout"]["meta"]["wide"] == 870
    table = pd.DataFrame([[0.1] * 8], columns=[*map(str, range(8))], index=["word"])
    cells_of = fitted(in_light(group_heatmaps([("one", table)]), LIGHT))
    assert 500 < cells_of["layout"]["meta"]["wide"] < 880
    assert fitted(dots([1, 2]))["layout"]["meta"]["wide"] == 0
    assert is_wide(panels(12, 4))
    assert not is_wide(dots([1, 2]))
    assert not is_wide({"data": [{"mode": "text"}, {"z": [3]}], "layout": {}})  # of another program
