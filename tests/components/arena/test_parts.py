"""Parts of a report as rows of figures."""

from __future__ import annotations

from components.arena import parts
from tests.components.arena.reports import GROUPS, masked, prompts, report

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


def test_a_category_of_a_users_file_is_written_as_there():
    assert parts.category_name("race/ethnicity") == "Race/ethnicity"
    assert parts.category_name("männlich/weiblich") == "männlich/weiblich"


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


def test_a_screen_has_all_sentences_above_the_categories_with_those_compared_with():
    found, before = report(), masked("3-1")
    rows = parts.claim_rows(found, before)
    assert [row.name for row in rows[:2]] == ["All together", "Race/ethnicity"]
    assert (rows[0].n, rows[0].rate) == (found["overall"]["n"], found["overall"]["flag_rate"])
    assert rows[0].beside == before["overall"]["flag_rate"]
    assert rows[1].beside == before["by_category"]["race/ethnicity"]["flag_rate"]
    assert {row.beside for row in parts.claim_rows(found, None)} == {None}
