"""A figure is drawn with its title and its numbers as its name."""

from __future__ import annotations

import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.theme import standalone
from tests.components.drawn import drawn


def _app() -> None:
    import plotly.graph_objects as go

    from components.frame.present import plot

    plot.draw_figure(go.Figure(), key="empty", title="Score by type", says="age 60.0, race 48.5.")
    table = go.Figure()
    plot.draw_figure(
        table, key="table", title="Models", says="2 models.", elsewhere="See the table."
    )
    assert plot.said_of(table) == "2 models."  # a pin is not on the page


def test_a_figure_has_its_title_and_its_numbers_as_its_name():
    chart, of_a_table = drawn(_app).get("plotly_chart")
    assert chart.proto.alt == "Score by type.\nage 60.0, race 48.5."
    assert of_a_table.proto.alt == "Models.\n2 models. See the table."


def test_the_key_of_a_figure_is_written_on_a_picture_of_it():
    figure = plot.keyed(go.Figure(), ("dot", "#123456", "clear"), ("text", "", "in <percent>"))
    key = plot.written_key(figure)
    assert key == [
        {"glyph": "●", "colour": "#123456", "text": "clear"},
        {"glyph": "", "colour": "", "text": "in <percent>"},
    ]
    title = standalone(figure, "Title", key).layout.title.text
    assert '<span style="color:#123456">●</span> clear' in title
    assert "in &lt;percent&gt;" in title
    assert plot.written_key(go.Figure()) == plot.written_key(None) == []
