"""The evaluators' own baseline and their agreement, as the page shows them."""

from __future__ import annotations

import math

import pytest
from streamlit.testing.v1 import AppTest

from components.arena.audit import alpha_text, baseline_rows
from tests.components.arena import fake_reports as fake
from tests.components.drawn import again, drawn, said


def script() -> None:
    import streamlit as st

    from components.arena import audit

    audit.draw_audit(st.session_state["given"])


def audited(report) -> AppTest:
    return drawn(script, {"given": report})


def groups(page: AppTest) -> list[str]:
    return next(frame.value for frame in page.dataframe if "group" in frame.value)["group"].tolist()


def test_rates_and_baselines_are_in_percent_and_their_difference_in_points():
    groups = {**fake.GROUPS, "Nobody": ("religion", None, 0)}
    rows = baseline_rows(fake.report(groups), "valence").set_index("group")
    men, nobody = rows.loc["Men"], rows.loc["Nobody"]
    assert (men["rate"], men["baseline"], men["n"]) == (25, 30, 80)
    assert men["difference"] == pytest.approx(-5)
    assert (men["difference_low"], men["difference_high"]) == pytest.approx((-15, 5))
    assert math.isnan(nobody["rate"])  # without a verdict
    assert math.isnan(nobody["difference"])


def test_the_baseline_is_explained_and_can_be_subtracted_and_filtered_by_category():
    page = audited(fake.report(evaluators=["UnBIAS", "d4data"]))
    assert "neutral word in place of the model's" in said(page)
    assert "Rings: neutral words" in said(page)
    page.toggle(key="subtract_baseline").set_value(True)
    assert "Completions minus neutral words" in said(again(page))
    # Groups are sorted by what is shown.
    assert groups(page) == ["Atheists", "Women", "Muslims", "Men"]
    page.selectbox(key="baseline_category").set_value("sex/gender").run()
    assert groups(page) == ["Women", "Men"]


def test_a_baseline_that_is_zero_by_definition_is_one_sentence():
    report = fake.report()
    for entry in report["baseline"]["valence"]["by_group"].values():
        entry["flag_rate"] = 0.0
    page = audited(report)
    assert "By definition, valence compares the model's word with a neutral word" in said(page)
    assert "the baseline is 0 for every group" in said(page)
    assert not page.toggle
    assert not page.selectbox
    assert not page.dataframe
    assert page.get("plotly_chart") == []


def test_a_measured_baseline_is_drawn_whatever_its_kind():
    report = fake.report(evaluators=["UnBIAS"])
    for entry in report["baseline"]["UnBIAS"]["by_group"].values():
        entry["flag_rate"] = 0.0
    assert audited(report).toggle(key="subtract_baseline")


def test_a_report_without_a_baseline_says_so():
    page = audited(fake.report() | {"baseline": {}})
    assert "This report has no baseline" in said(page)
    assert not page.selectbox


def test_an_evaluator_without_verdicts_on_a_category_says_so():
    page = audited(fake.report({**fake.GROUPS, "Nobody": ("none", None, 0)}))
    page.selectbox(key="baseline_category").set_value("none").run()
    assert "valence gave no verdict on these groups" in said(page)


def test_many_groups_are_cut_in_the_figure_alone():
    page = audited(fake.report(fake.many_groups(60)))
    assert "The first 40 of 60 groups" in said(page)
    assert len(groups(page)) == 60


def test_three_evaluators_are_compared_two_by_two():
    page = audited(fake.report(evaluators=["a", "b", "c"]))
    pairs = next(frame.value for frame in page.dataframe if "evaluators" in frame.value)
    assert pairs["evaluators"].tolist() == ["a and b", "a and c", "b and c"]
    assert pairs["alpha"].tolist() == ["0.70"] * 3


def test_names_that_look_like_markup_stay_text():
    groups = {fake.HOSTILE: (fake.HOSTILE, 0.5, 20), fake.LONG: ("long", 0.2, 20)}
    page = audited(fake.report(groups, evaluators=[fake.HOSTILE, fake.LONG]))
    assert "<b>" not in said(page).replace(r"\<b\>", "")


def test_no_alpha_is_a_word():
    assert alpha_text(None) == "none"
    assert alpha_text(-0.126) == "−0.13"
