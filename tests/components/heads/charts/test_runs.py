"""Figures of masked sets of heads show the numbers they are given."""

from __future__ import annotations

import pandas as pd
import pytest

from components.frame.present.theme import LIGHT
from components.heads.charts.runs import CURRENT, curve, position
from engine.measures.heads.runs import BOTTOM, NONE, POSITIVE, RANDOM, TOP


def rows(*entries: tuple[str, int, float]) -> pd.DataFrame:
    frame = pd.DataFrame(entries, columns=["kind", "k", "value"])
    frame["low"], frame["high"] = frame["value"] - 0.2, frame["value"] + 0.1
    frame["heads"] = ["1-1" if k else "" for k in frame["k"]]
    frame["p_holm"] = [0.01 if kind == TOP else 0.2 if kind == BOTTOM else None
                       for kind in frame["kind"]]  # fmt: skip
    return frame


ALL = rows(
    (NONE, 0, 1.0), (TOP, 3, 0.6), (TOP, 1, 0.8), (BOTTOM, 1, 1.2), (POSITIVE, 5, 0.5),
    (RANDOM, 1, 0.9), (RANDOM, 1, 1.3), (RANDOM, 3, 1.0), (CURRENT, 2, 0.7),
)  # fmt: skip


def traces(figure):
    return {trace.name: trace for trace in figure.data if trace.name}


def test_chosen_sets_are_lines_that_start_at_no_mask():
    named = traces(curve(ALL, "SEAT |d|", 0.0, 2))
    top = named["top K"]
    assert list(top.y) == [1.0, 0.8, 0.6]
    assert list(top.x) == pytest.approx([position(k) for k in (0, 1, 3)], abs=0.05)
    assert (top.line.color, top.line.dash) == (LIGHT.ink, "solid")
    assert (named["bottom K"].line.color, named["bottom K"].line.dash) == (LIGHT.ink, "dash")
    assert list(named["bottom K"].y) == [1.0, 1.2]
    assert named["all biased"].y == (0.5,)
    assert named["switched off now"].x == (pytest.approx(position(2)),)


def test_intervals_are_whiskers_and_missing_ones_are_none():
    frame = ALL.assign(low=ALL["low"].where(ALL["k"] != 3), high=ALL["high"].where(ALL["k"] != 3))
    top = traces(curve(frame, "SEAT |d|", 0.0, 2))["top K"]
    assert list(top.error_y.array) == pytest.approx([0.1, 0.1, 0.0])
    assert list(top.error_y.arrayminus) == pytest.approx([0.2, 0.2, 0.0])
    assert "95% CI [0.60, 0.90]" in top.customdata[1].replace("\u00a0", " ")
    assert "95%" not in top.customdata[2]


def test_random_sets_are_a_mean_within_their_range():
    figure = curve(ALL, "SEAT |d|", 0.0, 2)
    mean = traces(figure)["random K: mean, range of 2 sets"]
    assert list(mean.y) == pytest.approx([1.0, 1.1, 1.0])
    low, high = (trace for trace in figure.data if trace.line.width == 0)
    assert list(low.y) == pytest.approx([1.0, 0.9, 1.0])
    assert list(high.y) == pytest.approx([1.0, 1.3, 1.0])
    assert "random K, 1: mean of 2 sets 1.10" in mean.customdata[1]


def test_marks_are_filled_where_a_set_clearly_changes_the_metric():
    named = traces(curve(ALL, "SEAT |d|", 0.0, 2))
    assert list(named["top K"].marker.symbol) == ["triangle-up"] * 3
    symbols = ["triangle-down", "triangle-down-open"]  # first: no mask
    assert list(named["bottom K"].marker.symbol) == symbols
    assert "p = .200 after Holm" in named["bottom K"].customdata[1]
    assert "after Holm" not in named["bottom K"].customdata[0]


def test_every_size_has_its_number_and_the_axis_of_a_metric_begins_at_zero():
    assert curve(ALL, "SEAT |d|", 0.0, 2).layout.yaxis.rangemode == "tozero"
    axis = curve(ALL, "<b>d</b>", None, 2).layout.xaxis
    assert axis.ticktext == ("0", "1", "2", "3", "5")
    assert list(axis.tickvals) == sorted(axis.tickvals)
    assert curve(ALL, "<b>d</b>", None, 2).layout.yaxis.title.text == "&lt;b&gt;d&lt;/b&gt;"


def test_a_curve_can_be_drawn_before_all_is_measured():
    assert set(traces(curve(rows((NONE, 0, 1.0)), "SEAT |d|", 0.0, 2))) == set()
    early = rows((TOP, 1, 0.8))  # not even the unmasked model yet
    assert list(traces(curve(early, "SEAT |d|", 0.0, 2))["top K"].y) == [0.8]
