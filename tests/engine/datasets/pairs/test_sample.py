from __future__ import annotations

import pandas as pd
import pytest

from engine.datasets.pairs.sample import stratified_pairs

PAIRS = pd.DataFrame(
    {
        "sent_more": [f"more {number}" for number in range(100)],
        "sent_less": [f"less {number}" for number in range(100)],
        "bias_type": ["gender"] * 60 + ["race"] * 38 + ["age"] + [None],
    }
)


def test_every_type_keeps_its_share_and_none_is_lost():
    sample = stratified_pairs(PAIRS, 20, 0)
    counts = sample["bias_type"].fillna("none").value_counts().to_dict()
    assert counts == {"gender": 12, "race": 8, "age": 1, "none": 1}
    assert sample.index.is_monotonic_increasing
    assert sample.index.is_unique


def test_the_same_seed_draws_the_same_pairs():
    assert stratified_pairs(PAIRS, 20, 1).equals(stratified_pairs(PAIRS, 20, 1))
    assert not stratified_pairs(PAIRS, 20, 1).equals(stratified_pairs(PAIRS, 20, 2))


@pytest.mark.parametrize("size", [100, 500])
def test_a_small_set_is_taken_whole(size):
    assert stratified_pairs(PAIRS, size, 0).equals(PAIRS)


def test_pairs_without_types_are_one_type():
    assert len(stratified_pairs(PAIRS.drop(columns="bias_type"), 10, 0)) == 10
