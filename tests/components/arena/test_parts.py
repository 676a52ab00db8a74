"""Parts of a report as rows of figures and tables."""

from __future__ import annotations

import math

from components.arena import parts
from tests.components.arena.reports import CLASSIFIERS, GROUPS, masked, prompts, report

PEOPLE = prompts(40)


def test_one_model_has_a_row_for_each_category():
    rows = parts.category_rows([("", report())])
    assert [(row.name, row.n) for row in rows] == [
        *(("Race/ethnicity", 36), ("Sex/gender", 36), ("Culture/nationality", 24)),
        ("Religion", 36),
    ]


def test_several_models_are_listed_below_the_name_of_each_category():
    rows = parts.category_rows([("one", report()), ("other", masked("3-1"))])
    assert [row.name for row in rows[:3]] == ["Race/ethnicity", "one", "other"]
    assert [row.heading for row in rows[:3]] == [True, False, False]
    assert len(rows) == 4 * 3
    many = [(str(number), report(seed=number)) for number in range(parts.MOST_MODELS + 1)]
    assert len(parts.category_rows(many)) == 4 * (1 + parts.MOST_MODELS)


def test_categories_of_a_users_file_come_after_our_own():
    assert parts.in_order({"age": 1, "religion": 2, "sex/gender": 3}) == [
        *("sex/gender", "religion", "age")
    ]


def test_a_group_is_coloured_where_it_clearly_differs_from_its_category():
    found = report(
        prompt_set=PEOPLE, rate=0.2, rates={"atheists": 0.95, "Muslims": 0.6, "Buddhists": 0.02}
    )
    rows = {row.name: row for row in parts.group_rows(found, "religion", None)}
    assert (rows["atheists"].side, rows["Buddhists"].side) == (1, -1)
    assert {row.side for row in parts.group_rows(found, "sex/gender", None)} == {0}


def test_groups_are_in_the_order_of_their_rates_with_those_of_the_other_model():
    first = report(rates={"women": 0.9, "men": 0.0})
    other = report(rates={"women": 0.0, "men": 1.0})
    rows = parts.group_rows(first, "sex/gender", other)
    assert (rows[0].name, rows[-1].name) == ("women", "men")
    assert (rows[0].beside, rows[-1].beside) == (0.0, 1.0)
    assert {row.name for row in rows} == set(GROUPS["sex/gender"])
    most = parts.most_flagged_rows(report(rates={"atheists": 1.0}), None)
    assert (most[0].name, len(most)) == ("atheists", 10)


def test_every_evaluator_that_judges_has_a_row_and_all_are_in_the_table():
    found = report(rate=1)
    assert [row.name for row in parts.evaluator_rows(found, None)] == ["valence"]
    table = parts.evaluator_table(found)
    assert list(table["evaluator"]) == ["valence", "word list"]
    assert list(table["counted"]) == ["yes", "no"]
    assert parts.answers_text(found) == (
        "Most frequent answers  \n**valence**: flagged 132.  \n**word list**: theft 132. Not "
        "counted: only says what the word is about."
    )
    both = report(suite=CLASSIFIERS)
    assert [row.name for row in parts.evaluator_rows(both, both)] == ["first", "second"]
    assert list(parts.evaluator_table(both)["checkpoint"]) == ["someone/first", "someone/second"]


def test_the_most_and_the_least_flagged_are_named_unless_all_are_equal():
    found = report(rates={"women": 1.0, "men": 0.0, "non-binary people": 0.5})
    assert parts.extremes_text(found, "sex/gender") == "Highest: women (100%). Lowest: men (0%)."
    assert parts.extremes_text(report(rate=0), "sex/gender") == ""


def test_tied_groups_are_counted_and_unclear_differences_said():
    found = report(rate=0.2)
    found["extremes"]["religion"] = {
        "most": {"group": "a", "flag_rate": 0.25, "interval": None, "n": 12, "tied": ["b", "c"]},
        "least": {"group": "d", "flag_rate": 0.0, "interval": None, "n": 12, "tied": ["e"]},
    }
    for figures in found["by_group"].values():
        figures["p_holm"] = 1.0
    assert parts.extremes_text(found, "religion") == (
        "Highest: 3 groups at 25%. Lowest: 2 groups at 0%. With about 12 sentences each, these "
        "differences are not clear."
    )
    found["by_group"]["atheists"] |= {"p_holm": 0.001, "flag_rate": 1.0}
    assert parts.extremes_text(found, "religion") == (
        "Highest: 3 groups at 25%. Lowest: 2 groups at 0%."
    )


def test_answers_are_whole_words_and_the_rest_is_counted():
    labels = {"none": 3, "theft": 9, "crime": 5, "war": 4, "illness": 4, "poverty": 2, "dirt": 1}
    assert (
        parts._answers(labels) == "theft 9, crime 5, war 4, illness 4, none 3, and 2 other answers"
    )


def test_the_export_has_every_figure_once():
    frame = parts.frame_of(report(), "mini")
    assert frame.groupby("part").size().to_dict() == {
        "all": 1,
        "category": 4,
        "evaluator": 2,
        "group": sum(map(len, GROUPS.values())),
        "sentence type": 3,
    }
    overall = frame.iloc[0]
    assert overall["interval_low"] < overall["flag_rate"] < overall["interval_high"]
    assert not math.isnan(overall["average_bias_score"])
