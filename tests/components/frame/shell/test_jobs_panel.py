"""The sidebar's jobs show their progress, why they failed, and obey their buttons."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest
from streamlit.testing.v1 import AppTest

from components.frame.present import explain
from components.frame.shell.jobs_panel import clock
from engine.storage import jobs
from engine.storage.jobs import spawn, table
from engine.storage.jobs.processes import mark_of
from tests.components.drawn import again, drawn, unescaped


def script() -> None:
    from components.frame.shell import jobs_panel

    jobs_panel.draw_jobs_panel()


@pytest.fixture(autouse=True)
def runners(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """No runner is started; what the panel asks for is counted."""
    asked: list[int] = []
    monkeypatch.setattr(spawn, "runner", lambda: asked.append(1))
    monkeypatch.setattr(spawn, "_last", time.monotonic())
    return asked


@pytest.fixture
def row() -> Callable[..., int]:
    """Write a job as a runner would have."""

    def write(title: str, state: str, **values: object) -> int:
        now = time.time()
        values = {
            "title": title,
            "argv": '["cache", "info"]',
            "state": state,
            "place": now,
            "created": now,
            "runner": mark_of(os.getpid()),
            **values,
        }
        marks = ", ".join("?" * len(values))
        with table.writing() as connection:
            connection.execute(
                f"INSERT INTO job ({', '.join(values)}) VALUES ({marks})", tuple(values.values())
            )
        return table.rows()[-1].id

    return write


def captions(page: AppTest) -> list[str]:
    return [unescaped(caption.value) for caption in page.sidebar.caption]


def labels(page: AppTest) -> list[str]:
    return [button.label for button in page.sidebar.button]


def test_without_jobs_nothing_is_drawn():
    page = drawn(script)
    assert not [*page.sidebar.markdown, *page.sidebar.caption, *page.sidebar.button]


def test_a_running_job_shows_how_far_it_is_and_what_is_left(row):
    row("CrowS-Pairs · CPS", "running", done=935, total=1508, pace=8.0, reported=time.time() + 60)
    page = drawn(script)
    assert page.sidebar.markdown[0].value == ":small[**CrowS\\-Pairs · CPS**]"
    assert captions(page)[0].startswith("935 of 1,508 · ")
    assert captions(page)[0].endswith(" left")
    assert labels(page) == ["Cancel"]


@pytest.mark.parametrize(
    ("jobs", "said", "buttons"),
    [
        ([("running", {})], ["starting …"], ["Cancel"]),
        (
            [("running", {"done": 0, "total": 1508})],
            ["0 of 1,508"],
            ["Cancel"],
        ),
        ([("running", {"done": 9, "total": 9})], ["9 of 9"], ["Cancel"]),
        ([("running", {}), ("queued", {})], ["starting …", "waiting: 1 job ahead"], ["Cancel"] * 2),
        (
            [("done", {"done": 3, "total": 3, "started": 100.0, "message": "Disk full."})],
            ["finished in 1:12 · Disk full."],
            ["Dismiss"],
        ),
        (
            [("cancelled", {"done": 256, "total": 1508})],
            ["cancelled · 256 of 1,508"],
            ["Resume", "Dismiss"],
        ),
    ],
    ids=["not begun", "nothing timed", "at its end", "waiting", "done", "cancelled"],
)
def test_a_job_says_how_far_it_is_or_how_it_ended(row, jobs, said, buttons):
    for state, values in jobs:
        row("one", state, finished=172.0, **values)
    page = drawn(script)
    assert captions(page) == said
    assert labels(page) == buttons


def test_a_failed_job_says_why_and_its_text_is_no_markup(row):
    title = "**bold** :red[x]"
    row(title, "failed", message="There is no file *a*.csv.", finished=time.time())
    page = drawn(script)
    assert captions(page) == ["failed · There is no file *a*.csv."]
    assert "\\*a\\*" in page.sidebar.caption[0].value
    assert page.sidebar.markdown[0].value == f":small[**{explain.plain(title)}**]"
    assert explain.plain(title) != title
    assert labels(page) == ["Resume", "Dismiss"]


def test_an_address_in_a_message_can_be_copied_as_it_is(row):
    message = "By hand: save https://a.example/b-c_d.csv as /home/me/b-c_d.csv."
    row("Fetch pairs", "failed", message=message, finished=time.time())
    assert [code.value for code in drawn(script).sidebar.code] == [f"failed · {message}"]


def test_work_comes_before_what_ended_and_only_the_last_of_that_is_shown(row):
    for number in range(6):
        row(f"old {number}", "done", started=0.0, finished=1.0 + number)
    row("works", "running")
    page = drawn(script)
    titles = [mark.value.removeprefix(":small[").strip("*]") for mark in page.sidebar.markdown]
    assert titles == ["works", "old 5", "old 4", "old 3"]


def test_a_waiting_job_is_cancelled_resumed_and_dismissed_by_its_buttons(row, runners):
    row("works", "running")
    number = row("waits", "queued")
    page = drawn(script)
    page.button(f"cancel_job_{number}").click().run()
    assert jobs.job(number).state == "cancelled"
    page.button(f"resume_job_{number}").click().run()
    assert jobs.job(number).state == "queued"
    page.button(f"cancel_job_{number}").click().run()
    page.button(f"forget_job_{number}").click()
    again(page)
    assert [job.title for job in jobs.jobs()] == ["works"]


def test_a_list_that_cannot_be_read_is_said_and_the_page_goes_on(cache_folder):
    (cache_folder / "jobs.sqlite").write_bytes(b"no database, but long enough to look" * 40)
    page = drawn(script)
    assert "cannot be read" in captions(page)[0]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0, "0:00"), (59.6, "1:00"), (72, "1:12"), (3725, "1:02:05"), (-1, "0:00")],
)
def test_time_is_written_as_on_a_clock(seconds, text):
    assert clock(seconds) == text
