"""The jobs in the sidebar: their progress, and buttons to cancel, resume or dismiss them.

It refreshes itself only while a job runs or waits; where there are no jobs, nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from components.frame import session
from components.frame.present import click, explain
from engine.core.errors import BiascopeError
from engine.core.wording import counted

if TYPE_CHECKING:
    from engine.storage.jobs import Job

_EVERY = 1.0  # seconds between two refreshes
_ENDED = 3  # ended jobs that are still shown
_TITLE = 44  # characters of a title


def draw_jobs_panel() -> None:
    """Draw the panel in the sidebar."""
    # A place of its own also where there is no job: what is below would move otherwise.
    place = st.sidebar.container()
    listed, failure = _listed()
    if not listed and not failure:
        return
    active = any(job.active for job in listed)

    @st.fragment(run_every=_EVERY if active else None)
    def panel() -> None:
        jobs, problem = _listed()
        if active and not any(job.active for job in jobs):
            st.rerun()  # ends the refreshing, and lets the page show the results
        if problem:
            st.caption(explain.plain(problem))
        for job in _shown(jobs):
            _card(job, ahead(job, jobs))

    with place:
        panel()


def _listed() -> tuple[list[Job], str]:
    """All jobs, or why they cannot be read; the page goes on without them."""
    try:
        return session.background.all_jobs(), ""
    except BiascopeError as error:
        return [], str(error)


def _shown(jobs: list[Job]) -> list[Job]:
    """Running jobs first, then waiting ones, then those that ended last."""
    ended = sorted(
        (job for job in jobs if not job.active), key=lambda job: -(job.finished or job.created)
    )
    running = [job for job in jobs if job.state == "running"]
    return [*running, *(job for job in jobs if job.state == "queued"), *ended[:_ENDED]]


def ahead(job: Job, jobs: list[Job]) -> int:
    """Jobs that come before this one."""
    return sum(other.active and (other.place, other.id) < (job.place, job.id) for other in jobs)


def _card(job: Job, ahead: int) -> None:
    long = len(job.title) > _TITLE
    title = f"{job.title[: _TITLE - 1]}…" if long else job.title
    with st.container(border=True, gap="xsmall", key=f"job_{job.id}"):
        st.markdown(
            f":small[**{explain.plain(title)}**]", help=explain.plain(job.title) if long else None
        )
        if job.state == "running":
            st.progress(min(1.0, job.done / job.total) if job.total else 0.0)
        # Wraps: a button is after a short line, and below a long one.
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            _line(status(job, ahead))
            with st.container(horizontal=True, gap="small", width="content"):
                _buttons(job)


def _line(text: str) -> None:
    """A line on a job; one with a web address as code, so that the address can be copied."""
    if "://" in text:
        st.code(text, language=None, wrap_lines=True)
    else:
        st.caption(explain.plain(text), width="content")


def status(job: Job, ahead: int) -> str:
    """One line on the progress of a job, or how it ended."""
    count = f"{job.done:,} of {job.total:,} {job.unit}".rstrip() if job.total else ""
    if job.state == "queued":
        return f"waiting: {counted(ahead, 'job')} ahead" if ahead else "starting …"
    if job.stopping:
        return f"{count} · stopping …" if count else "stopping …"
    if job.state == "running":
        pieces = [count or "starting …", _left(job), job.message]
        return " · ".join(filter(None, pieces))
    if job.state == "done":
        duration = clock((job.finished or 0) - (job.started or 0))
        return " · ".join(filter(None, [f"finished in {duration}", job.message]))
    message = job.message if job.state != "cancelled" else ""
    return " · ".join(filter(None, [job.state, count if job.state != "failed" else "", message]))


def _left(job: Job) -> str:
    """How long a running job is going to take; empty until its pace shows.

    The page that offers the work may estimate it, so this does not say that it is unknown.
    """
    left = job.seconds_left()
    return "" if left is None else f"{clock(left)} left"


def clock(seconds: float) -> str:
    """Time as 1:12, or 2:05:00 above an hour."""
    minutes, rest = divmod(round(max(0.0, seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _buttons(job: Job) -> None:
    came = [click.came_of(f"{name}_job_{job.id}") for name in ("cancel", "resume", "forget")]
    if "" in came:
        st.rerun()
    if job.active:
        if not job.stopping:
            _button("Cancel", "cancel", job, session.background.cancel_job)
    else:
        if job.resumable:
            _button("Resume", "resume", job, session.background.resume_job)
        _button("Dismiss", "forget", job, session.background.forget_job)
    for problem in filter(None, came):
        st.caption(explain.plain(problem))


def _button(label: str, name: str, job: Job, act: Callable[[int], None]) -> None:
    click.button(label, f"{name}_job_{job.id}", act, job.id, type="tertiary")
