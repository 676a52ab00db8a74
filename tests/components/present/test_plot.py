"""A figure is drawn with its title and its numbers as its name."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def _app() -> None:
    import plotly.graph_objects as go

    from components.present import plot

    plot.draw(go.Figure(), key="empty", title="Score by type", says="age 60.0, race 48.5.")


def test_a_figure_has_its_title_and_its_numbers_as_its_name():
    chart = AppTest.from_function(_app).run().get("plotly_chart")[0]
    assert chart.proto.alt == "Score by type.\nage 60.0, race 48.5."
