"""Offering long work: the button, the job that runs, and a queue that cannot be written."""

from __future__ import annotations

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from components.frame import session
from components.frame.widgets.background import has_grown
from engine.core.errors import StorageError
from tests.components.drawn import again, drawn


def script() -> None:
    import streamlit as st

    from components.frame.widgets.background import Work, offer
    from engine.command_line.command import Command

    names = st.session_state.get("jobs", ["cps"])
    asked = {name: Command(("pairs", "own.csv", "--measure", name)) for name in names}
    commands = {f"Pairs · {name}": command for name, command in asked.items()}
    work = Work(commands, 100, 10, lambda: st.session_state["known"])
    now = (lambda: st.button("Score now", key="now")) if "waits" in st.session_state else None
    asked = st.session_state.get("asked", "")
    status, pieces = "**10** of 100 pairs are scored.", "whole" not in st.session_state
    if offer(work, status, "Score the rest", "job", now, piecemeal=pieces, asked=asked):
        st.text("scored at once")
    st.text("the page goes on")


class Queue:
    """Jobs that were submitted, and are running unless they ended."""

    def __init__(self) -> None:
        self.running: list[tuple[str, ...]] = []
        self.titles: list[str] = []

    def submit(self, title, command) -> int:
        self.titles.append(title)
        self.running.append(command.normalised())
        return len(self.running)

    def job_of(self, command):
        return object() if command.normalised() in self.running else None


@pytest.fixture
def queue(monkeypatch) -> Queue:
    found = Queue()
    monkeypatch.setattr(session.background, "submit_command", found.submit)
    monkeypatch.setattr(session.background, "job_of", found.job_of)
    return found


def offered(**state) -> AppTest:
    return drawn(script, {"known": 10, **state})


def texts(page) -> str:
    parts = (page.markdown, page.caption, page.text, page.error)
    return " ".join(entry.value for part in parts for entry in part)


def test_what_is_asked_is_a_heading_until_there_is_an_answer(queue):
    page = offered(asked="Which sentence does it prefer?")
    assert [header.value for header in page.header] == ["Which sentence does it prefer?"]
    assert not offered().header


def test_the_rest_is_offered_then_runs_and_is_offered_again_once_it_has_ended(queue):
    page = offered()
    assert "**10** of 100 pairs are scored." in texts(page)
    assert "keeps running if you leave this page" in texts(page)
    page.button(key="job").click().run()
    assert queue.titles == ["Pairs · cps"]
    assert "A job is running; see the sidebar. Results appear as they arrive." in texts(page)
    assert "arrive" not in texts(offered(whole=True))  # nothing is shown before the end
    assert not page.button
    assert "the page goes on" in texts(page)
    queue.running.clear()
    assert [button.label for button in again(page).button] == ["Score the rest"]


def test_a_click_whose_run_is_lost_to_a_poll_starts_the_job_all_the_same(queue, monkeypatch):
    """Streamlit then calls the callback, and gives the button's value to no run."""
    button = st.button

    def lost(*given, **options):
        button(*given, **options)
        return False

    page = offered()
    monkeypatch.setattr(st, "button", lost)
    page.button(key="job").click().run()
    assert queue.titles == ["Pairs · cps"]
    assert "A job is running" in texts(page)


def test_of_several_jobs_only_those_that_do_not_run_are_submitted(queue):
    page = offered(jobs=["cps"])
    page.button(key="job").click().run()
    page = offered(jobs=["cps", "aul", "sss"])
    page.button(key="job").click().run()
    assert queue.titles == ["Pairs · cps", "Pairs · aul", "Pairs · sss"]
    assert "Jobs are running" in texts(page)


def test_what_a_user_may_wait_for_has_a_button_of_its_own_until_a_job_runs(queue):
    page = offered(waits=True)
    page.button(key="now").click().run()
    assert "scored at once" in texts(page)
    assert queue.titles == []
    page.button(key="job").click().run()
    assert not page.button


def test_a_full_disk_is_said_in_a_sentence_and_the_page_goes_on(queue, monkeypatch):
    def full(*_):
        raise StorageError("The list of jobs cannot be written. Free some space.")

    monkeypatch.setattr(session.background, "submit_command", full)
    page = offered()
    page.button(key="job").click()
    (error,) = again(page).error
    assert "Free some space" in error.value
    assert "the page goes on" in texts(page)
    assert [button.label for button in page.button] == ["Score the rest"]


def test_a_queue_that_cannot_be_read_leaves_the_offer(queue, monkeypatch):
    def unreadable(_):
        raise StorageError("The list of jobs cannot be read.")

    monkeypatch.setattr(session.background, "job_of", unreadable)
    page = offered()
    assert [button.label for button in page.button] == ["Score the rest"]
    assert not page.error


@pytest.mark.parametrize(
    ("known", "shown", "total", "grown"),
    [
        *((10, 10, 100, False), (14, 10, 100, False), (15, 10, 100, True), (100, 99, 100, True)),
        *((50, 0, 5000, False), (51, 0, 5000, True)),
    ],
)
def test_the_page_is_drawn_again_only_when_clearly_more_is_known(known, shown, total, grown):
    assert has_grown(known, shown, total) == grown


def test_a_running_job_draws_the_page_again_when_more_is_known(queue, monkeypatch):
    runs = []
    page = offered()
    page.button(key="job").click().run()
    monkeypatch.setattr(st, "rerun", lambda: runs.append("page"))
    page.run()
    assert runs == []
    page.session_state["known"] = 60
    page.run()
    assert runs == ["page"]


def test_a_running_job_says_on_the_page_how_far_it_is(queue):
    page = offered()
    page.button(key="job").click().run()
    bars = page.get("progress")
    assert [(bar.proto.value, bar.proto.text) for bar in bars] == [(10, "10 of 100")]
    assert not offered(whole=True).get("progress")  # nothing is known before the end
