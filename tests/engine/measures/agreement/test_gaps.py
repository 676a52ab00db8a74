"""Gaps between groups: the widest, every pair, and whether chance could have made them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from engine.measures.agreement.figures import Agreement
from engine.measures.agreement.gaps import gaps
from tests.engine.measures.agreement import cases as cases
from tests.engine.measures.agreement.test_influence import answered


def people(shares, annotators=12, sentences=40, seed=0):
    """Groups whose annotators say what the model says so often."""
    draw = np.random.default_rng(seed)
    parts = []
    for group, share in shares.items():
        table = answered(draw.random((annotators, sentences)) < share)
        own = f"{group} " + table["annotator"]
        parts.append(table.assign(group=group, annotator=own, key=group + table["key"]))
    whole = pd.concat(parts, ignore_index=True).assign(pieces=1, status="word", problem="")
    return Agreement(whole, ks=(1,))


def test_the_gap_is_that_between_the_best_and_the_worst_group():
    (found,) = gaps(cases.agreement(), "p_at_1")
    assert (found["best"], found["worst"], found["groups"]) == ("non-native", "native", 2)
    assert found["gap"] == pytest.approx(1 / 3)
    low, high = found["interval"]
    assert low <= 1 / 3 <= high
    assert not found["told_apart"]


def test_groups_far_apart_are_told_apart():
    (found,) = gaps(people({"a": 0.02, "b": 0.02, "c": 0.2}), "p_at_1")
    assert (found["best"], found["told_apart"]) == ("c", True)
    assert found["interval"][0] > 0
    told = {(pair["better"], pair["worse"]): pair["told_apart"] for pair in found["pairs"]}
    assert told["c", "a"]
    assert told["c", "b"]
    assert list(told.values()).count(False) == 1


def test_the_ends_of_many_equal_groups_are_not_told_apart():
    (found,) = gaps(people(dict.fromkeys("abcdefgh", 0.05)), "p_at_1")
    assert found["gap"] > 0
    assert not found["told_apart"]
    assert not any(pair["told_apart"] for pair in found["pairs"])


def test_pairs_are_corrected_for_how_many_there_are():
    (found,) = gaps(people({"a": 0.03, "b": 0.05, "c": 0.08, "d": 0.05}), "p_at_1")
    assert len(found["pairs"]) == 6
    assert all(pair["p"] <= pair["p_holm"] <= 1 for pair in found["pairs"])
    widths = [pair["difference"] for pair in found["pairs"]]
    assert widths == sorted(widths, reverse=True)


def test_shares_of_none_and_all_have_a_gap_with_a_width():
    (found,) = gaps(people({"none": 0.0, "all": 1.0}), "p_at_1")
    assert found["gap"] == 1
    assert found["told_apart"]
    low, high = found["interval"]
    assert 0.8 < low < high == 1


def test_groups_that_never_differ_are_not_told_apart():
    (found,) = gaps(people({"a": 0.0, "b": 0.0}), "p_at_1")
    assert (found["gap"], found["told_apart"]) == (0, False)
    low, high = found["interval"]
    assert low < 0 < high


def test_a_group_of_one_annotator_is_compared_and_not_tested():
    table = cases.agreement().table
    found = Agreement(table[table["annotator"].isin(["a", "c", "d", "e"])])
    (entry,) = gaps(found, "p_at_1")
    assert entry["gap"] == pytest.approx(1 / 3)
    assert (entry["interval"], entry["p"], entry["told_apart"]) == (None, None, False)


@pytest.mark.parametrize("score", ["spearman", "p_at_1"])
def test_one_group_or_none_with_the_score_has_no_gap(score):
    assert gaps(cases.agreement(("speaker",) if score == "spearman" else ()), score) == []


def test_each_language_has_its_own_gap():
    table = cases.agreement().table
    both = pd.concat([table, table.assign(language="de")], ignore_index=True)
    assert [entry["language"] for entry in gaps(Agreement(both), "mrr")] == ["de", "en"]
