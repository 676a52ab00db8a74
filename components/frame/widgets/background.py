"""Long work in the background: how much is known, the button that starts the rest, and waiting.

Every page offers its long work through `offer`, so that a job is recognised, watched and
refused in the same way everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st

from components.frame import session
from components.frame.present import click, explain, first_screen
from engine.command_line.command import Command
from engine.core.errors import BiascopeError
from engine.server import shared

_GROWTH, _SHARE, _MOST = 1.15, 1 / 30, 50
_EVERY = 3  # seconds between looks at a running job


@dataclass(frozen=True)
class Work:
    """What has to be computed before a page can show all of it.

    Args:
        commands: title of a job -> what it runs; most work is one job.
        total: items in all.
        shown: items that the page shows now.
        known: counts the items whose values are known by now.
    """

    commands: Mapping[str, Command]
    total: int
    shown: int
    known: Callable[[], int]

    @property
    def waiting(self) -> dict[str, Command]:
        """The commands that no job is running for."""
        return {title: asked for title, asked in self.commands.items() if not is_running(asked)}


def offer(
    work: Work,
    status: str,
    label: str,
    key: str,
    at_once: Callable[[], bool] | None = None,
    hint: str | None = None,
    piecemeal: bool = True,
    asked: str = "",
) -> bool:
    """Draw how much is there, and the button that starts the rest, or watch the job that runs.

    A shared server runs no jobs: the commands are shown instead.

    Args:
        status: how much is known (markdown).
        label: of the button.
        key: of the button.
        at_once: draws a button beside it that computes while the user waits, and returns
            whether it is pressed.
        hint: tooltip of the button.
        piecemeal: whether the page shows results before the job has ended.
        asked: question that the work answers, a heading where the answer will be (markdown of
            ours); empty where an answer is there, or the heading of another model's.

    Returns:
        Whether the button of `at_once` is pressed; never while a job runs.
    """
    came = click.came_of(key)
    if came == "":
        st.rerun()
    if asked:
        first_screen.draw_question(asked, key)
    with st.container(border=True):
        st.markdown(status)
        waiting = work.waiting
        if not waiting:
            several = len(work.commands) > 1
            running = "Jobs are running" if several else "A job is running"
            arriving = " Results appear as they arrive." if piecemeal else ""
            st.caption(f"{running}; see the sidebar.{arriving}")
            _watch(work, piecemeal)
            return False
        if shared.is_shared():
            return _on_own_machine(work, at_once)
        with st.container(horizontal=True, vertical_alignment="center"):
            pressed = at_once is not None and at_once()
            kind = "secondary" if at_once else "primary"
            begun = click.button(label, key, _submit, waiting, type=kind, help=hint)
        _told(begun, came, key, _submit, waiting)
        st.caption("It keeps running if you leave this page or close the tab.")
    return pressed


def _on_own_machine(work: Work, at_once: Callable[[], bool] | None) -> bool:
    """What a shared server shows in place of a job; whether the button of `at_once` is pressed."""
    pressed = at_once is not None and at_once()
    st.caption(
        "This Biascope is shared by several people and runs no long jobs. On your own machine, run:"
    )
    lines = [command.line() for command in work.commands.values()]
    st.code("\n".join(lines), language="bash", wrap_lines=True)
    return pressed


def is_running(command: Command) -> bool:
    """Whether a job computes what a command does, or waits to."""
    try:
        return session.background.job_of(command) is not None
    except BiascopeError:
        return False  # the sidebar says that the jobs cannot be read


def has_grown(known: int, shown: int, total: int) -> bool:
    """Whether so much more is known than shown that drawing it anew is worth the wait.

    Args:
        known: items whose values are known now.
        shown: those that the page shows.
        total: items in all.
    """
    return known == total or known > shown * _GROWTH + min(_MOST, total * _SHARE)


def button(
    label: str,
    key: str,
    act: Callable[..., Any],
    *args: Any,
    icon: str | None = None,
    kind: Literal["primary", "secondary"] = "primary",
) -> None:
    """Draw a button that starts work in the background and draws the page again.

    A shared server runs nothing in the background, so the button is not there.
    """
    if shared.is_shared():
        return
    came = click.came_of(key)
    if came == "":
        st.rerun()
    _told(click.button(label, key, act, *args, type=kind, icon=icon), came, key, act, *args)


def _told(pressed: bool, came: str | None, key: str, act: Callable[..., Any], *args: Any) -> None:
    """Say what was wrong, or draw the page again.

    Args:
        pressed: what the button says; its callback has come before, if it was called at all.
        came: what came of the callback.
    """
    if pressed and came is None:
        click.act_once(key, act, *args)
        came = click.came_of(key)
    if came:
        st.error(explain.plain(came), icon=":material/info:")
    elif came is not None:
        st.rerun()


def _submit(commands: Mapping[str, Command]) -> None:
    for title, command in commands.items():
        if not is_running(command):  # since the button was drawn
            session.background.submit_command(title, command)


def _watch(work: Work, piecemeal: bool) -> None:
    """Draw how far a job is, and the page again when there is clearly more to show or it has ended.

    Args:
        piecemeal: whether values are known before it has ended.
    """

    @st.fragment(run_every=_EVERY)
    def look() -> None:
        known = work.known()
        if work.waiting or has_grown(known, work.shown, work.total):
            st.rerun()
        if piecemeal and work.total:
            st.progress(min(1.0, known / work.total), f"{known:,} of {work.total:,}")

    look()
