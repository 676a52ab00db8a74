"""Measuring masked sets of heads while the page is open, a set at a time.

A set is measured once and kept; between two of them, and while one is measured, a click is
heard. The measuring runs in a fragment that comes again by itself, so the page never waits.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components import explain, session
from components.heads_runs import Runs
from components.jobs_panel import clock
from engine.errors import BiascopeError
from engine.measures.head_runs import Run
from engine.measures.mask_metrics import MaskMetric

_AT_WORK = "biascope_head_runs_at_work"
_PACE = "biascope_head_runs_pace"
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
    elif st.session_state.get(_AT_WORK) != task:
        _offer(runs, metrics, task)
    working = st.session_state.get(_AT_WORK) == task

    @st.fragment(run_every=0.4 if working else None)
    def figure() -> None:
        if not working:
            draw()
            return
        place = st.container()
        draw()  # before measuring, or it would fade meanwhile
        with place, explain.errors(ends_page=False):
            _work(runs, metrics, task)
        if st.session_state.get(_AT_WORK) != task:
            st.rerun()  # ends the stepping

    figure()


def _missing(runs: Runs, metrics: Sequence[MaskMetric]) -> list[tuple[MaskMetric, Run]]:
    known = {metric.name: runs.known(metric) for metric in metrics}
    return [
        (metric, run)
        for place, run in enumerate(runs.runs)
        for metric in metrics
        if place not in known[metric.name]
    ]


def _offer(runs: Runs, metrics: Sequence[MaskMetric], task: Any) -> None:
    waiting = _missing(runs, metrics)
    masks = len({run.heads for _, run in waiting})
    named = " and ".join(metric.title for metric in metrics)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            f"Measure {masks} set{'s' * (masks != 1)} of heads",
            key=f"measure_runs_{metrics[-1].name}",
            type="primary",
            on_click=_start,
            args=(task,),
            help="It goes on while this page is open; what is measured is kept.",
        )
        if {metric.measure for metric in metrics} <= {"seat", "health"}:
            _offer_job(runs)
    st.caption(
        f"{explain.plain(named)} of {masks} of {len({run.heads for run in runs.runs})} sets "
        f"{'is' if masks == 1 else 'are'} still to be measured."
    )


def _offer_job(runs: Runs) -> None:
    title = f"{runs.choice.name}: sets of masked heads"
    if session.heads_job(title, runs.whole) is not None:
        st.caption("A job is at work; see the sidebar.")
        return
    st.button(
        "In the background",
        key="measure_runs_job",
        on_click=session.submit_heads,
        args=(title, runs.whole, runs.choice.arguments(*runs.options()), runs.choice.files),
        help="SEAT, pseudo-perplexity and cloze of all sets; goes on when you change the page "
        "or close the tab.",
    )


def _start(task: Any) -> None:
    st.session_state[_AT_WORK] = task
    st.session_state[_PACE] = None


def _stop(task: Any) -> None:
    if st.session_state.get(_AT_WORK) == task:
        del st.session_state[_AT_WORK]


def _work(runs: Runs, metrics: Sequence[MaskMetric], task: Any) -> None:
    """Measure for a moment; the page itself is drawn without waiting for it."""
    waiting = _missing(runs, metrics)
    whole = len(runs.runs) * len(metrics)
    done = whole - len(waiting)
    bar = st.progress(done / whole, _told(done, whole, len(waiting)))
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
                (done + number) / whole, _told(done + number, whole, len(waiting) - number)
            )
            if number == len(waiting):
                _stop(task)
            if spent > _STEP:
                break
    except BiascopeError:
        _stop(task)
        raise


def _told(done: int, whole: int, left: int) -> str:
    pace = st.session_state.get(_PACE)
    eta = f" · about {clock(pace * left)} left" if pace else ""
    return f"{done} of {whole} figures{eta}"


def ticking() -> bool:
    """Whether only a fragment runs, so that nothing else on the page waits."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)
