"""The forecast of a cell: larger models and slower measures take longer."""

from __future__ import annotations

from engine.scorecard.columns import column, seconds_of


def test_a_larger_model_takes_longer_and_one_of_unknown_size_as_long_as_the_bundled_one():
    cloze = column("cloze")
    assert seconds_of(cloze, 910_000_000) > seconds_of(cloze, 91_000_000) > 0
    assert seconds_of(cloze, 0) == seconds_of(cloze, 91_000_000)


def test_a_small_model_still_takes_its_time():
    cloze = column("cloze")
    assert seconds_of(cloze, 1) == seconds_of(cloze, 1000) > 0


def test_pairs_take_longer_than_a_cloze():
    assert seconds_of(column("pairs:bundled:cps"), 0) > seconds_of(column("cloze"), 0)
