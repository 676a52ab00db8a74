from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training import loop as batching
from engine.training.loop import batches_of_epoch, endless_batches

lengths = st.lists(st.integers(1, 30), min_size=1, max_size=60)


def pieces_of(sizes):
    return [[7] * size for size in sizes]


PIECES = pieces_of(range(1, 50))


@given(lengths, st.integers(4, 120), st.integers())
def test_every_piece_is_met_once_an_epoch_and_batches_hold_the_budget(sizes, budget, seed):
    pieces = pieces_of(sizes)
    batches = batches_of_epoch(pieces, budget, seed, 0)
    assert sorted(index for batch in batches for index in batch) == list(range(len(pieces)))
    for batch in batches:
        width = max(len(pieces[index]) for index in batch) + 2
        assert len(batch) == 1 or width * len(batch) <= budget


def test_a_piece_is_met_as_often_as_its_share_says():
    shares = [0.0, 0.25, 1.0, 2.0, 1.5]
    epochs = [
        batches_of_epoch(pieces_of([5] * len(shares)), 40, 3, epoch, shares) for epoch in range(400)
    ]
    counts = Counter(index for batches in epochs for batch in batches for index in batch)
    assert (counts[0], counts[2], counts[3]) == (0, 400, 800)
    assert counts[1] == pytest.approx(100, abs=35)
    assert counts[4] == pytest.approx(600, abs=45)
    assert epochs[0] == batches_of_epoch(pieces_of([5] * len(shares)), 40, 3, 0, shares)


def test_pieces_are_met_once_also_beyond_one_window(monkeypatch):
    monkeypatch.setattr(batching, "_WINDOW", 10)
    batches = batches_of_epoch(PIECES, 60, 0, 0)
    assert sorted(index for batch in batches for index in batch) == list(range(len(PIECES)))


def test_a_batch_holds_pieces_of_like_length():
    batches = batches_of_epoch(PIECES, 200, 0, 0)
    real = sum(len(PIECES[index]) + 2 for batch in batches for index in batch)
    padded = sum((max(len(PIECES[index]) for index in batch) + 2) * len(batch) for batch in batches)
    assert real / padded > 0.85


def test_the_order_is_decided_by_seed_and_epoch():
    assert batches_of_epoch(PIECES, 60, 3, 1) == batches_of_epoch(PIECES, 60, 3, 1)
    others = [batches_of_epoch(PIECES, 60, seed, epoch) for seed, epoch in ((3, 0), (3, 1), (4, 0))]
    assert others[0] != others[1] != others[2] != others[0]


@given(st.integers(0, 60))
def test_a_resumed_run_meets_the_batches_of_one_that_was_never_stopped(done):
    pieces = pieces_of(range(1, 13))
    straight = list(islice(endless_batches(pieces, 40, 5, 0), 70))
    assert list(islice(endless_batches(pieces, 40, 5, done), 70 - done)) == straight[done:]


def test_nothing_to_train_on_ends_instead_of_searching_for_ever():
    with pytest.raises(ValueError, match="no pieces"):
        next(endless_batches([], 40, 0, 0))
    with pytest.raises(ValueError, match="no pieces"):
        next(endless_batches(PIECES[:2], 40, 0, 0, [0.0, 0.0]))
