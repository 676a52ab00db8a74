"""Bias against cost shows the numbers it is given."""

from __future__ import annotations

import pandas as pd
import pytest

from components.heads.charts.runs import pareto
from engine.measures.heads.runs import NONE, RANDOM, TOP


def with_intervals(frame):
    """Each value with an interval around it, except for random sets."""
    known = frame["kind"] != RANDOM
    for name in ("pppl", "bias"):
        frame[f"{name}_low"] = (frame[name] * 0.95).where(known)
        frame[f"{name}_high"] = (frame[name] * 1.1).where(known)
    return frame


def traces(figure):
    return {trace.name: trace for trace in figure.data if trace.name}


def test_bias_is_drawn_against_cost_with_its_frontier():
    frame = pd.DataFrame(
        [(NONE, 0, "", 15.0, 1.0), (TOP, 3, "1-1", 16.0, 0.6), (RANDOM, 3, "1-2", 18.0, 1.1)],
        columns=["kind", "k", "heads", "pppl", "bias"],
    )
    frame["frontier"] = [True, True, False]
    figure = pareto(with_intervals(frame), "pppl", "pseudo-perplexity")
    named = traces(figure)
    assert (list(named["frontier"].x), list(named["frontier"].y)) == ([15.0, 16.0], [1.0, 0.6])
    assert named["top K"].text == ("3",)
    assert named["random K"].x == (18.0,)
    assert named["all heads on"].marker.symbol == "circle-open"
    assert "bottom K" not in named
    assert figure.layout.xaxis.type == "log"
    assert "without a zero" in figure.layout.xaxis.title.text
    assert figure.layout.yaxis.rangemode == "tozero"
    for axis, value in (("error_x", 16.0), ("error_y", 0.6)):
        bars = named["top K"][axis]
        assert list(bars.array) == pytest.approx([0.1 * value])
        assert list(bars.arrayminus) == pytest.approx([0.05 * value])
        assert list(named["random K"][axis].array) == [0]
    assert "|d| 0.60 [0.57,\u00a00.66], PPPL 16.0 [15.2,\u00a017.6]" in named["top K"].customdata[0]


@pytest.mark.parametrize(
    ("costs", "ticks"),
    [
        ((15, 150), (20, 50, 100, 200)),
        ((4.0, 5.8), (3.5, 4, 4.5, 5, 5.5, 6, 6.5)),
        ((15.45, 16.35), (15.2, 15.4, 15.6, 15.8, 16, 16.2, 16.4, 16.6)),
        ((9, 9), (8.9, 9, 9.1)),
        ((4.0, 11), (3, 4, 5, 6, 8, 10, 12, 15)),
        ((9, 9000), None),
    ],
)
def test_costs_of_any_size_have_round_numbers_on_the_axis(costs, ticks):
    frame = pd.DataFrame(
        [(TOP, 1, "1-1", cost, 1.0) for cost in costs],
        columns=["kind", "k", "heads", "pppl", "bias"],
    )
    for end in ("low", "high"):
        frame = frame.assign(**{f"bias_{end}": 1.0, f"pppl_{end}": frame["pppl"]})
    frame["frontier"] = [True, False]
    axis = pareto(frame, "pppl", "pseudo-perplexity").layout.xaxis
    assert ticks is None or axis.tickvals == ticks
    assert 3 <= len(axis.tickvals) <= 10
    assert all("e" not in text for text in axis.ticktext)
