"""Printed figures of a page's measure, with what differs."""

from __future__ import annotations

from components.frame.widgets.result import figures_table
from engine.scorecard.published import published_parts
from tests.components.drawn import drawn


def test_figures_have_their_source_and_what_differs():
    frame = figures_table(published_parts("gest:gest:0"))
    (row,) = frame.to_dict("records")
    assert (row["Published"], row["Low"], row["High"]) == (1.24, 1.21, 1.27)
    assert row["Source"] == "Pikuliak et al. 2024"
    assert "n" not in frame, "the paper prints none"
    pairs = figures_table(published_parts("pairs:crows-pairs:cps"))
    assert "Low" not in pairs
    assert set(pairs["n"]) == {1508, 1290, 218}
    assert "Sign" not in pairs
    assert set(figures_table(published_parts("seat:gender"))["Sign"]) == {"not printed"}


def test_nothing_is_drawn_of_a_measure_that_no_paper_printed():
    def page():
        from components.frame.widgets import result as published_figures

        published_figures.draw_published_figures("pairs:bundled:cps")
        published_figures.draw_published_figures("seat:gender", "lpbs:career-family")

    shown = drawn(page)
    assert [box.label for box in shown.expander] == ["Published figures"]
    assert "Bias A-head?" in shown.dataframe[0].value["Source"].iloc[0]
