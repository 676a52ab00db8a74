"""The Arena's reports on a shared server: each visitor's own, and the operator's to read."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from components.frame import session
from engine.core.spec import ModelSpec
from engine.evaluators.suite import CLASSIFIER, Evaluator, Suite
from engine.measures.arena.kept import keep
from engine.measures.arena.settings import ArenaSettings
from tests.components.arena.reports import RULES, prompts, report
from tests.components.drawn import drawn

pytestmark = pytest.mark.usefixtures("fresh_caches")


def visitor() -> None:
    import streamlit as st

    from components.frame import session
    from engine.core.errors import BiascopeError

    if "give" in st.session_state:
        session.arena.keep_report("mine.json", st.session_state.pop("give"))
    if "forget" in st.session_state:
        try:
            session.arena.forget_report(st.session_state.pop("forget"))
        except BiascopeError as error:
            st.text(str(error))
    for each in session.arena.reports():
        st.text(f"report {each['origin']}")


def visit(**asked: object) -> AppTest:
    return drawn(visitor, asked)


def shown(page: AppTest) -> list[str]:
    return [entry.value for entry in page.text]


def test_a_report_is_its_visitors_alone_and_written_nowhere(share, cache_folder):
    share()
    mine = visit(give=json.dumps(report()).encode())
    assert shown(mine) == ["report mine.json"]
    assert shown(visit()) == []
    assert not [path for path in cache_folder.rglob("*") if "arena" in str(path)]
    mine.run()
    assert shown(mine) == ["report mine.json"]
    mine.session_state["forget"] = report()["digest"]
    mine.run()
    assert shown(mine) == []


def test_a_visitor_deletes_only_an_own_report(share):
    made = report()
    keep(made, "theirs.json")
    share()
    refused, left = shown(visit(forget=made["digest"]))
    assert refused.startswith("Deleting a report that was here before is not possible here")
    assert left == "report theirs.json"


OF_A_FOLDER = Suite(
    "mine", (Evaluator("judge", CLASSIFIER, checkpoint="/home/me/judge", labels=RULES),)
)


def test_a_report_that_names_a_folder_is_not_shown(share):
    keep(report({"checkpoint": "/home/me/private/ours"}), "folder.json")
    keep(report(suite=OF_A_FOLDER), "judge.json")
    keep(report(seed=1), "shown.json")
    assert len(shown(visit())) == 3
    share()
    assert shown(visit()) == ["report shown.json"]


def test_the_report_of_a_model_is_not_found_where_its_evaluators_are_folders(share):
    spec, people = ModelSpec("bundled", "sha256:0"), prompts(2)
    keep(report(spec.identity(), prompt_set=people, suite=OF_A_FOLDER))
    assert session.arena.stored(spec, people, OF_A_FOLDER, ArenaSettings()) is not None
    share()
    assert session.arena.stored(spec, people, OF_A_FOLDER, ArenaSettings()) is None
