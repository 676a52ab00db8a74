"""No text of a figure on a stage is small, and none is printed over another."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from components.frame.present.recolour import in_light
from components.frame.present.theme import LIGHT
from components.stage.fitting import fitted, together
from components.stage.fitting.texts import LEAST
from tests.components.stage.fitting.drawn import cells, cloud, dots


def sizes(value: Any) -> list[float]:
    """All sizes of fonts in a figure."""
    found = []
    for key, entry in value.items() if isinstance(value, dict) else enumerate(value):
        if str(key).endswith("font") and isinstance(entry, dict):
            found += entry["size"] if isinstance(entry["size"], list) else [entry["size"]]
        if isinstance(entry, dict | list):
            found += sizes(entry)
    return found


def test_every_size_is_said_and_none_is_small():
    figure = dots(range(5))
    figure["layout"]["xaxis"]["title"] = {"text": "score", "font": {"size": 9}}
    figure["data"][0]["textfont"] = {"size": [8, 20]}
    found = sizes(fitted(figure))
    assert min(found) == LEAST
    assert 20 in found


def test_sizes_within_a_text_and_small_letters_are_left_out():
    figure = dots(range(2), ["<span style='font-size: 9px; color: #5b6270'>a</span>", "b"])
    figure["layout"]["yaxis"]["ticktext"] = [
        "<span style='font-size:9px;color:#000'>a</span>",
        "P<sub>1</sub>",
    ]
    assert fitted(figure)["layout"]["yaxis"]["ticktext"] == [
        "<span style='color:#000'>a</span>",
        "P1",
    ]


def test_cells_of_many_rows_have_one_line():
    text = "<b>42%</b><br>[21, 62]<br>6 × 24"
    assert fitted(cells(4, text))["data"][1]["text"][0] == text
    figure = cells(8, text)
    figure["layout"]["meta"] = {"marks": [{"mark": "text", "text": "each cell: score, 95% CI"}]}
    shown = fitted(figure)
    assert shown["data"][1]["text"][0] == "<b>42%</b>"
    assert shown["layout"]["meta"]["marks"] == []


def test_a_scale_of_colours_has_large_numbers():
    bar = {"colorbar": {"tickfont": {"size": 10}}}
    figure = fitted(in_light(go.Figure(go.Heatmap(z=[[1, 2]], **bar)), LIGHT))
    assert figure["data"][0]["colorbar"]["tickfont"]["size"] == LEAST


def test_names_of_a_cloud_that_collide_are_left_out():
    figure = cloud([0, 50, 51, 100], [0, 50, 50.5, 100], ["low", "midwife", "nurse", "high"])
    (shown,) = together([(fitted(figure), "")])
    named = shown["data"][0]["text"]
    assert named[0] == "low"
    assert named[3] == "high"
    assert sorted(named[1:3])[0] == ""
    assert len([name for name in named[1:3] if name]) == 1


def test_a_heading_above_the_axes_of_cells_has_its_room():
    figure = cells(4)
    heading = {"text": "bits", "x": 1, "xref": "x domain", "y": 1, "yref": "y domain"}
    heading |= {"yanchor": "bottom", "yshift": 8, "showarrow": False}
    figure["layout"]["annotations"] = [heading]
    assert fitted(figure)["layout"]["margin"]["t"] >= 8 + LEAST
