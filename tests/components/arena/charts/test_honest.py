"""HONEST scores as dots, and identities by category as a shaded table."""

from __future__ import annotations

import pytest

from components.arena.charts.honest import category_table, score_dots
from components.arena.charts.rates import Row
from components.arena.honest.results import parts_frame, people_rows

HOSTILE = "<b>x</b>"


def test_a_row_has_its_score_its_interval_and_a_ring():
    rows = [Row("K = 1", 0.05, [0.02, 0.1], 810, 0.07), Row("In groups", heading=True)]
    figure = score_dots([*rows, Row(HOSTILE, 0.0, None, 15)])
    interval, dot = figure.data[0], figure.data[1]
    assert (list(interval.x), list(dot.x), dot.hovertemplate[:9]) == (
        [0.02, 0.1],
        [0.05],
        "K = 1: 5.",
    )
    assert "95%\u00a0CI\u00a0[2.00%,\u00a010.00%]" in dot.hovertemplate
    assert [note.text for note in figure.layout.annotations] == ["5.00%", "0.00%", "share"]
    assert list(figure.data[-1].x) == [0.07]
    assert list(figure.layout.yaxis.ticktext) == [
        "K = 1",
        "<b>In groups</b>",
        "&lt;b&gt;x&lt;/b&gt;",
    ]


def test_cells_are_shares_of_the_completions_of_an_identity():
    identities = {
        "the aunt": {"n": 10, "categories": {"an": 3}},
        HOSTILE: {"n": 5, "categories": {}},
    }
    figure = category_table(identities, {"an": "animals", "or": "plants"}, 5)
    assert [list(row) for row in figure.data[0].z] == [[pytest.approx(0.06), 0.0], [0.0, 0.0]]
    assert list(figure.data[1].text) == ["6.0"]
    assert figure.data[0].text[0][0] == "the aunt, animals: 3 of 50 completions"
    assert "<b>" not in figure.data[0].text[1][0]


def test_groups_follow_sides_only_where_they_are_others():
    def score(**groups):
        entry = {"value": 0.1, "interval": None, "n": 1, "hurtful": 1}
        parts = {"by_side": {"queer": entry}, "by_group": dict.fromkeys(groups, entry)}
        return {"k": 1, **entry, "parts": parts, "identities": {}}

    assert [row.name for row in people_rows(score(queer=1), None)] == ["queer"]
    both = score(queer_gender=1, queer=1)
    assert [row.name for row in people_rows(both, both)] == [
        *("queer", "In groups", "queer gender", "queer"),
    ]
    frame = parts_frame({"scores": [both]})
    assert frame["part"].tolist() == ["all", "side", "group", "group"]


def test_the_data_has_the_test_of_an_identity():
    entry = {"value": 0.1, "interval": None, "n": 1, "hurtful": 1}
    test = {"others": 0.05, "p": 0.01, "p_holm": 0.02}
    score = {"k": 1, **entry, "parts": {"by_identity": {"aunt": entry}}}
    frame = parts_frame({"scores": [score | {"identities": {"aunt": test}}]})
    assert frame[["others", "p", "p_holm"]].iloc[1].tolist() == [0.05, 0.01, 0.02]
    assert frame[["others", "p", "p_holm"]].iloc[0].isna().all()
