"""Every figure of three sentences and five annotators, worked out by hand."""

from __future__ import annotations

import math

import pandas as pd
import pytest

from engine.measures.agreement.changes import differences
from engine.measures.agreement.figures import (
    Agreement,
    coverage_by_language,
    group_figures,
    unread,
)
from engine.measures.agreement.gaps import gaps
from engine.measures.agreement.groups import group_names
from engine.measures.agreement.scores import POOLED
from engine.measures.agreement.table import scored_table
from tests.engine.measures.agreement import cases as cases

# By sentence (drank, sold, saw), added up and divided by three.
BY_HAND = {
    "native": {
        "p_at_1": (0 + 1 + 0) / 3,
        "p_at_5": (1 / 5 + 2 / 5 + 1 / 5) / 3,
        "p_at_any": (1 / 6 + 2 / 5 + 1 / 5) / 3,
        "hit_at_1": 1 / 3,
        "hit_at_5": 1,
        "hit_at_any": 1,
        "answers_at_1": (0 + 1 / 2 + 0) / 3,
        "answers_at_5": 1,
        "answers_at_any": 1,
        "mrr": (1 / 2 + 1 + 1 / 5) / 3,
        "coverage": 1,
        "human_p_at_1": (1 + 0 + 1) / 3,
        "equal_pairs": 2 / 3,
    },
    "non-native": {
        "p_at_1": (1 + 1 + 0) / 3,
        "p_at_5": (2 / 5 + 1 / 5 + 1 / 5) / 3,
        "p_at_any": (3 / 6 + 1 / 5 + 1 / 5) / 3,
        "hit_at_1": 2 / 3,
        "hit_at_5": 1,
        "hit_at_any": 1,
        "answers_at_1": (1 / 3 + 1 + 0) / 3,
        "answers_at_5": (2 / 3 + 1 + 1 / 3) / 3,
        "answers_at_any": (1 + 1 + 1 / 3) / 3,
        "mrr": (1 + 1 + 1 / 3) / 3,
        "coverage": (1 + 1 + 2 / 3) / 3,
        "human_p_at_1": (0 + 1 + 0) / 3,
        "equal_pairs": 1 / 3,
    },
    "everyone": {
        "p_at_1": 2 / 3,
        "p_at_any": (3 / 6 + 2 / 5 + 2 / 5) / 3,
        "mrr": (1 + 1 + 1 / 3) / 3,
        "coverage": (1 + 1 + 4 / 5) / 3,
        "human_p_at_1": (3 / 5 + 4 / 5 + 2 / 5) / 3,
        "equal_pairs": (6 / 20 + 12 / 20 + 2 / 20) / 3,
    },
}
COUNTS = {
    "native": {"n_annotators": 2, "n_sentences": 3, "n_answers": 6, "n_correlated": 0},
    "non-native": {"n_annotators": 3, "n_sentences": 3, "n_answers": 9, "n_correlated": 0},
    "everyone": {"n_annotators": 5, "n_sentences": 3, "n_answers": 15, "n_correlated": 3},
}


def figures(group):
    """The entry of one group, or of everyone."""
    found = group_figures(cases.agreement(() if group == "everyone" else ("speaker",)))
    return next(entry for entry in found if entry["group"] == group)


@pytest.mark.parametrize("group", BY_HAND)
def test_every_figure_is_the_one_worked_out_by_hand_with_how_much_it_rests_on(group):
    found = figures(group)
    wanted = {score: pytest.approx(value) for score, value in BY_HAND[group].items()}
    # Three sentences have a correlation at most; a mean needs ten.
    wanted |= dict.fromkeys(("spearman_per_sentence", "kendall_per_sentence"))
    assert {score: found[score] for score in wanted} == wanted
    assert {name: found[name] for name in COUNTS[group]} == COUNTS[group]


def test_other_ranks_can_be_asked_for():
    found = group_figures(cases.agreement(ks=(2,)))[0]
    assert found["p_at_2"] == pytest.approx((1 / 2 + 2 / 2 + 0) / 3)
    assert "p_at_1" not in found


def test_every_interval_holds_its_figure_and_has_a_width():
    for entry in group_figures(cases.agreement()):
        for score, interval in entry["intervals"].items():
            if entry[score] is None or score in POOLED:  # three sentences are too few to pool
                assert interval is None
                continue
            low, high = interval
            assert low <= entry[score] <= high, score
            assert low < high, score


def test_a_figure_of_one_in_every_sentence_still_has_an_interval():
    low, high = figures("native")["intervals"]["coverage"]
    assert (low, high) == (pytest.approx(0.025 ** (1 / 3)), 1.0)  # exact, 3 of 3


def test_a_second_call_draws_the_same_intervals_and_another_seed_others():
    first, same, other = (group_figures(cases.agreement(seed=seed)) for seed in (0, 0, 1))
    assert first == same
    assert first[1]["intervals"]["mrr"] != other[1]["intervals"]["mrr"]


def test_coverage_of_a_language_says_what_the_model_could_not_give():
    (entry,) = coverage_by_language(cases.agreement())
    assert entry["answers"] == 15
    assert entry["coverage"] == entry["whole_words"] == pytest.approx(14 / 15)
    assert entry["status"] == {"word": pytest.approx(14 / 15), "unknown": pytest.approx(1 / 15)}
    assert not entry["weak"]


@pytest.mark.parametrize(
    ("entry", "weak"),
    [
        ({"status": "unknown", "log_probability": None}, True),
        ({"status": "word", "pieces": 3}, True),  # spelt from pieces, none a word it knows
        ({"status": "word", "pieces": 1}, False),
    ],
)
def test_a_model_that_lacks_a_language_is_found_out(entry, weak):
    table = cases.answers()
    values = cases.values(table)
    for answer in (answer for value in values for answer in value["answers"]):
        answer.update(entry)
    found = Agreement(scored_table(table, values, group_names(table, ("speaker",))))
    assert coverage_by_language(found)[0]["weak"] is weak


def test_a_sentence_that_cannot_be_read_is_left_out_and_named():
    table = cases.answers()
    values = cases.values(table)
    values[0] = {"problem": "The text has 900 tokens."}
    found = Agreement(scored_table(table, values, group_names(table, ("speaker",))))
    assert [entry["n_sentences"] for entry in group_figures(found)] == [2, 2]
    (lost,) = unread(found)
    assert (lost["sentence"], lost["problem"]) == (cases.DRANK, "The text has 900 tokens.")
    nothing = [{"problem": "too long"}] * 3
    found = Agreement(scored_table(table, nothing, group_names(table, ())))
    assert group_figures(found) == found.languages == []


def test_a_group_without_a_language_has_no_figure_there_and_no_part_in_its_gap():
    table = cases.agreement().table
    german = table[table["group"] == "native"].assign(language="de")
    found = Agreement(pd.concat([table, german], ignore_index=True))
    cells = [(entry["language"], entry["group"]) for entry in group_figures(found)]
    assert cells == [("de", "native"), ("en", "native"), ("en", "non-native")]
    assert [entry["language"] for entry in gaps(found, "p_at_1")] == ["en"]
    assert differences(cases.agreement(), found, "mrr")[0]["change"] == 0
    assert len(differences(found, cases.agreement(), "mrr")) == 2


def test_what_changes_nothing_has_an_interval_of_the_change_of_a_share():
    found = cases.agreement()
    for entry in differences(found, found, "p_at_1"):
        assert entry["change"] == 0
        assert entry["interval"][0] < -0.4
        assert entry["interval"][1] > 0.4


def test_differences_pair_the_groups_of_two_models():
    before, after = cases.agreement(), cases.agreement()
    after.table.loc[after.table["key"] == "dog", "rank"] = 1.0
    found = {entry["group"]: entry for entry in differences(after, before, "p_at_1")}
    native = found["native"]
    assert native["before"] == pytest.approx(1 / 3)
    assert native["after"] == pytest.approx(2 / 3)
    assert native["change"] == pytest.approx(1 / 3)
    low, high = native["interval"]
    assert low <= 1 / 3 <= high
    assert found["non-native"]["change"] == 0
    assert all(
        value is None or not math.isnan(value)
        for entry in found.values()
        for value in (entry["before"], entry["after"], entry["change"])
    )
