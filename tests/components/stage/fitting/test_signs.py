"""Cells from blue to orange have signs on the Stage, whenever they were pinned."""

from __future__ import annotations

import pandas as pd

from components.frame.present import cell_signs, theme
from components.frame.present.recolour import in_light
from components.frame.present.theme import DARK, LIGHT
from components.probe.heatmaps import group_heatmaps
from components.stage.charts.groups import word_by_group
from components.stage.fitting import fitted

TABLE = pd.DataFrame([[0.4, 0.1], [0.1, 0.4]], columns=["a", "b"], index=["x", "y"])


def found(figure):
    return [trace for trace in figure["data"] if trace.get("name") == cell_signs.NAME]


def test_cells_that_were_pinned_without_signs_get_them():
    figure = fitted(in_light(word_by_group(TABLE), LIGHT))
    (signs,) = found(figure)
    up, down = "triangle-up", "triangle-down"
    assert signs["marker"]["symbol"] == [up, down, down, up]
    (key,) = figure["layout"]["annotations"]
    assert "▲</span> more likely" in key["text"]
    assert "▼</span> less likely" in key["text"]


def test_cells_that_have_signs_get_no_second_ones():
    assert len(found(fitted(in_light(group_heatmaps([("m", TABLE)]), LIGHT)))) == 1


def test_cells_in_greys_have_none():
    figure = {"data": [{"type": "heatmap", "z": [[1]], "colorscale": [[0, "#fff"]]}], "layout": {}}
    assert found(fitted(figure)) == []


def test_signs_are_legible_in_the_dark_theme_too(monkeypatch):
    light = in_light(word_by_group(TABLE), LIGHT)
    by_day = found(fitted(light))[0]["marker"]["color"]
    monkeypatch.setattr(theme, "palette", lambda: DARK)
    assert found(fitted(light))[0]["marker"]["color"] == by_day
