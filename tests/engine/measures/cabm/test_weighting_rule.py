"""Which weighting is used where the user has chosen none."""

from __future__ import annotations

import pytest

from engine.measures.cabm.weighting_rule import (
    as_asked,
    as_in_the_thesis,
    by_forest,
    forest_in_words,
    without_forest,
)
from engine.statistics import wilson


def forest(right, n):
    return {"right": right, "n": n, "interval": list(wilson(right, n))}


def test_a_forest_that_beats_chance_gives_its_weights():
    rule = by_forest("automatic", forest(36, 46))
    assert (rule.name, rule.asked) == ("shap-rf", "automatic")
    assert "36 of 46 occupations on their list, each by trees" in rule.reason
    assert "(78%, 95% CI [64%, 88%])" in rule.reason
    assert "better than chance" in rule.reason
    assert rule.forest["right"] == 36
    assert forest_in_words(forest(36, 46)).endswith(", clearly better than chance.")


@pytest.mark.parametrize(
    "told",
    [forest(27, 46), forest(10, 46), {"right": 3, "n": 4, "interval": [0.5, 0.9]}],
    ids=["a half within", "below chance", "the bound itself is chance"],
)
def test_a_forest_whose_interval_holds_a_half_or_lies_below_does_not(told):
    rule = by_forest("automatic", told)
    assert rule.name == "equal"
    assert "not clearly better than chance" in rule.reason
    assert "which feature separates the lists best is then not known" in forest_in_words(told)


def test_other_ways_to_a_weighting_say_theirs():
    assert as_asked("pca").name == as_asked("pca").asked == "pca"
    assert without_forest("automatic").name == "equal"
    assert as_in_the_thesis("automatic").name == "shap-rf"
