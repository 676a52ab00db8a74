"""The Arena's reports on a shared server: each visitor's own, and the operator's to read."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from components import session
from engine.evaluators.suite import CLASSIFIER, Evaluator, Suite
from engine.measures.arena.kept import keep
from engine.measures.arena.settings import Settings
from engine.spec import ModelSpec
from tests.components.arena.reports import RULES, prompts, report

pytestmark = pytest.mark.usefixtures("fresh_caches")


def visitor() -> None:
    import streamlit as st

    from components import session
    from engine.errors import BiascopeError

    if "give" in st.session_state:
        session.keep_arena_report("mine.json", st.session_state.pop("give"))
    if "forget" in st.session_state:
        try:
            session.forget_arena_report(st.session_state.pop("forget"))
        except BiascopeError as error:
            st.text(str(error))
    for each in session.arena_reports():
        st.text(f"report {each['origin']}")


def visit(**asked: object) -> AppTest:
    page = AppTest.from_function(visitor, default_timeout=60)
    for key, value in asked.items():
        page.session_state[key] = value
    page.run()
    assert not page.exception
    return page


def shown(page: AppTest) -> list[str]:
    return [entry.value for entry in page.text]


def test_a_report_is_seen_by_its_visitor_alone_and_written_nowhere(share, cache_folder):
    share()
    mine = visit(give=json.dumps(report()).encode())
    assert shown(mine) == ["report mine.json"]
    assert shown(visit()) == []
    assert not [path for path in cache_folder.rglob("*") if "arena" in str(path)]
    mine.run()
    assert shown(mine) == ["report mine.json"]


def test_a_visitor_deletes_only_an_own_report(share):
    made = report()
    keep(made, "theirs.json")
    share()
    page = visit(forget=made["digest"])
    refused, left = shown(page)
    assert refused.startswith("Deleting a report that was here before is not possible here")
    assert left == "report theirs.json"


def test_an_own_report_can_be_deleted(share):
    made = report()
    share()
    page = visit(give=json.dumps(made).encode())
    page.session_state["forget"] = made["digest"]
    page.run()
    assert shown(page) == []


def test_a_report_that_names_a_folder_is_not_shown(share):
    keep(report({"checkpoint": "/home/me/private/ours"}), "folder.json")
    judge = Evaluator("judge", CLASSIFIER, checkpoint="/home/me/judge", labels=RULES)
    keep(report(suite=Suite("mine", (judge,))), "judge.json")
    keep(report(seed=1), "shown.json")
    assert len(shown(visit())) == 3
    share()
    assert shown(visit()) == ["report shown.json"]


def test_the_report_of_a_model_is_not_found_where_its_evaluators_are_folders(share):
    judge = Evaluator("judge", CLASSIFIER, checkpoint="/home/me/judge", labels=RULES)
    suite, people = Suite("mine", (judge,)), prompts(2)
    spec = ModelSpec("bundled", "sha256:0")
    keep(report(spec.identity(), prompt_set=people, suite=suite))
    assert session.arena_stored(spec, people, suite, Settings()) is not None
    share()
    assert session.arena_stored(spec, people, suite, Settings()) is None
