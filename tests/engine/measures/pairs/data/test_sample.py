from __future__ import annotations

import pandas as pd
import pytest

from engine.measures.pairs.data.sample import stratified_pairs
from engine.measures.pairs.data.sets import load_pairs

TYPES = ["gender"] * 60 + ["race"] * 38 + ["age"] + [None]
PAIRS = pd.DataFrame(
    {
        "sent_more": [f"more {number}" for number in range(100)],
        "sent_less": [f"less {number}" for number in range(100)],
        "stereo_antistereo": ["stereo", "antistereo"] * 50,
        "bias_type": TYPES,
    }
)


def counts(sample: pd.DataFrame, column: str = "bias_type") -> dict[str, int]:
    return sample[column].fillna("none").value_counts().to_dict()


def test_every_type_keeps_its_share_and_none_is_lost():
    sample = stratified_pairs(PAIRS, 20, 0)
    assert counts(sample) == {"gender": 11, "race": 7, "age": 1, "none": 1}
    assert sample.index.is_monotonic_increasing
    assert sample.index.is_unique


@pytest.mark.parametrize("size", [1, 3, 4, 5, 17, 20, 50, 99])
def test_as_many_pairs_are_drawn_as_are_asked_for(size):
    sample = stratified_pairs(PAIRS, size, 0)
    assert len(sample) == size
    assert len(counts(sample)) == min(size, 4) or size < 4


def test_both_directions_keep_their_share_in_every_type_and_in_all():
    sample = stratified_pairs(PAIRS.head(98), 49, 3)
    assert sorted(counts(sample, "stereo_antistereo").values()) == [24, 25]
    gender = sample[sample["bias_type"] == "gender"]
    assert counts(gender, "stereo_antistereo") == {"stereo": 15, "antistereo": 15}


@pytest.mark.parametrize("seed", range(5))
def test_sixty_of_the_bundled_pairs_are_sixty_with_types_and_directions_balanced(seed):
    sample = stratified_pairs(load_pairs("bundled"), 60, seed)
    assert len(sample) == 60
    assert sorted(counts(sample).values()) == [6, 6, 6, 7, 7, 7, 7, 7, 7]
    assert counts(sample, "stereo_antistereo") == {"stereo": 30, "antistereo": 30}


def test_places_left_over_do_not_all_fall_to_one_direction():
    pairs = pd.DataFrame(
        {
            "stereo_antistereo": ["stereo", "antistereo"] * 40,
            "bias_type": [f"type {number // 10}" for number in range(80)],
        }
    )
    sample = stratified_pairs(pairs, 24, 0)  # three of each type's ten
    assert counts(sample) == {f"type {number}": 3 for number in range(8)}
    assert counts(sample, "stereo_antistereo") == {"stereo": 12, "antistereo": 12}


def test_the_same_seed_draws_the_same_pairs():
    assert stratified_pairs(PAIRS, 20, 1).equals(stratified_pairs(PAIRS, 20, 1))
    assert not stratified_pairs(PAIRS, 20, 1).equals(stratified_pairs(PAIRS, 20, 2))


@pytest.mark.parametrize("size", [100, 500])
def test_a_small_set_is_taken_whole(size):
    assert stratified_pairs(PAIRS, size, 0).equals(PAIRS)


@pytest.mark.parametrize("absent", ["bias_type", "stereo_antistereo"])
def test_pairs_without_a_label_are_of_one(absent):
    assert len(stratified_pairs(PAIRS.drop(columns=absent), 10, 0)) == 10
