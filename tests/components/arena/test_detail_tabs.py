"""What the tabs below the results say of groups and evaluators."""

from __future__ import annotations

from components.arena import detail_tabs as tabs
from components.arena import parts
from tests.components.arena.reports import CLASSIFIERS, report


def test_every_evaluator_that_judges_has_a_row_and_all_are_in_the_table():
    found = report(rate=1)
    assert [row.name for row in parts.evaluator_rows(found, None)] == ["valence"]
    table = tabs.evaluator_table(found)
    assert list(table["evaluator"]) == ["valence", "word list"]
    assert list(table["counted"]) == ["yes", "no"]
    assert tabs.answers_text(found) == (
        "Most frequent answers  \n**valence**: flagged 132.  \n**word list**: theft 132. Not "
        "counted: only says what the word is about."
    )
    both = report(suite=CLASSIFIERS)
    assert [row.name for row in parts.evaluator_rows(both, both)] == ["first", "second"]
    assert list(tabs.evaluator_table(both)["checkpoint"]) == [
        "someone/first",
        "someone/second",
    ]


def test_the_most_and_the_least_flagged_are_named_unless_all_are_equal():
    found = report(rates={"women": 1.0, "men": 0.0, "non-binary people": 0.5})
    assert (
        tabs.extremes_text(found, "sex/gender")
        == "Highest: women (12 of 12). Lowest: men (0 of 12)."
    )
    assert tabs.extremes_text(report(rate=0), "sex/gender") == ""


def test_tied_groups_are_counted():
    found = report(rate=0.2)
    found["extremes"]["religion"] = {
        "most": {"group": "a", "flag_rate": 0.25, "interval": None, "n": 12, "tied": ["b", "c"]},
        "least": {"group": "d", "flag_rate": 0.0, "interval": None, "n": 12, "tied": ["e"]},
    }
    assert tabs.extremes_text(found, "religion") == (
        "Highest: 3 groups alike, such as a (3 of 12). Lowest: 2 groups alike, such as d (0 of 12)."
    )


def test_answers_are_whole_words_and_the_rest_is_counted():
    labels = {"none": 3, "theft": 9, "crime": 5, "war": 4, "illness": 4, "poverty": 2, "dirt": 1}
    assert (
        tabs._answers(labels) == "theft 9, crime 5, war 4, illness 4, none 3, and 2 other answers"
    )
