"""Measuring masked sets of heads while the page is open, a set at a time.

A set is measured once and kept; between two of them, and while one is measured, a click is
handled. The measuring runs in a fragment that repeats, so the page never waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.frame import session
from components.frame.present import explain
from components.frame.shell.jobs_panel import clock
from components.frame.widgets import background
from components.frame.widgets.background import Work
from components.heads.runs import Runs
from engine.core.errors import BiascopeError
from engine.measures.heads.mask_metrics import MaskMetric
from engine.measures.heads.runs import Run

_RUNNING = session.state.RUNS_TASK
_PACE = session.state.RUNS_PACE
_STEP = 1.2  # seconds of measuring before the figure is drawn again


def follow(runs: Runs, metrics: Sequence[MaskMetric], draw: Callable[[], None]) -> None:
    """Draw what is there, offer to measure the rest, and redraw while it is measured.

    Args:
        metrics: all that the figure needs.
        draw: draws the figure from what is known.
    """
    task = (runs.choice.key, runs.whole, tuple(metric.name for metric in metrics))
    if not _missing(runs, metrics):
        _stop(task)
    elif st.session_state.get(_RUNNING) != task:
        _offer(runs, metrics, task)
    working = st.session_state.get(_RUNNING) == task

    @st.fragment(run_every=0.4 if working else None)
    def figure() -> None:
        if not working:
            draw()
            return
        place = st.container()
        draw()  # before measuring, or it would fade meanwhile
        with place, explain.errors(ends_page=False):
            _work(runs, metrics, task)
        if st.session_state.get(_RUNNING) != task:
            st.rerun()  # ends the stepping

    figure()


def _missing(runs: Runs, metrics: Sequence[MaskMetric]) -> list[tuple[MaskMetric, Run]]:
    known = {metric.name: runs.known(metric) for metric in metrics}
    return [
        (metric, run)
        for position, run in enumerate(runs.runs)
        for metric in metrics
        if position not in known[metric.name]
    ]


def _offer(runs: Runs, metrics: Sequence[MaskMetric], task: Any) -> None:
    """The button that measures while the page is open and, where a job can, the one for a job."""
    waiting = _missing(runs, metrics)
    masks = len({run.heads for _, run in waiting})
    named = " and ".join(metric.title for metric in metrics)
    status = (
        f"{explain.plain(named)} of {masks} of {len({run.heads for run in runs.runs})} sets "
        f"{'is' if masks == 1 else 'are'} still to be measured."
    )

    def at_once() -> bool:
        return st.button(
            f"Measure {masks} set{'s' * (masks != 1)} of heads",
            key=f"measure_runs_{metrics[-1].name}",
            type="primary",
            on_click=_start,
            args=(task,),
            help="It continues while this page is open; what is measured is kept.",
        )

    if not {metric.measure for metric in metrics} <= {"seat", "health"}:
        at_once()
        st.caption(status)
        return
    total = len(runs.runs) * len(metrics)
    work = Work(
        {f"{runs.choice.name}: sets of masked heads": runs.command()},
        total,
        total - len(waiting),
        lambda: total - len(_missing(runs, metrics)),
    )
    hint = "SEAT and the checks of language ability that this model has, for all sets."
    background.offer(work, status, "In the background", "measure_runs_job", at_once, hint)


def _start(task: Any) -> None:
    st.session_state[_RUNNING] = task
    st.session_state[_PACE] = None


def _stop(task: Any) -> None:
    if st.session_state.get(_RUNNING) == task:
        del st.session_state[_RUNNING]


def _work(runs: Runs, metrics: Sequence[MaskMetric], task: Any) -> None:
    """Measure for a moment; the page itself is drawn without waiting for it."""
    waiting = _missing(runs, metrics)
    total = len(runs.runs) * len(metrics)
    done = total - len(waiting)
    bar = st.progress(done / total, _message(done, total, len(waiting)))
    pulse = st.empty()
    st.button("Stop", key="stop_runs", on_click=_stop, args=(task,))
    if not ticking():
        return
    began = time.monotonic()
    try:
        for number, (metric, run) in enumerate(waiting, start=1):
            runs.measure(metric, run, pulse.empty)
            spent = time.monotonic() - began
            st.session_state[_PACE] = spent / number
            bar.progress(
                (done + number) / total, _message(done + number, total, len(waiting) - number)
            )
            if number == len(waiting):
                _stop(task)
            if spent > _STEP:
                break
    except BiascopeError:
        _stop(task)
        raise


def _message(done: int, total: int, left: int) -> str:
    pace = st.session_state.get(_PACE)
    eta = f" · about {clock(pace * left)} left" if pace else ""
    return f"{done} of {total} results{eta}"


def ticking() -> bool:
    """Whether only a fragment runs, so that nothing else on the page waits."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)
