"""Gaps between groups: the widest, every pair, and whether chance could have made them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from scipy.stats import studentized_range

from engine.measures.agreement.figures import Agreement
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.influence import influences
from tests.engine.measures.agreement import cases as cases
from tests.engine.measures.agreement.test_influence import FIRST, answered


def people(shares, annotators=12, sentences=40, seed=0, **changes):
    """Groups whose annotators say what the model says so often, with that score alone."""
    draw = np.random.default_rng(seed)
    parts = []
    for group, share in shares.items():
        table = answered(draw.random((annotators, sentences)) < share)
        own = f"{group} " + table["annotator"]
        parts.append(table.assign(group=group, annotator=own, key=group + table["key"]))
    whole = pd.concat(parts, ignore_index=True).assign(pieces=1, status="word", problem="")
    return with_p_at_1(Agreement(whole, **changes))


def with_p_at_1(found):
    """Without the other scores, which take most of the time."""
    scored = {cell: influences(rows, FIRST) for cell, rows in found.cells.items()}
    vars(found)["influences"] = scored
    return found


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


@pytest.fixture(scope="module")
def four():
    """The gap of four groups."""
    (found,) = gaps(people({"a": 0.03, "b": 0.05, "c": 0.08, "d": 0.05}), "p_at_1")
    return found


def test_pairs_are_corrected_for_how_many_there_are(four):
    assert len(four["pairs"]) == 6
    assert all(pair["p"] <= pair["p_holm"] <= 1 for pair in four["pairs"])
    widths = [pair["difference"] for pair in four["pairs"]]
    assert widths == sorted(widths, reverse=True)


def test_shares_of_none_and_all_have_a_gap_with_a_width():
    (found,) = gaps(people({"none": 0.0, "all": 1.0}), "p_at_1")
    assert found["gap"] == 1
    assert found["told_apart"]
    low, high = found["interval"]
    assert 0.8 < low < high == 1
    (found,) = gaps(people({"a": 0.0, "b": 0.0}), "p_at_1")
    assert (found["gap"], found["told_apart"]) == (0, False)
    low, high = found["interval"]
    assert low < 0 < high


def same_answers(groups, sentences, right):
    """Groups that all give the model's word to the same sentences, `right` of them."""
    said = np.zeros((4, sentences), bool)
    said[:, :right] = True
    parts = [
        answered(said).assign(
            group=group, annotator=lambda rows, own=group: own + rows["annotator"]
        )
        for group in groups
    ]
    whole = pd.concat(parts, ignore_index=True).assign(pieces=1, status="word", problem="")
    return with_p_at_1(Agreement(whole))


@pytest.mark.parametrize("groups", ["ab", "abc"])
@pytest.mark.parametrize("right", [0, 5, 14])
def test_groups_of_the_same_answers_have_a_gap_with_a_width(groups, right):
    (found,) = gaps(same_answers(groups, 14, right), "p_at_1")
    assert (found["gap"], found["p"], found["told_apart"]) == (0, 1.0, False)
    low, high = found["interval"]
    assert low < -0.2
    assert high > 0.2
    assert (found["critical"], found["standard_error"]) == (None, None)
    assert found["detectable"] > 0.25
    for pair in found["pairs"]:
        assert pair["interval"][0] < -0.15 < 0.15 < pair["interval"][1]


def test_a_difference_of_every_sentence_is_tested_by_their_number():
    part = {"a": np.ones((4, 9), bool), "b": np.zeros((4, 9), bool)}
    parts = [answered(said).assign(group=group) for group, said in part.items()]
    parts[1]["annotator"] += "b"
    whole = pd.concat(parts, ignore_index=True).assign(pieces=1, status="word", problem="")
    (found,) = gaps(with_p_at_1(Agreement(whole)), "p_at_1")
    assert found["gap"] == 1
    assert found["p"] == pytest.approx(2 * 0.5**9)
    assert found["interval"][0] < 0.65


def test_a_group_of_one_annotator_is_compared_and_not_tested():
    table = cases.agreement().table
    found = Agreement(table[table["annotator"].isin(["a", "c", "d", "e"])])
    (entry,) = gaps(found, "p_at_1")
    assert entry["gap"] == pytest.approx(1 / 3)
    assert (entry["interval"], entry["p"], entry["told_apart"]) == (None, None, False)


@pytest.mark.parametrize("score", ["spearman", "p_at_1"])
def test_one_group_has_no_gap(score):
    assert gaps(cases.agreement(()), score) == []


def test_groups_without_the_score_have_no_gap():
    table = cases.agreement().table.assign(log_probability=np.nan, form="", likeliest=[()] * 15)
    assert gaps(Agreement(table), "spearman") == []


def test_the_gap_of_many_groups_has_a_wider_interval_than_the_pair_alone(four):
    widest = four["pairs"][0]
    assert (widest["better"], widest["worse"]) == (four["best"], four["worst"])
    assert four["interval"] == widest["simultaneous_interval"]
    assert four["interval"][0] < widest["interval"][0] < widest["interval"][1]
    assert four["interval"][1] > widest["interval"][1]
    reach = four["critical"] * four["standard_error"]
    assert four["interval"] == pytest.approx([four["gap"] - reach, four["gap"] + reach])


def test_the_critical_value_is_that_of_the_studentised_range():
    # Independent groups with many sentences of their own: Tukey's range over the square root of
    # two, since the error is that of a difference and not of a mean.
    groups = "abcd"
    table = people(dict.fromkeys(groups, 0.05), annotators=20, sentences=60).table
    table = table.assign(sentence_id=table["group"] + table["sentence_id"])
    (found,) = gaps(with_p_at_1(Agreement(table, draws=8_000)), "p_at_1")
    wanted = studentized_range.ppf(0.95, len(groups), 200) / np.sqrt(2)
    assert found["critical"] == pytest.approx(wanted, rel=0.03)


def test_few_units_widen_the_interval_as_t_does():
    (few,), (many,) = (
        gaps(people({"a": 0.2, "b": 0.3}, annotators=3, sentences=size), "p_at_1")
        for size in (5, 200)
    )
    assert few["critical"] > many["critical"] > 1.9


def test_a_group_that_never_varies_is_not_taken_for_certain():
    (found,) = gaps(people({"none": 0.0, "few": 0.01}, sentences=20), "p_at_1")
    apart = found["interval"][1] - found["interval"][0]
    assert found["critical"] is None
    assert apart > 0.25  # Newcombe's, of 0 and 2 or so of 20 sentences
    assert found["detectable"] > 0.15


def test_what_could_have_been_detected_is_where_80_of_100_such_gaps_are_clear(four):
    draws = np.random.default_rng(0).normal(four["detectable"], four["standard_error"], 20_000)
    clear = draws > four["critical"] * four["standard_error"]
    assert clear.mean() == pytest.approx(0.8, abs=0.01)
    assert (four["n_annotators"], four["n_sentences"], four["fewest"]) == (48, 40, 12)


def test_groups_that_do_not_differ_are_seldom_told_apart():
    found = []
    for seed in range(20):
        (entry,) = gaps(people(dict.fromkeys("abcd", 0.05), 6, 24, seed, draws=400), "p_at_1")
        found.append(entry["told_apart"])
    assert sum(found) <= 2  # 1 expected; 3 with the intervals of the pairs alone


def test_a_gap_is_told_apart_only_if_its_interval_leaves_out_0():
    for shares in ({"a": 0.0, "b": 1.0}, {"a": 0.02, "b": 0.1, "c": 0.2}, {"a": 0.1, "b": 0.12}):
        for sentences in (2, 5, 40):
            (entry,) = gaps(people(shares, annotators=4, sentences=sentences), "p_at_1")
            for line in (entry, *entry["pairs"]):
                low, high = line.get("simultaneous_interval", line["interval"])
                assert not (line["told_apart"] and low <= 0 <= high)


def test_each_language_has_its_own_gap():
    table = cases.agreement().table
    both = pd.concat([table, table.assign(language="de")], ignore_index=True)
    assert [entry["language"] for entry in gaps(Agreement(both), "mrr")] == ["de", "en"]
