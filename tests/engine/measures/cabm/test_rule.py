"""Which weighting is used where the user has chosen none."""

from __future__ import annotations

from engine.measures.cabm.rule import as_in_the_thesis, by_forest, chosen, without_forest
from engine.statistics import wilson


def forest(right, n):
    return {"right": right, "n": n, "interval": list(wilson(right, n))}


def test_a_forest_that_beats_chance_gives_its_weights():
    rule = by_forest("automatic", forest(36, 46))
    assert (rule.name, rule.asked) == ("shap-rf", "automatic")
    assert "36 of 46 occupations on their list out of bag (78%, 95% CI [64%, 88%])" in rule.reason
    assert "better than chance" in rule.reason
    assert rule.forest["right"] == 36


def test_a_forest_whose_interval_holds_a_half_does_not():
    rule = by_forest("automatic", forest(27, 46))
    assert rule.name == "equal"
    assert "no better than chance" in rule.reason


def test_a_forest_below_chance_does_not_either():
    assert by_forest("automatic", forest(10, 46)).name == "equal"


def test_the_bound_itself_is_chance():
    told = {"right": 3, "n": 4, "interval": [0.5, 0.9]}
    assert by_forest("automatic", told).name == "equal"


def test_other_ways_to_a_weighting_say_theirs():
    assert chosen("pca").name == chosen("pca").asked == "pca"
    assert without_forest("automatic").name == "equal"
    assert as_in_the_thesis("automatic").name == "shap-rf"
