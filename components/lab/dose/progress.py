"""A running, waiting or stopped dose run: which model it is at, and its buttons."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.widgets import background
from components.lab.progress import status
from engine.core.wording import counted
from engine.lab.dose.settings import DosedModel, DoseRequest, dose_text

_EVERY = 1.5  # seconds between updates


def draw_run_progress(run: session.dose.DoseRun) -> None:
    """Draw the progress, and update it while the job is active."""

    @st.fragment(run_every=_EVERY if run.active else None)
    def look() -> None:
        with explain.errors(ends_page=False):
            job = session.dose.job_of(run.place)
            begun = run.request is not None or not (run.place.folder / "dose.json").exists()
            if run.active and (job is None or not job.active or not begun):
                st.rerun()  # to show the results, why it stopped, or what was recorded
            with st.container(border=True):
                _state(run, job)

    look()


def settings_line(request: DoseRequest | None) -> str:
    """The settings of a run in one line.

    Args:
        request: None before it is recorded.
    """
    if request is None:
        return "No settings recorded yet."
    settings = request.injection.settings
    doses = ", ".join(map(dose_text, request.doses))
    return (
        f"doses {doses} · {counted(request.seeds, 'seed')} · "
        f"{counted(len(request.injection.planted), 'occupation')} · at most "
        f"{counted(settings.sentences, 'sentence')} and {counted(settings.steps, 'step')} per model"
    )


def _state(run: session.dose.DoseRun, job: Any) -> None:
    st.markdown(f"**{explain.plain(run.name)}**")
    st.caption(explain.plain(settings_line(run.request)))
    if job is not None and job.active:
        share = min(1.0, job.done / job.total) if job.total else 0.0
        message = " · ".join(filter(None, [_phase(run, job), status(job)]))
        st.progress(share, explain.plain(message))
        st.caption(
            "It keeps running if you leave this page or close the tab. Finished models and what "
            "was measured on them are kept, so it can continue after a cancel or a crash."
        )
        if not job.stopping:
            background.button(
                "Cancel", "dose_cancel", session.background.cancel_job, job.id, kind="secondary"
            )
        return
    st.warning(explain.plain(_stopped(run, job)), icon=":material/pause_circle:")
    if run.request is not None or job is not None:
        background.button("Continue", "dose_go_on", session.dose.resume, run)


def _phase(run: session.dose.DoseRun, job: Any) -> str:
    """What the job is doing."""
    if job.state == "queued":
        return "in the queue"
    if run.request is None:
        return "loading the model"
    if (next_model := _unfinished(run, run.request)) is None:
        return "measuring the last model"
    number, model = next_model
    place = f"model {number + 1} of {len(run.request.models)}"
    curve = run.place.curve(model.variant)
    if not curve:
        return f"measuring model {number}" if number else "loading the model"
    steps = run.request.injection.settings.steps
    return (
        f"training {place}, dose {dose_text(model.dose)}, seed {model.seed}: "
        f"step {curve[-1]['step']:,} of {steps:,}"
    )


def _unfinished(run: session.dose.DoseRun, request: DoseRequest) -> tuple[int, DosedModel] | None:
    """The first model that is not finished, with its place from 0; None where all are."""
    models = enumerate(request.models)
    return next((one for one in models if not run.place.finished(one[1].variant)), None)


def _stopped(run: session.dose.DoseRun, job: Any) -> str:
    if run.request is None:
        where = "Stopped before training began."
    else:
        done = sum(run.place.finished(model.variant) for model in run.request.models)
        where = f"Stopped with {done} of {counted(len(run.request.models), 'model')} trained."
    if job is not None and job.state in ("failed", "interrupted"):
        return f"{job.message} {where} It can continue from there.".strip()
    return f"{where} Nothing done so far is lost."
