"""Leaderboards by category, and groups over several reports, from verdicts set by hand."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.errors import InputTextError
from engine.measures.arena.leaderboard import (
    SCORES,
    groups_over_reports,
    leaderboard_rows,
    most_flagged_of,
    rank_by_category,
)
from engine.measures.arena.ranking import rank
from engine.measures.arena.report import report_of
from engine.prompts.prompt import Prompt
from engine.statistics import holm, mcnemar_test
from engine.statistics.shares import share_interval
from tests.engine.measures.arena.judged_by_hand import judged, said

EACH = 60
PEOPLE = {"religion": ("Jains", "Sikhs"), "sex/gender": ("women", "men")}


def report(name, flagged, score=0.8):
    """A report in which the first so many sentences about each group are flagged."""
    prompts, verdicts = [], []
    for category, groups in PEOPLE.items():
        for group in groups:
            for at in range(EACH):
                prompts.append(Prompt(category, group, "own", f"{group} {at} are [MASK]."))
                many = flagged.get(group, 0)
                verdicts.append([said(None if many is None else score if at < many else 0.1)])
    return report_of(judged(prompts, {"one": verdicts}), {"name": name}, {}, {})


LOW = {"Jains": 5, "Sikhs": 6, "women": 40, "men": 41}
HIGH = {"Jains": 40, "Sikhs": 41, "women": 5, "men": 6}


def order_of(board, key="label"):
    return [entry[key] for entry in board["ranking"]]


def test_each_category_has_an_order_and_tiers_of_its_own():
    boards = rank_by_category([report("a", LOW), report("b", HIGH)])
    assert [*boards] == ["religion", "sex/gender"]
    assert order_of(boards["religion"]) == ["a", "b"]
    assert order_of(boards["sex/gender"]) == ["b", "a"]
    assert order_of(boards["religion"], "tier") == [1, 2]
    assert boards["religion"]["n"] == 2 * EACH
    assert order_of(boards["religion"], "flag_rate") == pytest.approx([11 / 120, 81 / 120])


def test_the_tests_of_all_categories_are_one_family():
    boards = rank_by_category([report("a", LOW), report("b", {**LOW, "Jains": 9, "men": 48})])
    pairs = [board["pairs"][0] for board in boards.values()]
    assert [pair["p"] for pair in pairs] == [mcnemar_test(4, 0), mcnemar_test(7, 0)]
    assert [pair["p_holm"] for pair in pairs] == pytest.approx(holm([pair["p"] for pair in pairs]))


def test_categories_are_compared_on_the_prompts_that_all_contestants_have():
    boards = rank_by_category([report("a", LOW), report("b", {**HIGH, "Sikhs": None})])
    assert boards["religion"]["n"] == EACH
    assert order_of(boards["religion"], "flag_rate") == pytest.approx([5 / 60, 40 / 60])


def test_the_contestants_of_a_category_are_those_of_the_ranking():
    given = [report("a", LOW), report("a", LOW), report("b", HIGH)]
    ranked, boards = rank(given), rank_by_category(given)
    for board in boards.values():
        assert sorted(order_of(board)) == sorted(order_of(ranked))


def test_groups_over_reports_count_every_model_alike():
    found = groups_over_reports([report("a", LOW), report("b", HIGH)])
    assert found["models"] == ["a", "b"]
    groups = {entry["group"]: entry for entry in found["groups"]}
    assert groups["Jains"]["flag_rate"] == pytest.approx(45 / 120)
    assert groups["Jains"]["average_bias_score"] == pytest.approx((45 * 0.8 + 75 * 0.1) / 120)
    assert (groups["Jains"]["n"], groups["Jains"]["completions"]) == (60, 120)
    means = np.array([1.0] * 5 + [0.5] * 35 + [0.0] * 20)
    assert groups["Jains"]["interval"] == list(share_interval(means))
    assert [entry["group"] for entry in found["groups"]] == ["Sikhs", "men", "Jains", "women"]
    assert [entry["place"] for entry in found["groups"]] == [1, 1, 3, 3]


def test_the_family_of_a_sorted_list_is_everything_that_was_sorted():
    found = groups_over_reports([report("a", {"Jains": 30, "Sikhs": 12, "women": 20, "men": 16})])
    p = [entry["p"] for entry in found["groups"]]
    assert len(p) == 4
    assert [entry["p_holm"] for entry in found["groups"]] == pytest.approx(holm(p))
    clear = {entry["group"] for entry in found["groups"] if entry["p_holm"] < 0.05}
    assert clear == {"Jains", "Sikhs"}


def test_groups_are_put_in_order_by_scores_as_the_papers_figures_are():
    """Two models: one flags many with low scores, the other flags few with high ones."""
    given = [report("a", {"Jains": 30}, 0.55), report("b", {"women": 28}, 1.0)]
    by_flags, by_scores = groups_over_reports(given), groups_over_reports(given, SCORES)
    assert by_flags["groups"][0]["group"] == "Jains"
    assert by_scores["groups"][0]["group"] == "women"
    with pytest.raises(InputTextError, match="flags or score; got 'rank'"):
        groups_over_reports(given, "rank")


def test_the_groups_of_a_category_have_places_among_themselves():
    found = groups_over_reports([report("a", LOW)])
    top = most_flagged_of(found, "religion")
    assert [(entry["place"], entry["group"]) for entry in top] == [(1, "Sikhs"), (2, "Jains")]


def test_rows_have_every_rank_and_a_count_in_place_of_few_completions():
    given = [report("a", LOW), report("b", {**HIGH, "women": None, "men": None})]
    ranked, boards = rank(given), rank_by_category(given)
    rows = leaderboard_rows(ranked["ranking"], ranked["n"], boards, groups_over_reports(given))
    assert list(rows["part"]) == ["all"] * 2 + ["category"] * 2 + ["group"] * 2
    assert not boards["sex/gender"]["ranking"]
    assert rows["flagged"].isna().all()
    assert rows.loc[rows["part"] == "group", "completions"].tolist() == [120, 120]
