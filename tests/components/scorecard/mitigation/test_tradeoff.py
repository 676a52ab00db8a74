"""Bias against cost: one mark an intervention, the cloud of random ones, and the front."""

from __future__ import annotations

import pytest

from components.frame.present.theme import LIGHT
from components.scorecard.mitigation.tradeoff import short_name, tradeoff
from tests.engine.mitigation.by_hand import LEAN, LOSS, table

BEFORE = [1.0, 1.2, 0.8, 1.1, 0.9, 1.3, 0.7, 1.0]


def drawn(cloud=None):
    lower = [one - 0.6 - 0.01 * at for at, one in enumerate(BEFORE)]
    rows = {"original": [BEFORE, BEFORE], "heads": [lower, BEFORE], "leace": "No fit."}
    return tradeoff(table(rows, columns=(LEAN, LOSS), drawn=cloud), "lean", "loss")


def test_every_measured_row_is_a_named_mark():
    figure = drawn()
    named = {trace.text[0]: trace for trace in figure.data if trace.text}
    assert set(named) == {"original", "heads masked"}
    assert named["original"].marker.symbol == "diamond"
    assert named["heads masked"].marker.color == LIGHT.away
    assert named["heads masked"].y[0] == pytest.approx(0.365)
    assert named["heads masked"].x[0] == pytest.approx(1.0)


def test_random_controls_are_a_grey_cloud_behind():
    figure = drawn({("heads", "lean"): [0.9, -0.8, None], ("heads", "loss"): [1.0, 1.1, 1.2]})
    cloud = figure.data[0]
    assert cloud.marker.color == LIGHT.pale
    assert list(cloud.y) == [0.9, 0.8]
    assert list(cloud.x) == [1.0, 1.1]
    assert "random heads" in cloud.customdata[0]


def test_the_front_leaves_out_what_another_beats():
    (front,) = (trace for trace in drawn().data if trace.mode == "lines")
    assert list(front.y) == [pytest.approx(0.365)]


def test_names_beside_marks_are_short():
    assert short_name("steer:0.25") == "steered 0.25"
    assert short_name("sentence-debias") == "SentenceDebias"
