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
from engine.core.wording import agreeing, counted, short_duration
from engine.measures.heads.mask_metrics import (
    CLOZE,
    PERPLEXITY,
    PPPL,
    SEAT,
    MaskMetric,
)
from engine.measures.heads.runs import Run

_RUNNING = session.state.RUNS_TASK
_PACE = session.state.RUNS_PACE
_TIMED = session.state.RUNS_TIMED
_STEP = 1.2  # seconds of measuring before the figure is drawn again


def draw_while_measuring(
    runs: Runs, metrics: Sequence[MaskMetric], draw: Callable[[], None]
) -> None:
    """Draw what is there, offer to measure the rest, and redraw while it is measured."""
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
        f"{agreeing(masks, 'are')} still to be measured. {_expected(runs, metrics, waiting)}"
    )

    def at_once() -> bool:
        return st.button(
            f"Measure {counted(masks, 'set')} of heads",
            key=f"measure_runs_{metrics[-1].name}",
            type="primary",
            on_click=_start,
            args=(task,),
            help="It continues while this page is open; what is measured is kept.",
        )

    if not {metric.name for metric in metrics} <= {SEAT, PPPL, PERPLEXITY, CLOZE}:
        at_once()
        st.caption(status)
        return
    total = len(runs.runs) * len(metrics)
    work = Work(
        {f"{runs.choice.name}: sets of heads switched off": runs.command()},
        total,
        total - len(waiting),
        lambda: total - len(_missing(runs, metrics)),
    )
    hint = "SEAT and the checks of language ability that this model has, for all sets."
    background.offer(work, status, "In the background", "measure_runs_job", at_once, hint)


def _expected(
    runs: Runs, metrics: Sequence[MaskMetric], waiting: Sequence[tuple[MaskMetric, Run]]
) -> str:
    """How long the results that are missing take, or that this is unknown yet."""
    seconds = runs.pace(metrics, len(waiting)).expected(len(waiting), len(waiting)).seconds
    if seconds is None:
        return "How long that takes on this machine is unknown yet."
    return f"It takes {short_duration(seconds)} on this machine, as earlier sets did."


def _start(task: Any) -> None:
    st.session_state[_RUNNING] = task
    st.session_state[_PACE] = st.session_state[_TIMED] = None


def _stop(task: Any) -> None:
    if st.session_state.get(_RUNNING) == task:
        del st.session_state[_RUNNING]


def _work(runs: Runs, metrics: Sequence[MaskMetric], task: Any) -> None:
    """Measure for a moment; the page itself is drawn without waiting for it."""
    waiting = _missing(runs, metrics)
    total = len(runs.runs) * len(metrics)
    done = total - len(waiting)
    place = st.empty()
    with place.container():
        bar = st.progress(done / total, _message(done, total, len(waiting)))
        pulse = st.empty()
        st.button("Stop", key="stop_runs", on_click=_stop, args=(task,))
    if not ticking():
        return
    timed = st.session_state.get(_TIMED)
    if timed is None:  # one for all steps: the first result alone waits for the model
        timed = st.session_state[_TIMED] = runs.pace(metrics, len(waiting))
    began = time.monotonic()
    try:
        for number, (metric, run) in enumerate(waiting, start=1):
            with timed:
                runs.measure(metric, run, pulse.empty)
                timed.note([1.0])
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
        place.empty()  # the reason takes its place
        raise


def _message(done: int, total: int, left: int) -> str:
    pace = st.session_state.get(_PACE)
    eta = f" · about {clock(pace * left)} left" if pace else ""
    return f"{done} of {total} results{eta}"


def ticking() -> bool:
    """Whether only a fragment runs, so that nothing else on the page waits."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)
