from __future__ import annotations

import json
import math

import numpy as np
import pytest

from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.scores import categories
from engine.measures.cabm.validation import (
    TESTS,
    category_agreement,
    chi_square,
    shapiro_wilk,
    spread,
    two_groups,
    unmasking_agreement,
    validation,
)

SCORES = [1.2, 0.8, 0.3, 0.05, -0.02, -0.4, -0.7, -1.23]
LISTS = ["male"] * 4 + ["female"] * 4
SIDES = ["male-biased"] * 4 + ["female-biased"] * 4


def test_spread_by_hand():
    found = spread(np.array([1.0, 2.0, 3.0, 4.0]))
    assert found == {
        "standard_deviation": pytest.approx(math.sqrt(5 / 3)),
        "variance": pytest.approx(5 / 3),
        "iqr": pytest.approx(1.5),
    }


def test_two_groups_by_hand():
    found = two_groups(np.array([3.0, 5.0]), np.array([1.0, 1.0, 4.0]))
    assert found["u"] == 5  # pairs in which the first is higher
    assert found["median_difference"] == 3
    # means 4 and 2; squares 2 and 6 over 3 degrees of freedom
    assert found["cohens_d"] == pytest.approx(2 / math.sqrt(8 / 3))
    assert found["n"] == [2, 3]
    assert two_groups(np.array([]), np.array([1.0])) is None
    assert two_groups(np.array([1.0]), np.array([2.0]))["cohens_d"] is None


def test_chi_square_by_hand():
    named = ["male-biased"] * 3 + ["female-biased"] * 3
    lists = ["male", "male", "female", "female", "female", "male"]
    found = chi_square(named, lists, GENDER)
    # Expected 1.5 everywhere: four cells of (.5 ** 2) / 1.5
    assert found["chi2"] == pytest.approx(4 * 0.25 / 1.5)
    assert found["df"] == 1
    assert found["smallest_expected"] == 1.5
    assert found["table"]["male"] == {"male-biased": 2, "female-biased": 1}
    assert chi_square(["neutral"] * 6, lists, GENDER) is None
    assert chi_square(named, ["male"] * 6, GENDER) is None
    # A list without a settled target has none; one of unlisted targets only leaves the table.
    named = ["male-biased", "female-biased", "not settled", "not settled"]
    assert chi_square(named, ["male", "male", "female", "female"], GENDER) is None
    named = ["male-biased", "female-biased", "neutral", "male-biased"]
    assert chi_square(named, ["male", "female", "", "female"], GENDER)["df"] == 1


def test_normality_of_constant_scores_is_not_asked():
    assert shapiro_wilk(np.zeros(9)) is None
    assert shapiro_wilk(np.array(SCORES))["p"] > 0.05


def test_agreement_by_hand():
    found = category_agreement(["a", "b", "neutral", "a"], ["a", "b", "a", "b"])
    assert (found["same"], found["n"], found["agreement"]) == (2, 4, 50)
    assert found["agreement_interval"][0] < 50 < found["agreement_interval"][1]


def test_what_one_side_does_not_settle_is_not_compared():
    found = category_agreement(["a", "not settled", "a"], ["a", "a", "not settled"])
    assert (found["same"], found["n"], found["not_settled"]) == (1, 1, 2)
    none = category_agreement(["not settled"], ["a"])
    assert (none["n"], none["agreement"], none["agreement_interval"]) == (0, None, None)


def test_unmasking_agreement_by_hand():
    named = ["male-biased", "female-biased", "neutral", "male-biased"]
    said = [0.4, 0.2, 0.0005, -0.3]  # male, male, too near to tell, female
    found = unmasking_agreement(named, [1.0, -1.0, 0.0, 0.5], said, GENDER)
    assert (found["same"], found["n"]) == (2, 4)
    assert (found["sided"]["same"], found["sided"]["n"]) == (1, 3)


def panel(**changes):
    scores = {"pca": SCORES, "equal": SCORES[::-1]}
    arguments = {
        "scores": scores,
        "named": {name: categories(each, GENDER) for name, each in scores.items()},
        "weighting": "pca",
        "lists": LISTS,
        "groups": GENDER,
        "unmasking": [score / 2 for score in SCORES],
        "others": {"weat": SCORES},
    }
    return validation(**{**arguments, **changes})


def test_the_panel_holds_every_check():
    found = panel()
    assert found["n"] == 8
    assert found["mann_whitney_lists"]["u"] == 16
    assert found["mann_whitney_categories"] is None
    assert found["problems"]["mann_whitney_categories"] == (
        "The two sides hold 3 and 3; a test needs at least 4 on each."
    )
    assert found["problems"]["chi_square"] is None
    assert found["chi_square"]["df"] == 2
    assert found["comparisons"]["weat"]["spearman"] == pytest.approx(1)
    (pair,) = found["weightings"]
    assert pair["pearson"] == pytest.approx(-1, abs=0.01)
    assert (pair["first"], pair["second"], pair["same"]) == ("pca", "equal", 2)
    assert found["unmasking"]["pca"]["agreement"] == 75  # the two neutral ones disagree
    assert found["unmasking"]["equal"]["spearman"] == pytest.approx(-1, abs=0.05)
    json.dumps(found, allow_nan=False)


def test_targets_that_are_not_settled_count_in_the_counts_and_the_scores_only():
    named = {
        "pca": ["male-biased", "not settled", *["not settled"] * 5, "female-biased"],
        "equal": ["not settled"] * 8,
    }
    found = panel(named=named)
    assert found["categories"]["pca"] == {
        "male-biased": 1, "female-biased": 1, "neutral": 0, "not settled": 6,
    }  # fmt: skip
    assert found["mann_whitney_categories"] is None
    assert found["chi_square"] is None
    assert found["problems"] == {
        "mann_whitney_lists": None,
        "mann_whitney_categories": "The two sides hold 1 and 1; a test needs at least 4 on each.",
        "chi_square": "The lists hold, with a settled category, 1 and 1; a test needs at least 4 "
        "on each.",
    }
    assert found["holm"]["mann_whitney_categories"] is found["holm"]["chi_square"] is None
    assert found["mann_whitney_lists"]["n"] == [4, 4]
    assert found["spread"] == panel()["spread"]
    (pair,) = found["weightings"]
    assert (pair["n"], pair["agreement"], pair["n_scores"]) == (0, None, 8)
    gap = found["unmasking"]
    assert (gap["pca"]["n"], gap["pca"]["same"], gap["pca"]["n_scores"]) == (2, 2, 8)
    assert gap["equal"]["sided"] is None
    json.dumps(found, allow_nan=False)


def test_sides_are_compared_from_four_on_and_all_tests_corrected_together():
    found = panel(named=dict.fromkeys(("pca", "equal"), SIDES))
    assert set(found["holm"]) == set(TESTS)
    for name in TESTS:
        assert found["holm"][name] >= found[name]["p"]
    assert found["holm"]["shapiro_wilk"] == pytest.approx(found["shapiro_wilk"]["p"])
    assert found["mann_whitney_categories"]["n"] == [4, 4]
    assert found["mann_whitney_categories"]["p"] < 0.05
    assert set(found["problems"].values()) == {None}
    short = panel(lists=["male"] * 3 + [""] + ["female"] * 4)
    assert short["mann_whitney_lists"] is None
    assert short["problems"]["mann_whitney_lists"].startswith("The lists hold 3 and 4;")


def test_what_cannot_be_checked_is_none_and_not_a_number():
    neutral = dict.fromkeys(("pca", "equal"), ["neutral"] * 8)
    found = panel(lists=[""] * 8, unmasking=None, others=None, named=neutral)
    assert found["mann_whitney_lists"] is None
    assert found["mann_whitney_categories"] is None
    assert found["chi_square"] is None
    assert found["problems"] == dict.fromkeys(TESTS[1:])
    assert found["unmasking"] is None
    assert found["holm"]["chi_square"] is None
    json.dumps(found, allow_nan=False)
