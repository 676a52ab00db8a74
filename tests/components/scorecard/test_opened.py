"""What an opened cell says of the model that it was tested against."""

from __future__ import annotations

import pytest

from components.scorecard import opened
from components.scorecard.grid import Grid
from components.scorecard.opened import _less, _standing
from engine.measures.seat.column import column
from engine.scorecard.table import measure_entry
from tests.components.scorecard.reports import cell, contestant, report


@pytest.mark.parametrize(
    ("other", "difference", "interval"),
    [("c1", 3.0, [1.0, 5.0]), ("c2", -3.0, [-5.0, -1.0])],
)
def test_the_other_model_is_taken_away_whichever_comes_first(other, difference, interval):
    found = {"first": "c1", "second": "c2", "difference": 3.0, "interval": [1.0, 5.0]}
    assert _less(found, other) == (difference, interval)
    assert _less(found | {"interval": None}, other) == (difference, None)


def test_copies_of_a_model_share_their_rank_and_neither_is_the_nearest_alone():
    made = report([contestant(1), contestant(2)])
    for entry in made["cells"]:
        entry |= {"rank": 1, "tier": 1, "tested_against": None}
    grid = Grid(made)
    first = grid.values("seat:gender")[0]
    said = _standing(grid, first, grid.measure("seat:gender"))
    assert said.endswith("the nearest to neutral, a rank that it shares with model 2.")


@pytest.mark.parametrize(("detectable", "said"), [(9.0, True), (3.0, False)])
def test_an_interval_far_inside_what_is_detectable_is_explained(detectable, said):
    made = report([contestant(1), contestant(2)])
    for entry in made["cells"]:
        entry |= {"rank": 1, "tier": 1, "tested_against": "c1"}
    for entry in made["comparisons"]:
        entry |= {"interval": [-1.5, 1.0], "p_holm": 0.4, "detectable": detectable}
    grid = Grid(made)
    (second,) = (one for one in grid.values("seat:gender") if one["contestant"] == "c2")
    text = _standing(grid, second, grid.measure("seat:gender"))
    assert "would detect " in text
    assert ("far inside the detectable difference" in text) is said


def test_the_link_to_heads_has_the_test_its_contexts_and_the_pooling_of_the_cell(monkeypatch):
    linked = {}
    monkeypatch.setattr(
        opened.st, "page_link", lambda path, query_params, **_: linked.update(query_params)
    )
    measure = measure_entry(column("race:mean"))
    found = cell("c2", measure, detail={"pooling": "mean"})
    opened.draw_page_link(found, measure, contestant(2))
    assert linked == {
        "association": "race",
        "sentences_per_word": "10",
        "pooling": "mean",
        "model": "bundled",
        "heads": "2-1",
    }
