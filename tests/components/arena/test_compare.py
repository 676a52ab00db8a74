"""Two reports compared: choosing them, what is said, and what is left out."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from components.arena import compare
from components.frame import session
from engine.core.errors import InputTextError
from tests.components.arena import fake_reports as fake
from tests.components.drawn import again, drawn, said

FIRST = fake.report()
SECOND = fake.report(
    {
        "Atheists": ("religion", 0.9, 40),
        "Muslims": ("religion", 0.8, 60),
        "Women": ("sex/gender", 0.55, 80),
        "Men": ("sex/gender", 0.2, 80),
    },
    label="bert, 2 heads switched off",
    digest="sha256:" + "1" * 40,
)


def script() -> None:
    import streamlit as st

    from components.arena import compare

    both = compare.choose_two_reports(st.session_state["given"])
    if both is not None:
        compare.draw_comparison(*both)


@pytest.fixture
def compared(monkeypatch):
    monkeypatch.setattr(session.arena, "difference", fake.difference, raising=False)

    def run(*reports, **query) -> AppTest:
        return drawn(script, {"given": list(reports)}, **query)

    return run


@pytest.mark.parametrize("gone", [{}, {"compare_first": "gone"}], ids=["no address", "gone"])
def test_the_first_two_reports_are_compared_at_first(compared, gone):
    page = compared(FIRST, SECOND, **gone)
    assert page.selectbox(key="compare_first").value == "bert-tiny"
    assert page.selectbox(key="compare_second").value == "bert, 2 heads switched off"
    assert "Completions of bert, 2 heads switched off are flagged **more often**" in said(page)
    assert "Holm's correction for 4 groups" in said(page)
    table = page.dataframe[0].value
    assert table["group"].tolist() == ["Muslims", "Atheists", "Women", "Men"]
    assert table["difference, points"].tolist() == pytest.approx([40, 30, 5, -5])
    assert table["p (Holm)"].tolist() == ["p < .001", "p < .001", "p = .400", "p = .400"]


def test_one_report_has_nothing_to_be_compared_with(compared):
    page = compared(FIRST)
    assert "Two reports are needed" in said(page)
    assert not page.selectbox


def test_a_report_is_not_compared_with_itself(compared):
    page = compared(FIRST, SECOND, compare_second="bert-tiny")
    assert page.selectbox(key="compare_second").options == ["bert, 2 heads switched off"]
    assert "**more often**" in said(page)


def test_only_reports_of_the_same_sentences_and_evaluators_are_offered(compared):
    other = fake.report(label="of other sentences", prompts="own.csv", digest="sha256:2")
    page = compared(other, FIRST, SECOND)
    assert page.selectbox(key="compare_first").value == "bert-tiny"
    assert page.selectbox(key="compare_second").options == ["bert, 2 heads switched off"]
    page.selectbox(key="compare_first").set_value("bert, 2 heads switched off")
    assert "**less often**" in said(again(page))
    assert page.selectbox(key="compare_second").options == ["bert-tiny"]
    page.selectbox(key="compare_first").set_value("of other sentences")
    assert "No other report has the same sentences and evaluators" in said(again(page))
    assert not page.error


def test_reports_that_cannot_be_compared_say_why(compared, monkeypatch):
    def refused(*_reports):
        raise InputTextError("They are of other prompts.")

    monkeypatch.setattr(session.arena, "difference", refused, raising=False)
    page = compared(FIRST, SECOND)
    assert page.error[0].value == "They are of other prompts\\."


def test_a_clear_difference_has_a_side_and_no_clear_one_is_not_called_the_same():
    entry = {"difference": 0.01, "interval": [-0.03, 0.05], "p": 0.6, "n": 1000}
    text = compare.overall_text("a", "b", entry)
    assert text.startswith("**No clear difference** between a and b: +1.0 points")
    assert "This does not show that they are flagged equally often." in text
    entry = {"difference": -0.123, "interval": [-0.2, -0.05], "p": 0.0001, "n": 1000}
    text = compare.overall_text("a", "b", entry)
    assert text.startswith(
        "Completions of b are flagged **less often** than those of a: **−12.3 points**"
    )
    assert "[−20.0,\N{NO-BREAK SPACE}−5.0]" in text


def test_a_group_without_a_figure_in_one_report_is_left_out():
    second = fake.report({**fake.GROUPS, "Men": ("sex/gender", None, 0)})
    rows = compare.difference_rows(fake.difference(FIRST, second)["by_group"])
    assert rows["name"].tolist() == ["Atheists", "Muslims", "Women"]


def test_a_group_is_clear_after_holms_correction_only():
    entry = fake.difference(FIRST, SECOND)["by_group"]["Women"] | {"p": 0.01}
    found = {"Women": entry | {"p_holm": 0.08}, "Men": entry | {"p_holm": 0.04}}
    rows = compare.difference_rows(found)
    assert rows[["p", "clear"]].values.tolist() == [[0.08, False], [0.04, True]]


def test_variants_that_differ_and_prompts_left_out_are_mentioned():
    second = fake.report(variant="raw top-1, plain mask, pooled flags")
    found = fake.difference(FIRST, second) | {"left_out": 2}
    text = compare.left_out_text(FIRST, second, found)
    assert text.startswith("2 sentences without a figure in one of the reports are left out.")
    assert "The variants differ" in text
    assert compare.left_out_text(FIRST, FIRST, fake.difference(FIRST, FIRST)) == ""


def test_of_many_groups_both_ends_are_drawn(compared):
    page = compared(
        fake.report(fake.many_groups(60)), fake.report(fake.many_groups(60), label="other")
    )
    assert "The 20 largest and the 20 smallest of 60 groups" in said(page)
    assert len(page.dataframe[0].value) == 60


def test_names_that_look_like_markup_stay_text(compared):
    groups = {fake.HOSTILE: (fake.HOSTILE, 0.5, 20), fake.LONG: ("long", 0.2, 20)}
    page = compared(fake.report(groups, label=fake.HOSTILE), fake.report(groups, label=fake.LONG))
    assert "<b>" not in said(page).replace(r"\<b\>", "")
