"""A stratified sample of pairs."""

from __future__ import annotations

import pandas as pd

from engine.datasets.pair_sample import stratified_sample
from engine.datasets.pair_sets import load_pairs

PAIRS = pd.DataFrame({"bias_type": ["gender"] * 40 + ["age"] * 20, "sent_more": range(60)})


def test_every_type_keeps_its_proportion():
    counts = stratified_sample(PAIRS, 30)["bias_type"].value_counts().to_dict()
    assert counts == {"gender": 20, "age": 10}


def test_the_same_seed_draws_the_same_pairs_in_the_order_of_the_source():
    first, again, other = (stratified_sample(PAIRS, 15, seed).index.tolist() for seed in (1, 1, 2))
    assert first == again == sorted(first)
    assert first != other


def test_a_set_that_is_small_already_is_taken_whole():
    assert stratified_sample(PAIRS, 60) is PAIRS


def test_the_bundled_pairs_give_every_type_its_part():
    pairs = load_pairs("bundled")
    counts = stratified_sample(pairs, 72)["bias_type"].value_counts()
    assert set(counts.index) == set(pairs["bias_type"])
    assert counts.max() - counts.min() <= 1
