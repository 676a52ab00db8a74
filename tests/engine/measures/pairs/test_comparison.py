from __future__ import annotations

import json

import pandas as pd
import pytest

from engine.core.errors import InputTextError
from engine.measures.pairs.compared import less_compared, with_compared
from engine.measures.pairs.comparison import (
    comparison_frame,
    summarise_comparison,
)
from engine.measures.pairs.frame import pair_frame
from engine.measures.pairs.variants import VARIANTS
from tests.engine.measures.pairs.pair_values import PROBLEM, of_scores


def pairs_of(*kinds):
    sides = {"sent_more": "He", "sent_less": "She"}
    sentences = {
        side: [f"{word}{place} is {place}." for place in range(len(kinds))]
        for side, word in sides.items()
    }
    return pd.DataFrame({**sentences, "bias_type": kinds})


PAIRS = pairs_of(*["gender"] * 5)


def scored(*differences):
    values = [
        PROBLEM if difference is None else of_scores(difference, 0.0) for difference in differences
    ]
    return pair_frame(PAIRS, values, VARIANTS["cps"])


FIRST = scored(1.0, 1.0, -1.0, -1.0, 1.0)
SECOND = scored(2.0, -1.0, 0.5, -1.0, None)


def test_flips_and_changes_stand_beside_each_pair():
    found = comparison_frame(FIRST, SECOND)
    assert found["flip"].tolist() == ["", "away", "toward", ""]
    assert found["change"].tolist() == [1.0, -2.0, 1.5, 0.0]
    assert found["bias_type"].tolist() == ["gender"] * 4


def test_figures_are_over_the_pairs_that_both_could_score():
    found = summarise_comparison(comparison_frame(FIRST, SECOND))
    assert found["n"] == 4
    assert (found["score_first"], found["score_second"], found["score_change"]) == (50, 50, 0)
    assert (found["flips_toward"], found["flips_away"]) == (1, 1)
    assert found["mcnemar_p"] == 1.0
    assert found["mean_change"] == pytest.approx(0.125)
    low, high = found["score_change_interval"]
    assert low <= 0 <= high
    json.dumps(found, allow_nan=False)


def test_a_model_less_the_one_compared_with_turns_the_change_around():
    own, there = scored(2.0, -1.0, 0.5, 1.0, None), scored(1.0, 1.0, -1.0, -1.0, 1.0)
    found, turned = less_compared(own, there), summarise_comparison(comparison_frame(there, own))
    assert (found["score"], found["score_compared"], found["score_change"]) == (75, 50, 25)
    assert (found["flips_toward"], found["flips_away"]) == (2, 1)  # toward: only the model itself
    assert {name: turned[name] for name in found if name in turned and name != "by_type"} == {
        name: found[name] for name in found if name in turned and name != "by_type"
    }
    (of_type,) = found["by_type"]
    assert (of_type["bias_type"], of_type["score"], of_type["score_compared"]) == ("gender", 75, 50)
    pairs = with_compared(own, there)
    assert pairs["difference_compared"].tolist()[:4] == [1.0, 1.0, -1.0, -1.0]
    assert pairs["change"].tolist()[:4] == [1.0, -2.0, 1.5, 2.0]
    assert pairs["flip"].tolist()[:4] == ["", "away", "toward", "toward"]
    assert pairs[["difference_compared", "change", "flip"]].iloc[4].isna().all()


def test_the_same_model_twice_changes_nothing():
    found = summarise_comparison(comparison_frame(FIRST, FIRST))
    assert found["flips_toward"] == found["flips_away"] == found["score_change"] == 0
    assert found["mcnemar_p"] == 1.0
    low, high = found["score_change_interval"]  # of five pairs, others may well change
    assert low < -20
    assert high > 20
    assert found["detectable_change"] > 20
    assert found["mean_change_interval"] is None
    assert "all 5 pairs have the same value" in found["mean_change_interval_note"]


def test_pairs_that_all_change_have_an_interval_of_the_change():
    found = summarise_comparison(comparison_frame(scored(*[-1.0] * 5), scored(*[1.0] * 5)))
    assert found["score_change"] == 100
    low, high = found["score_change_interval"]
    assert 0 < low < 80
    assert high == 100


def test_tables_of_other_pairs_are_refused():
    with pytest.raises(ValueError, match="different pairs"):
        comparison_frame(FIRST, SECOND.iloc[::-1])
    with pytest.raises(ValueError, match="different pairs"):
        comparison_frame(FIRST, SECOND.iloc[:3])


def test_no_pair_in_common_is_an_error():
    nothing = scored(None, None, None, None, None)
    with pytest.raises(InputTextError):
        summarise_comparison(comparison_frame(FIRST, nothing))


def test_types_are_compared_on_their_own_pairs_and_corrected_together():
    pairs = pairs_of(*["age"] * 10, *["gender"] * 20)
    frames = [
        pair_frame(pairs, [of_scores(one, 0.0) for one in values], VARIANTS["cps"])
        for values in ([1.0] * 30, [-1.0] * 10 + [1.0] * 20)
    ]
    found = summarise_comparison(comparison_frame(*frames))
    assert (found["flips_toward"], found["flips_away"]) == (0, 10)
    assert found["mcnemar_p"] == pytest.approx(2 / 2**10)
    gender, age = found["by_type"]
    assert (gender["bias_type"], gender["n"], gender["flips_away"]) == ("gender", 20, 0)
    assert (age["score_first"], age["score_second"], age["distance_change"]) == (100, 0, 0)
    assert age["mcnemar_p"] == pytest.approx(2 * 0.5**10)
    assert age["p_holm"] == pytest.approx(4 * 0.5**10)
    assert gender["p_holm"] == 1.0
    # 100% and 0% are equally far from 50%: mirrored there, no pair differs.
    assert (age["distance_p"], age["distance_p_holm"], gender["distance_p_holm"]) == (1, 1, 1)
