"""A figure is drawn with its title and its numbers as its name."""

from __future__ import annotations

from tests.components.drawn import drawn


def _app() -> None:
    import plotly.graph_objects as go

    from components.frame.present import plot

    plot.draw_figure(go.Figure(), key="empty", title="Score by type", says="age 60.0, race 48.5.")


def test_a_figure_has_its_title_and_its_numbers_as_its_name():
    (chart,) = drawn(_app).get("plotly_chart")
    assert chart.proto.alt == "Score by type.\nage 60.0, race 48.5."
