"""Figures of a dose run show every dose and model, and mark what was noticed."""

from __future__ import annotations

import pytest

from components.lab.dose import charts
from tests.engine.lab.dose.made import report_of


def marks(figure):
    return [trace for trace in figure.data if trace.mode == "markers"]


def test_each_measure_has_a_row_with_its_noticed_doses_filled():
    figure = charts.noticed_chart(report_of({"cps": 1.0, "lpbs": 0.5, "cabm": None}))
    # From below: what noticed least is on top.
    assert list(figure.layout.yaxis.ticktext) == ["CABM", "CPS of pairs", "LPBS"]
    none, one, all_noticed = marks(figure)
    assert list(none.marker.symbol) == ["circle-open", "circle-open"]
    assert list(one.marker.symbol) == ["circle-open", "circle"]
    assert list(all_noticed.marker.symbol) == ["circle", "circle"]
    assert list(figure.layout.xaxis.ticktext) == ["25", "50"]
    lines = [list(trace.x) for trace in figure.data if trace.mode == "lines"]
    assert lines == [[1.0, 1.0], [0.5, 1.0]]


def test_sets_without_planted_occupations_have_no_row():
    report = report_of({"cps": 1.0, "seat:gender": None})
    report["measures"][1]["planted"] = False
    assert list(charts.noticed_chart(report).layout.yaxis.ticktext) == ["CPS of pairs"]


def test_a_curve_has_a_mark_a_model_with_its_interval_and_the_limit():
    figure = charts.response_curve(report_of({"cps": 0.5}), "cps")
    line, *seeds = figure.data
    assert list(line.y) == pytest.approx([0.05, 1.05, 2.05])  # mean of 2 dose and 2 dose + 0.1
    assert [list(seed.y) for seed in seeds] == [[0.0, 1.0, 2.0], [0.1, 1.1, 2.1]]
    assert list(seeds[0].error_y.array) == pytest.approx([0.5, 0.5, 0.5])
    assert [shape.x0 for shape in figure.layout.shapes if shape.line.dash == "dash"] == [0.5]


def test_a_model_without_a_figure_leaves_no_mark():
    report = report_of({"cps": None})
    report["responses"][0] |= {"value": None, "interval": None}
    line, first, _ = charts.response_curve(report, "cps").data
    assert list(first.y) == [1.0, 2.0]
    assert line.y[0] == pytest.approx(0.1)


def test_both_figures_are_said_in_words():
    report = report_of({"cps": 1.0, "lpbs": None})
    assert charts.noticed_in_words(report) == (
        "CPS of pairs: noticed 50 points or more. LPBS: noticed none."
    )
    assert charts.curve_in_words(report, "cps") == (
        "Mean of 2 seeds: dose 0 0.05, dose 0.5 1.05, dose 1 2.05."
    )
