"""Figures of the Lab show every entry, and nothing that was not measured."""

from __future__ import annotations

import pytest

from components.lab import charts

CURVES = {
    "biased": [
        {"step": 1, "loss": 4.0},
        {"step": 1, "validation": 2.0},
        {"step": 2, "loss": 2.0},
    ],
    "balanced": [],
}


def test_the_loss_is_a_mean_over_the_steps_before_and_leaves_out_what_has_not_begun():
    (line,) = charts.training_loss(CURVES, 10).data
    assert (line.name, list(line.x), list(line.y)) == ("biased", [1, 2], [4.0, 3.0])


def test_the_smoothing_looks_back_fifteen_steps():
    curve = [{"step": step, "loss": 0.0 if step <= 15 else 15.0} for step in range(1, 17)]
    (line,) = charts.training_loss({"biased": curve}, 16).data
    assert line.y[-1] == pytest.approx(1.0)


def test_held_out_surprise_stands_above_the_least_there_can_be():
    figure = charts.held_out_loss(CURVES, {"biased": 0.5, "balanced": 0.69}, 10)
    (line,) = figure.data
    assert (list(line.x), list(line.y)) == ([1], [2.0])
    assert [shape.y0 for shape in figure.layout.shapes] == [0.5]


def test_a_probability_is_drawn_with_its_diagonal_and_others_on_their_shared_axis():
    rows = [
        {"occupation": "a <b>", "planted": 0.1, "value": 0.2},
        {"occupation": "c", "planted": 0.9, "value": 0.8},
    ]
    figure = charts.against_planted(rows, "biased", "P(he)", True)
    diagonal, marks = figure.data
    assert (list(diagonal.x), list(diagonal.y)) == ([0, 1], [0, 1])
    assert (list(marks.x), list(marks.y)) == ([0.1, 0.9], [0.2, 0.8])
    assert marks.customdata[0][0] == "a &lt;b&gt;"
    other = charts.against_planted(rows, "biased", "CPS", False, (-2.0, 2.0))
    assert len(other.data) == 1
    low, high = other.layout.yaxis.range
    assert low < -2.0
    assert high > 2.0


def test_names_that_would_lie_on_each_other_are_left_to_hovering():
    rows = [
        {"occupation": name, "planted": planted, "value": value}
        for name, planted, value in (("near", 0.50, 0.50), ("far", 0.95, 0.9), ("one", 0.52, 0.51))
    ]
    marks = charts.against_planted(rows, "biased", "P(he)", True).data[1]
    assert list(marks.text) == ["", "far", "one"]
    assert list(marks.textposition) == ["top center", "top left", "top center"]


def test_a_figure_without_rows_can_be_drawn():
    assert list(charts.against_planted([], "original", "CPS", False).data[0].x) == []


def test_recovery_leaves_out_what_was_not_measured_and_what_is_undefined():
    recovery = {
        "unmasking": {
            "biased": {"rho": 0.9, "interval": [0.8, 0.95], "n": 9},
            "balanced": {"rho": None, "interval": None, "n": 9},
        },
        "cps": {"biased": {"rho": None, "n": 0}, "balanced": {"rho": None, "n": 0}},
    }
    figure = charts.recovery_chart(recovery, {"unmasking": "pronoun probability", "cps": "CPS"})
    assert list(figure.layout.yaxis.ticktext) == ["pronoun probability"]
    points = {trace.name: list(trace.x) for trace in figure.data if trace.name}
    assert points == {"biased": [0.9], "balanced": []}
    (line,) = [trace for trace in figure.data if trace.mode == "lines"]
    assert list(line.x) == [0.8, 0.95]
