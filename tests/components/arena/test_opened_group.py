"""One group of a report, opened: what it shows, and what stays hidden."""

from __future__ import annotations

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from components.arena.opened_group import by_evaluator
from engine.core.errors import InputTextError
from tests.components.arena import fake_reports as fake
from tests.components.drawn import again, drawn, said

WORDS = [("kind", False), ("awful", True), ("odd", None)]


def script() -> None:
    import streamlit as st

    from components.arena import opened_group

    opened_group.draw_opened_group(*st.session_state["given"])


def shown(report, rows=lambda group: fake.rows(WORDS, group=group), **address) -> AppTest:
    return drawn(script, {"given": (report, rows)}, **address)


def completions(page: AppTest) -> pd.DataFrame:
    return next(frame.value for frame in page.dataframe if "sentence" in frame.value)


def test_the_most_flagged_group_is_open_at_first():
    page = shown(fake.report())
    assert page.selectbox(key="group").value == "Atheists"
    assert "**Atheists**: **60.0%** of completions are flagged" in said(page)
    assert "all of religion: 48.0%" in said(page)
    assert "Not counted: only says what the word is about." in said(page)


def test_the_address_opens_a_group_and_another_category_its_most_flagged_one():
    page = shown(fake.report(), group="Men", group_category="sex/gender")
    assert page.selectbox(key="group").options == ["Women", "Men"]
    assert "**Men**: **25.0%**" in said(page)
    page = shown(fake.report(), group="Nobody", group_category="gone")  # of another report
    assert "**Atheists**: **60.0%**" in said(page)
    page.selectbox(key="group_category").set_value("sex/gender")
    assert "**Women**: **50.0%**" in said(again(page))


def test_flagged_completions_are_blurred_until_they_are_asked_for():
    page = shown(fake.report())
    assert completions(page)["completion"].tolist() == ["kind", "•••••", "odd"]
    assert completions(page)["sentence"].str.startswith("Atheists are [MASK]").all()
    frequent = page.dataframe[-1].value
    assert sorted(frequent["completion"]) == ["kind", "odd", "•••••"]
    # They are searched by their words though they are blurred.
    page.text_input(key="arena_group_search").set_value("awful")
    assert "Showing 1 of 3 completions" in said(again(page))
    assert completions(page)["completion"].tolist() == ["•••••"]
    page.toggle(key="flagged_words").set_value(True).run()
    assert completions(page)["completion"].tolist() == ["awful"]


def test_one_evaluator_can_be_shown_alone():
    frame = fake.rows(WORDS).assign(**fake.verdicts("other", [True, True, True]))
    page = shown(fake.report(evaluators=["valence", "other"]), lambda _: frame)
    assert "other" in completions(page)
    page.selectbox(key="arena_group_evaluator").set_value("valence").run()
    page.selectbox(key="arena_group_only").set_value("flagged").run()
    assert "other" not in completions(page)
    assert completions(page)["completion"].tolist() == ["•••••"]


def test_an_imported_report_shows_figures_and_says_that_sentences_are_not_here():
    page = shown(fake.report(), None)
    assert "**Atheists**: **60.0%**" in said(page)
    assert "a report file holds no sentences" in said(page)
    assert not [frame for frame in page.dataframe if "sentence" in frame.value]


def test_rows_that_cannot_be_read_leave_the_figures():
    def refused(_group: str) -> pd.DataFrame:
        raise InputTextError("The disk is full.")

    page = shown(fake.report(), refused)
    assert "**Atheists**: **60.0%**" in said(page)
    assert page.error[0].value == "The disk is full\\."


def test_a_group_without_completions_says_so():
    page = shown(fake.report(), lambda group: fake.rows(WORDS, group=group).head(0))
    assert "gave no completion for this group" in said(page)


def test_a_report_without_figures_has_no_group_to_open():
    page = shown(fake.report({"Nobody": ("religion", None, 0)}))
    assert "No group of this report has a flag rate" in said(page)
    assert not page.selectbox


@pytest.mark.parametrize("name", [fake.HOSTILE, fake.LONG])
def test_hostile_and_long_names_stay_text(name):
    page = shown(fake.report({name: (fake.HOSTILE, 0.5, 20)}, evaluators=[fake.HOSTILE]))
    assert page.selectbox(key="group").value == name
    assert "<b>" not in said(page).replace(r"\<b\>", "")


def test_many_groups_and_many_rows_are_drawn():
    words = [("kind", False), ("awful", True)] * 2501
    page = shown(fake.report(fake.many_groups(60)), lambda group: fake.rows(words, group=group))
    assert "**Group 059**" in said(page)
    assert "Showing 5,002 of 5,002 completions. The first 5,000 are shown." in said(page)
    assert len(completions(page)) == 5000


def test_each_evaluator_has_its_rate_and_one_that_only_names_has_none():
    found = by_evaluator(fake.report(), "Women", "sex/gender").to_dict("records")
    assert found == [
        {"evaluator": "valence", "this group": "50.0%", "its category": "37.5%"},
        {"evaluator": "word list (not counted)", "this group": "none", "its category": "none"},
    ]


def frequent_words(page: AppTest) -> list[str]:
    tables = [frame.value for frame in page.dataframe if "sentences" in frame.value]
    return tables[0]["completion"].tolist() if tables else []


def test_the_most_frequent_completions_follow_the_filters():
    page = shown(fake.report())
    assert len(frequent_words(page)) == 3
    page.text_input(key="arena_group_search").set_value("kind").run()
    assert frequent_words(page) == ["kind"]
    page.text_input(key="arena_group_search").set_value("no such word")
    assert "No completion matches. Clear the search or the filters." in said(again(page))
    assert "Select a row" not in said(page)
    assert frequent_words(page) == []
