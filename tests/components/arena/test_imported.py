"""Kept reports: importing them, refusing what is none, exporting and deleting."""

from __future__ import annotations

import json
from datetime import datetime

import pytest
from streamlit.testing.v1 import AppTest

from components.arena import imported as kept_table
from components.arena import report_names
from components.arena.imported import outcome
from components.frame import session
from engine.measures.arena.kept import keep, kept_reports
from engine.measures.arena.schema import digest_of
from tests.components.arena import fake_reports as fake
from tests.components.arena import reports
from tests.components.drawn import again, drawn, said


def script() -> None:
    from components.arena import imported

    imported.draw_arena_imported()


@pytest.fixture
def page() -> AppTest:
    return drawn(script)


def upload(page: AppTest, report: dict, name: str = "theirs.json") -> AppTest:
    box = page.file_uploader(key="arena_report_file_0")
    box.upload(name, json.dumps(report).encode(), "application/json")
    return again(page)


def kept() -> list[str]:
    return [entry.report["label"] for entry in kept_reports()]


def test_an_imported_report_is_kept_and_listed_with_where_it_came_from(page):
    upload(page, reports.report())
    assert page.success[0].value == r"theirs\.json is kept as biascope\-mini\."
    (row,) = page.dataframe[0].value.to_dict("records")
    assert row["model"] == "biascope-mini"
    assert row["from"] == "theirs.json"
    assert row["evaluators"] == "demo"
    assert row["sentences"] == "132 of made-up sentences 1"
    assert row["variant"] == "top-1 word, plain mask, pooled flags"
    assert row["kept since"] == f"{datetime.now():%Y-%m-%d}"
    assert kept() == ["bundled"]


def test_a_deleted_report_is_not_imported_again_by_the_next_run(page):
    upload(page, reports.report())
    session.arena.forget_report(kept_reports()[0].report["digest"])
    page.run()
    assert kept() == []
    assert "No report is kept yet" in said(page)
    assert not page.dataframe


def test_what_is_no_report_is_refused_in_a_sentence_and_nothing_is_kept(page):
    upload(page, reports.report() | {"label": "another"})
    assert "cannot be trusted" in page.error[0].value
    assert page.error[0].value.count("theirs") == 1
    assert not page.success
    assert kept() == []


def test_a_report_of_other_evaluators_is_kept_and_said_not_to_be_ranked():
    def shown() -> None:
        from components.arena import imported
        from tests.components.arena import reports

        imported.draw_arena_imported(reports.report())

    page = drawn(shown)
    upload(page, reports.report(suite=reports.CLASSIFIERS))
    assert "not ranked with the result above" in page.info[0].value
    assert "two classifiers, not demo" in page.info[0].value
    assert not page.success
    assert len(kept()) == 1


def test_an_import_is_held_against_the_report_of_the_page():
    mine, theirs = reports.report(), reports.masked("1-1")
    assert outcome("a.json", theirs, mine) == (
        "a.json is kept as biascope-mini, head 1-1 switched off.",
        True,
    )
    fewer = reports.report(prompt_set=reports.prompts(5))
    assert outcome("a.json", fewer, mine) == (
        "a.json is kept as biascope-mini. It is not ranked with the result above. Other sentences: "
        "55 of made-up sentences 1, not 132.",
        False,
    )
    assert outcome("a.json", fewer, None) == ("a.json is kept as biascope-mini.", True)


def test_rows_of_masks_and_sentences_are_told_apart():
    heads = ("1-1", "1-2", "1-3", "1-4")
    frame = kept_table.kept_rows(
        [reports.report(), reports.masked(*heads), reports.report(prompt_set=reports.prompts(5))]
    )
    assert list(frame["model"]) == [
        "biascope-mini",
        "biascope-mini, heads 1-1, 1-2, 1-3, 1-4 switched off",
        "biascope-mini",
    ]
    assert len(frame[["model", "sentences"]].drop_duplicates()) == 3
    assert {*frame["kept since"], *frame["from"]} == {"not recorded"}


def test_the_same_model_on_other_sentences_has_another_name():
    named = report_names.by_name([reports.report(), reports.report(prompt_set=reports.prompts(5))])
    assert list(named) == [
        "biascope-mini · 132 of made-up sentences 1",
        "biascope-mini · 55 of made-up sentences 1",
    ]


def test_an_exported_report_can_be_imported_again():
    mine = reports.report()
    entry = {**mine, "origin": "measured here", "added": 1.0}
    again = json.loads(kept_table.as_json(entry))
    assert again == json.loads(json.dumps(mine))
    assert digest_of(again) == again["digest"]


def test_two_kept_reports_are_compared_once_the_user_asks(page):
    keep(reports.report(rate=0.1))
    keep(reports.masked("1-1", rate=0.9, seed=1))
    page.run()
    assert not page.selectbox
    page.toggle(key="compare_kept").set_value(True)
    assert "are flagged **more often**" in said(again(page))


def test_kept_reports_of_different_suites_are_not_compared(page):
    keep(reports.report())
    keep(reports.report(suite=reports.CLASSIFIERS))
    page.run()
    page.toggle(key="compare_kept").set_value(True)
    assert "No two of these reports have the same sentences" in said(again(page))
    assert not page.error
    assert not page.selectbox


def select_first(page: AppTest, monkeypatch) -> AppTest:
    """Draw the page as if the first row of the list were selected."""
    import streamlit as st

    drawn = st.dataframe

    def selected(frame, **options):
        drawn(frame, **options)
        return {"selection": {"rows": [0]}}

    monkeypatch.setattr(st, "dataframe", selected)
    return again(page)


def test_the_selected_report_is_deleted_after_confirmation(page, monkeypatch):
    keep(reports.report())
    select_first(page, monkeypatch)
    assert "This deletes the kept copy" in said(page)
    assert "made again from the model's stored results" in said(page)
    assert (
        "**biascope\\-mini · 132 of made\\-up sentences 1 · demo · top\\-1 word, plain mask, "
        "pooled flags**"
    ) in said(page)
    page.button(key="delete_arena_report").click()
    again(page)
    assert kept() == []


def test_a_report_that_cannot_be_deleted_says_why(page, monkeypatch):
    from engine.core.errors import StorageError

    def refused(_digest: str) -> None:
        raise StorageError("The disk is read-only.")

    keep(reports.report())
    monkeypatch.setattr(session.arena, "forget_report", refused)
    select_first(page, monkeypatch)
    page.button(key="delete_arena_report").click().run()
    assert page.error[0].value == r"The disk is read\-only\."


def test_hostile_names_of_files_and_models_stay_text(page):
    upload(page, reports.report({"checkpoint": fake.HOSTILE}), "<b>a.json")
    assert page.success[0].value.startswith(r"\<b\>a\.json is kept as a\.example\)")


def test_a_kept_report_is_ranked_with_those_of_the_same_sentences_whatever_the_page_shows(
    page, monkeypatch
):
    for name, rate in (("a", 0.2), ("b", 0.9)):
        keep(reports.report({"checkpoint": name}, rate))
    keep(reports.report({"checkpoint": "c"}, prompt_set=reports.prompts(5)))
    select_first(page, monkeypatch)
    assert not page.get("plotly_chart")
    page.toggle(key="rank_kept").set_value(True).run()
    assert [chart.key for chart in page.get("plotly_chart")] == ["kept_ranking"]
    told = said(page)
    ranked_apart = {"The two models clearly differ" in told, "Only one model so far" in told}
    assert ranked_apart == {True, False}  # by which report is listed first
    assert any("not ranked here" in box.label for box in page.expander)
