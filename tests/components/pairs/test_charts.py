"""Figures of the Pairs page show the numbers they are given, and text as text."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from components.frame.present.theme import LIGHT
from components.pairs.charts.differences import difference_histogram, two_specs
from components.pairs.charts.shares import by_type
from components.pairs.charts.waterfall import waterfall
from engine.measures.pairs.distance import FURTHER, NEARER
from engine.measures.pairs.verdict import AWAY, TOWARD, UNCLEAR

HOSTILE = "<b>&amp;</b>"
ESCAPED = "&lt;b&gt;&amp;amp;&lt;/b&gt;"


def entry(name: str, score: float, n: int = 23, verdict: str = UNCLEAR) -> dict:
    interval = [score - 5, score + 5]
    return {"bias_type": name, "n": n, "score": score, "interval": interval, "verdict": verdict}


def test_each_type_has_its_dot_its_interval_and_the_colour_of_a_clear_side():
    figure = by_type(
        [entry("age", 70, verdict=TOWARD), entry("gender", 40, verdict=AWAY), entry("race", 60)]
    )
    dots = [trace for trace in figure.data if trace.mode == "markers" and len(trace.x)]
    assert [trace.x[0] for trace in dots] == [70, 40, 60]
    assert [trace.marker.color for trace in dots] == [LIGHT.toward, LIGHT.away, LIGHT.ink]
    lines = [trace for trace in figure.data if trace.mode == "lines"]
    assert [tuple(trace.x) for trace in lines] == [(65, 75), (35, 45), (55, 65)]


def test_a_type_of_few_word_pairs_has_a_dot_with_its_score_and_no_line():
    few = {**entry("age", 60, n=34), "interval": None, "word_pairs": 5}
    figure = by_type([few])
    line, dot, said = figure.data[:3]
    assert (tuple(line.x), said.x, said.text) == ((60, 60), (60,), ("60%, no CI",))
    assert "too few word pairs for an interval" in dot.hovertemplate


def test_a_score_without_an_interval_stands_beyond_the_ring_of_the_other_model():
    few = {**entry("age", 56, n=34), "interval": None, "word_pairs": 5}
    ends = [by_type([few], [entry("age", ring)]).data[2].x for ring in (62, 50)]
    assert ends == [(62,), (56,)]


def test_rings_and_outlines_are_named_by_their_model_in_the_key():
    shares = by_type([entry("age", 60)], [entry("age", 62)], None, "all heads on")
    frame = pd.DataFrame({"difference": [1.0], "prefers_stereotype": [True], "tie": [False]})
    bars = difference_histogram(frame, frame, "a" * 50)
    for figure, name in ((shares, "all heads on"), (bars, f"{'a' * 39}…")):
        assert name in [mark["text"] for mark in figure.layout.meta["marks"]]


def test_what_is_written_after_a_row_keeps_clear_of_its_last_mark_in_pixels():
    few = {**entry("age", 60, n=34), "interval": None, "word_pairs": 5}
    figure = by_type([few, entry("gender", 60)], [entry("age", 62)])
    texts = [trace for trace in figure.data if trace.mode == "markers+text"]
    assert [trace.x for trace in texts] == [(62,), (65,)]
    rings = next(trace for trace in figure.data if trace.marker.symbol == "circle-open")
    for trace in texts:
        assert trace.marker.opacity == 0
        assert trace.marker.size > rings.marker.size


def test_a_type_of_few_pairs_says_that_it_has_no_interval_beside_its_count():
    few = {**entry("age", 75, n=8), "interval": None, "word_pairs": 4}
    said = by_type([few, entry("religion", 50, n=2)]).data[2]
    assert said.text[0] == "6 of 8, no CI"


def test_the_other_models_scores_stand_in_the_same_rows():
    figure = by_type(
        [entry("age", 70), entry("gender", 40)],
        [entry("gender", 55), entry("age", 60), entry("gone", 1)],
    )
    (rings,) = (trace for trace in figure.data if trace.marker.symbol == "circle-open")
    assert list(zip(rings.x, rings.y, strict=True)) == [(55, 1), (60, 0)]


def test_a_type_is_a_label_and_a_long_one_leaves_room_in_a_row_of_its_own():
    figure = by_type([entry(HOSTILE, 60), entry("a" * 80 + "1", 60), entry("a" * 80 + "2", 60)])
    long = f"{'a' * 25}…  23"
    assert list(figure.layout.yaxis.ticktext) == [f"{ESCAPED}  23", long, long]
    assert list(figure.layout.yaxis.tickvals) == [0, 1, 2]


def differences(*values: float) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "difference": values,
            "prefers_stereotype": [value > 0 for value in values],
            "tie": [value == 0 for value in values],
        }
    )


def test_every_difference_is_counted_once_the_tails_in_the_last_bars():
    toward, away, ties = difference_histogram(differences(0.5, -0.5, 0.0, 400.0, math.nan)).data
    assert [sum(part.y) for part in (toward, away, ties)] == [2, 1, 1]
    assert toward.y[-1] == 1
    colours = [part.marker.color for part in (toward, away, ties)]
    assert colours == [LIGHT.toward, LIGHT.away, LIGHT.ink]
    assert all(sum(bar.y) == 0 for bar in difference_histogram(differences()).data)


def test_bars_on_either_side_of_nothing_hold_one_side_only():
    toward, away, _ = difference_histogram(differences(*[n / 7 for n in range(-70, 71)])).data
    assert all(x > 0 for x, n in zip(toward.x, toward.y, strict=True) if n)
    assert all(x < 0 for x, n in zip(away.x, away.y, strict=True) if n)


def test_small_differences_fill_the_figure_too():
    toward, *_ = difference_histogram(differences(*[n / 1e5 for n in range(1, 100)])).data
    assert sum(n > 0 for n in toward.y) == 20


def test_the_other_models_differences_are_an_outline_over_the_same_bars():
    *bars, outline = difference_histogram(differences(1.0), differences(-1.0, 2.0)).data
    assert sum(outline.y[:-1]) == 2
    assert len(outline.x) == len(bars[0].x) + 1


def test_the_waterfall_adds_up_in_reading_order_under_a_shared_axis():
    parts = pd.DataFrame({"text": [HOSTILE, "b" * 80], "difference": [1.0, -0.25]})
    figure = waterfall(parts, "total", (-1.0, 2.0))
    (trace,) = figure.data
    assert list(trace.y) == [1.0, -0.25, 0]
    assert list(trace.measure) == ["relative", "relative", "total"]
    assert list(figure.layout.xaxis.ticktext) == [ESCAPED, f"{'b' * 25}…", "total"]
    assert tuple(figure.layout.yaxis.range) == (-1.0, 2.0)


def test_a_pair_that_changes_side_has_the_colour_of_its_new_side():
    frame = pd.DataFrame(
        {
            "difference_first": [1.0, -1.0, 1.0],
            "difference_second": [1.0, 1.0, -1.0],
            "flip": ["", "toward", "away"],
            "sent_more": [HOSTILE, "b", "c"],
        }
    )
    same, toward, away = two_specs(frame, HOSTILE, "second").data
    assert same.text == (ESCAPED,)
    assert [(trace.x[0], trace.y[0]) for trace in (toward, away)] == [(-1.0, 1.0), (1.0, -1.0)]
    assert [trace.marker.color for trace in (toward, away)] == [LIGHT.toward, LIGHT.away]


@pytest.mark.parametrize(("rows", "height"), [(3, 3 * 31 + 40), (10, 350), (16, 376), (40, 840)])
def test_the_figure_grows_with_its_types_and_ten_rows_fit_a_first_screen(rows, height):
    figure = by_type([entry(str(number), 60) for number in range(rows)])
    assert figure.layout.height == height
    figure = by_type([entry("age", 60)])
    assert list(figure.layout.xaxis.tickvals) == [0, 50, 100]
    assert figure.layout.height >= 120
    assert figure.layout.minreducedwidth >= 120


def test_beside_another_model_colour_is_a_clear_change_of_distance_not_the_side():
    rows = [entry("a", 42.6, verdict=AWAY), entry("b", 52), entry("c", 70, verdict=TOWARD)]
    figure = by_type(
        rows, [entry("a", 55.7), entry("b", 60), entry("c", 60)], {"a": FURTHER, "b": NEARER}
    )
    dots = [trace for trace in figure.data if trace.mode == "markers"]
    assert [trace.marker.color for trace in dots[:3]] == [LIGHT.toward, LIGHT.away, LIGHT.ink]


def test_a_share_of_few_pairs_is_a_grey_count():
    figure = by_type([entry("age", 100, n=2)])
    _, dot, said, _ = figure.data
    assert said.text == ("2 of 2",)
    assert dot.marker.color == LIGHT.muted
