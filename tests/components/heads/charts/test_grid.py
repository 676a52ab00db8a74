"""Figures of head scores show the numbers they are given."""

from __future__ import annotations

import pandas as pd
import pytest

from components.frame.present.theme import LIGHT
from components.heads.charts.distribution import gradient_against_ablation, score_histogram
from components.heads.charts.grid import score_maps
from engine.core.spec import HeadRef

HOSTILE = "<b>&</b>"
ESCAPED = "&lt;b&gt;&amp;&lt;/b&gt;"
HEADS = pd.DataFrame(
    {
        "name": ["1-1", "1-2", "2-1", "2-2"],
        "bias_score": [0.04, -0.02, 0.01, 0.0],
        "ablation": [0.03, -0.02, -0.01, 0.0],
    }
)
FIRST = [[0.04, -0.02], [0.01, 0.0]]
SECOND = [[-0.08, 0.02], [None, 0.0]]


def test_every_head_stands_on_its_side_of_zero_and_has_its_tick():
    above, above_ticks, below, below_ticks = score_histogram(HEADS).data
    assert list(above.x) == [0.04, 0.01]
    assert list(below.x) == [-0.02, 0.0]
    assert (above.marker.color, below.marker.color) == (LIGHT.ink, LIGHT.middle)
    assert below.marker.line.color == LIGHT.ink
    assert list(above_ticks.customdata) == ["1-1: +0.0400", "2-1: +0.0100"]
    assert list(below_ticks.x) == [-0.02, 0.0]


def test_bars_meet_at_zero_and_hold_both_ends():
    bar = score_histogram(HEADS).data[0]
    edges = [bar.xbins.start + number * bar.xbins.size for number in range(31)]
    assert min(abs(edge) for edge in edges) == pytest.approx(0, abs=1e-12)
    assert edges[0] == pytest.approx(-0.04)
    assert bar.xbins.end >= 0.04 + bar.xbins.size


def test_scores_that_are_all_zero_are_still_drawn():
    figure = score_histogram(HEADS.assign(bias_score=0.0))
    assert len(figure.data[2].x) == 4


def test_the_line_of_agreement_runs_through_all_points():
    masked = HEADS.assign(masked=HEADS["name"] == "2-1")
    line, points = gradient_against_ablation(masked).data
    assert list(line.x) == list(line.y) == [-0.02, 0.04]
    assert list(points.x) == list(HEADS["bias_score"])
    assert list(points.y) == list(HEADS["ablation"])
    assert points.marker.symbol == ("circle", "circle", "x", "circle")
    assert points.marker.color == (LIGHT.toward, LIGHT.away, LIGHT.away, LIGHT.ink)


def test_two_models_have_one_scale_of_greys_and_outlines_below_zero():
    figure = score_maps([("a", FIRST), ("b", SECOND)], [HeadRef(1, 0)])
    first, second = (trace for trace in figure.data if trace.type == "heatmap")
    assert (first.zmin, first.zmax) == (second.zmin, second.zmax) == (0.0, 0.08)
    assert first.colorscale == second.colorscale == ((0.0, LIGHT.middle), (1.0, LIGHT.ink))
    assert "outlined: below" in first.colorbar.title.text
    assert second.z[1][0] is None
    *outlines, crosses = (trace for trace in figure.data if trace.type == "scatter")
    assert [(trace.x, trace.y) for trace in outlines] == [((2,), (1,)), ((1,), (1,))]
    assert outlines[1].marker.color == (LIGHT.ink,)  # the furthest from zero
    assert (crosses.x, crosses.y) == ((1,), (2,))


def test_measured_scores_have_the_two_colours():
    (cells,) = score_maps([("a", FIRST)], [], estimate=False).data
    assert (cells.zmin, cells.zmax) == (-0.04, 0.04)
    assert [colour for _, colour in cells.colorscale] == [LIGHT.away, LIGHT.middle, LIGHT.toward]


def test_scores_that_are_all_zero_have_a_scale_and_no_outline():
    cells, outlines = score_maps([("a", [[0.0]])], []).data
    assert cells.zmax > 0
    assert not outlines.x


def test_layers_run_down_and_names_are_never_markup():
    figure = score_maps([(HOSTILE, FIRST)], [])
    assert figure.layout.yaxis.range == (2.5, 0.5)
    assert figure.layout.xaxis.title.text.startswith(f"<b>{ESCAPED}</b>")


def test_axes_end_with_the_heads_that_there_are():
    figure = score_maps([("a", [[0.1] * 12] * 24)], [])
    assert figure.layout.xaxis.range == (0.5, 12.5)
    assert figure.layout.xaxis.tickvals == tuple(range(1, 13))
    assert figure.layout.yaxis.tickvals == (1, 4, 8, 12, 16, 20, 24)


def test_without_its_scale_the_key_says_where_it_ends():
    (shown, hidden) = (score_maps([("a", FIRST)], [], scale=scale) for scale in (True, False))
    assert shown.data[0].showscale
    assert not hidden.data[0].showscale
    assert hidden.layout.meta["marks"][-1]["text"] == "darkest: 0.04 from 0"
    assert shown.layout.meta["marks"] == hidden.layout.meta["marks"][:-1]
