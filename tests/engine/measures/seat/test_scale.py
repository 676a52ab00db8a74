"""What an effect size d is read against: Cohen's convention, and random splits of the targets."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from engine.measures.seat import association
from engine.measures.seat.association import permutation_test, reach_of_splits
from engine.measures.seat.measure import association_tests, seat_params
from engine.measures.seat.scale import BELOW_ALL, effect_of_splits, size_by_convention
from engine.words.association_tests import AssociationTest, bundled_test


@pytest.mark.parametrize(
    ("effect", "size"),
    [
        *((0.0, BELOW_ALL), (0.194, BELOW_ALL), (0.2, "small"), (-0.3, "small")),
        *((0.494, "small"), (0.496, "medium"), (-0.79, "medium"), (0.8, "large"), (-1.9, "large")),
    ],
)
def test_the_convention_names_a_size_as_it_is_shown_whatever_its_sign(effect, size):
    assert size_by_convention(effect) == size


def test_the_reach_of_all_splits_is_that_of_a_loop_over_them():
    s = np.random.default_rng(3).normal(size=9)
    apart = sorted(
        abs(s[list(chosen)].mean() - np.delete(s, chosen).mean())
        for chosen in combinations(range(9), 4)
    )
    # Of 126 splits, 120 are the least share of at least 95%.
    assert reach_of_splits(s, 4, seed=0) == pytest.approx(apart[119])


@pytest.mark.parametrize("shift", [0.0, 0.5, 0.9, 1.3, 1.8])
@pytest.mark.parametrize("sampled", [False, True])
def test_a_difference_beyond_the_reach_is_one_of_the_rarest_splits(shift, sampled, monkeypatch):
    if sampled:
        monkeypatch.setattr(association, "EXACT_SPLITS", 100)
    s = np.random.default_rng(5).normal(size=14)
    s[:6] += shift
    beyond = abs(s[:6].mean() - s[6:].mean()) > reach_of_splits(s, 6, seed=2)
    assert beyond == (permutation_test(s, 6, seed=2).p_value <= 0.05)


def test_random_splits_of_a_measured_test_are_in_units_of_d(masked_lm):
    value = association_tests(
        masked_lm("bert"), [bundled_test("gender").item()], seat_params("token")
    )[0]
    s = np.array([entry["s"] for entry in value["associations"]])
    x = value["sizes"]["x"]
    draws = np.random.default_rng(9).permuted(np.tile(s, (4000, 1)), axis=1)
    effects = (draws[:, :x].mean(axis=1) - draws[:, x:].mean(axis=1)) / s.std(ddof=1)
    reach = effect_of_splits(value)
    assert reach == pytest.approx(np.quantile(np.abs(effects), 0.95), rel=0.05)
    assert (abs(value["effect_size"]) > reach) == (value["p_value"] <= 0.05)


def test_words_with_several_sentences_are_split_as_words(masked_lm):
    def said(*words: str) -> tuple[str, ...]:
        return tuple(f"{start} {word}." for word in words for start in ("This is", "There is"))

    test = AssociationTest(
        said("Ada", "Bea", "Cleo"), said("Gus", "Hal", "Ian"), ("career",), ("family",)
    )
    value = association_tests(masked_lm("bert"), [test.item()], seat_params("mean"))[0]
    assert value["n_permutations"] == 20
    s = np.array([entry["s"] for entry in value["associations"]])
    words = s.reshape(6, 2).mean(axis=1)
    assert effect_of_splits(value) == pytest.approx(
        reach_of_splits(words, 3, seed=0) / s.std(ddof=1)
    )


def test_without_a_d_there_is_nothing_to_read_it_against():
    undefined = {"effect_size": None, "n_permutations": 0}
    assert effect_of_splits(undefined) is None


def test_the_command_says_how_large_d_is_and_what_chance_gives(engine):
    said = engine("seat").out
    assert "large (0.2 small, 0.5 medium, 0.8 large; Cohen 1988)" in " ".join(said.split())
    assert "d of 95% of random splits" in said
