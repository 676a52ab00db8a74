"""What marks and colours mean is said above a figure."""

from __future__ import annotations

import plotly.graph_objects as go

from components.frame.present.recolour import in_light
from components.frame.present.theme import LIGHT, ring
from components.stage.fitting import fitted
from tests.components.stage.fitting.drawn import dots, words


def key(figure):
    return fitted(figure)["layout"]["meta"]["marks"]


def test_a_legend_becomes_a_key():
    figure = go.Figure(
        go.Bar(x=[1], y=[1], name="a &lt;b&gt; <i>c</i>", marker={"color": "#000000"})
    )
    figure.add_trace(go.Scatter(x=[1], y=[1], mode="markers", name="before", marker=ring()))
    line = {"dash": "dot", "color": "#111111"}
    figure.add_trace(go.Scatter(x=[1], y=[1], mode="lines", name="none", line=line))
    figure.add_trace(go.Scatter(x=[1], y=[1], mode="lines", name="not said", showlegend=False))
    figure.update_layout(showlegend=True)
    shown = in_light(figure, LIGHT)
    assert [(entry["mark"], entry["text"]) for entry in key(shown)] == [
        ("square", "a <b> c"),
        ("ring", "before"),
        ("dotted", "none"),
    ]
    assert fitted(shown)["layout"]["showlegend"] is False


def test_a_chart_may_have_its_own_key():
    own = [{"mark": "cross", "colour": "#40454f", "text": "switched off"}]
    wrong = [{"mark": "img", "text": "x"}, "y"]
    figure = dots(range(3), meta={"says": "…", "marks": [*own, *wrong]})
    assert key(figure) == own


def test_a_line_through_the_only_dot_of_a_row_is_an_interval():
    assert [entry["text"] for entry in key(dots(range(3)))] == ["95% confidence interval"]
    assert key(words([0.5])) == []
    two = dots(range(3))
    two["data"].append({"type": "scatter", "mode": "markers", "x": [9, 9, 9], "y": [0, 1, 2]})
    assert key(two) == []


def test_a_bar_of_colours_is_said_in_the_key():
    bar = {"title": {"text": "Bias score (estimate). filled: above 0"}, "orientation": "h"}
    figure = go.Figure(go.Heatmap(z=[[0.1]], zmin=0, zmax=0.1, colorbar=bar))
    shown = in_light(figure, LIGHT)
    assert [entry["text"] for entry in key(shown)] == ["Bias score (estimate); darkest: 0.1"]
    assert fitted(shown)["data"][0]["showscale"] is False
    both = go.Figure(go.Heatmap(z=[[0.1]], zmin=-0.1, zmax=0.1))
    assert [entry["text"] for entry in key(in_light(both, LIGHT))] == ["full colour: 0.1"]
