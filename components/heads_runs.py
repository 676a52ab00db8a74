"""Masked sets of heads and their figures: what is known, and measuring the rest step by step.

A run is measured once and kept; while the page is open the rest is measured a run at a time,
so that a click in between is heard.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components import explain, session
from components.charts.head_runs import CURRENT
from components.heads_choice import Choice
from components.jobs_panel import clock
from components.model_bar import Subject
from engine.errors import BiascopeError
from engine.measures.head_runs import Run, head_runs
from engine.measures.mask_metrics import MaskMetric, Reading, mask_metrics
from engine.spec import ModelSpec, format_heads

_KEPT = "biascope_head_readings"
_MOST = 3000
_AT_WORK = "biascope_head_runs_at_work"
_PACE = "biascope_head_runs_pace"
_STEP = 1.2  # seconds of measuring before the reader is heard again


@dataclass(frozen=True, eq=False)
class Runs:
    """The sets of heads of one choice on one model, the unmasked one first.

    Args:
        sizes: numbers K of most and of least biased heads.
        masked: heads masked now, shown beside the sets.
    """

    choice: Choice
    whole: ModelSpec
    kind: str
    sizes: tuple[int, ...]
    runs: tuple[Run, ...]

    @cached_property
    def metrics(self) -> dict[str, MaskMetric]:
        """What each set is judged by."""
        return _metrics(self.choice.key, self.kind, self.choice)

    def spec(self, run: Run) -> ModelSpec:
        """The model with the run's heads masked."""
        return replace(self.whole, masked_heads=run.heads)

    def known(self, metric: MaskMetric) -> dict[int, Reading]:
        """Readings that are there, by the place of their run; nothing is computed."""
        found = {}
        for place, run in enumerate(self.runs):
            reading = self._stored(metric, run)
            if reading is not None:
                found[place] = reading
        return found

    def measure(self, metric: MaskMetric, run: Run, wait: Callable[[], object]) -> None:
        """Measure one run and keep its reading.

        Args:
            wait: draws something while the reader is listened to.

        Raises:
            BiascopeError: what the measure refuses.
        """
        items, params = list(metric.items), dict(metric.params)
        found = session.measure_aside(metric.measure, self.spec(run), items, params, wait)
        _keep(self._key(metric, run), metric.read(found.values))
        explain.warnings(found.warnings)

    def frame(self, metric: MaskMetric) -> pd.DataFrame:
        """One row a measured run: `kind`, `k`, `seed`, `heads`, `value`, `low`, `high`, `n`."""
        rows = [
            {
                "metric": metric.name,
                "kind": run.kind,
                "k": run.k,
                "seed": run.seed,
                "heads": format_heads(run.heads),
                "value": reading.value,
                "low": reading.low,
                "high": reading.high,
                "n": reading.n,
            }
            for run, reading in ((self.runs[at], it) for at, it in self.known(metric).items())
        ]
        columns = ["metric", "kind", "k", "seed", "heads", "value", "low", "high", "n"]
        return pd.DataFrame(rows, columns=columns).astype(
            {"seed": "Int64", "value": float, "low": float, "high": float}
        )

    def options(self) -> list[str]:
        """Options of the command line `heads` that measure the same sets."""
        sizes = ",".join(map(str, self.sizes))
        seeds = str(len(self.choice.seeds))
        chosen = ["--top-k", sizes, "--bottom-k", sizes, "--all-positive"]
        return [*chosen, "--random-seeds", seeds]

    def manifest(self, metric: MaskMetric) -> dict[str, Any]:
        """What was measured on every set."""
        told = session.manifest(metric.measure, self.whole, list(metric.items), dict(metric.params))
        runs = [{"kind": run.kind, "seed": run.seed, "heads": format_heads(run.heads)}
                for run in self.runs]  # fmt: skip
        return told | {"test": self.choice.name, "runs": runs}

    def _stored(self, metric: MaskMetric, run: Run) -> Reading | None:
        key = self._key(metric, run)
        kept: dict[Any, Reading] = st.session_state.setdefault(_KEPT, {})
        if key not in kept:
            values = session.stored(
                metric.measure, self.spec(run), list(metric.items), dict(metric.params)
            )
            if values is None:
                return None
            _keep(key, metric.read(values))
        return kept[key]

    def _key(self, metric: MaskMetric, run: Run) -> Any:
        return (metric.name, self.choice.key, self.spec(run))


def _keep(key: Any, reading: Reading) -> None:
    kept: dict[Any, Reading] = st.session_state.setdefault(_KEPT, {})
    kept[key] = reading
    while len(kept) > _MOST:
        kept.pop(next(iter(kept)))


@st.cache_resource(show_spinner=False, max_entries=16)
def _metrics(key: str, kind: str, _choice: Choice) -> dict[str, MaskMetric]:
    return mask_metrics(_choice.item, _choice.pooling, kind, _choice.seed, _choice.max_contexts)


def planned(choice: Choice, subject: Subject, gradient: Sequence[Sequence[float]]) -> Runs:
    """The sets that a curve is made of, in the order in which they tell most.

    Args:
        gradient: [layer][head], bias scores of the untouched model.
    """
    sizes = curve_sizes(len(gradient) * len(gradient[0]))
    runs = head_runs(gradient, sizes, sizes, True, choice.seeds)
    chosen = [run for run in runs if run.seed is None]
    drawn = sorted((run for run in runs if run.seed is not None), key=lambda run: run.seed or 0)
    masked = subject.spec.masked_heads
    now = [Run(CURRENT, masked)] if masked else []
    facts = session.facts(subject.spec.checkpoint)
    order = (*chosen[:1], *now, *chosen[1:], *drawn)
    return Runs(choice, subject.spec.untouched(), facts.kind, sizes, order)


def curve_sizes(heads: int) -> tuple[int, ...]:
    """Numbers of heads to mask, growing, to about half of all."""
    steps = (1, 3, 5, 10, 20, 40, 80, 160, 320)
    return tuple(k for k in steps if k <= max(1, 0.6 * heads))


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
    masks = len({run for _, run in waiting})
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
        f"{explain.plain(named)} of {masks} of {len(runs.runs)} sets "
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
