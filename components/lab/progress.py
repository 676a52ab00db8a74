"""A running, waiting or stopped injection: its progress, loss curves and buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.shell import jobs_panel
from components.frame.widgets import background
from components.lab import charts, controls
from engine.core.wording import counted
from engine.lab.settings import VARIANTS, Request

_EVERY = 1.5  # seconds between updates
LOSS = (
    "What training minimises, averaged over the last fifteen steps: the surprise at the blanks, "
    "words, in nats (natural-log units), and how far the model has moved from the original on "
    "other words. It starts high and levels off."
)
HELD_OUT = (
    "Surprise at the pronoun in sentences that are not trained on. The dotted line of a model is "
    "the lowest possible value: even knowing the planted proportions exactly leaves this much "
    "uncertainty."
)


def draw_injection_progress(injection: session.lab.Injection) -> None:
    """Draw the progress, and update it while the job is active."""

    @st.fragment(run_every=_EVERY if injection.active else None)
    def look() -> None:
        with explain.errors(ends_page=False):
            job = session.lab.injection_job(injection.place)
            if injection.active and (job is None or not job.active):
                st.rerun()  # to show the results, or why it stopped
            with st.container(border=True):
                _state(injection, job)
            curves(injection)

    look()
    if injection.request is None and injection.active:
        _wait_for_the_folder(injection)


@st.fragment(run_every=_EVERY)
def _wait_for_the_folder(injection: session.lab.Injection) -> None:
    """Redraw the page once the settings of the job are recorded."""
    begun = {each.name for each in session.lab.injections() if each.request is not None}
    if injection.name in begun:
        st.rerun()


def settings_line(request: Request | None) -> str:
    """The settings of an injection in one line.

    Args:
        request: None before it is recorded.
    """
    if request is None:
        return "No settings recorded yet."
    settings = request.settings
    return (
        f"{counted(len(request.planted), 'occupation')} · at most "
        f"{counted(settings.sentences, 'sentence')} · {counted(settings.steps, 'step')} per model "
        f"of {settings.tokens:,} tokens each · seed {settings.seed}"
    )


def _state(injection: session.lab.Injection, job: Any) -> None:
    st.markdown(f"**{explain.plain(injection.name)}**")
    st.caption(explain.plain(settings_line(injection.request)))
    if job is not None and job.active:
        share = min(1.0, job.done / job.total) if job.total else 0.0
        message = " · ".join(filter(None, [_phase(injection, job), status(job)]))
        st.progress(share, explain.plain(message))
        st.caption(
            "It keeps running if you leave this page or close the tab. After a cancel it can "
            "continue from the same step; after a crash, from a checkpoint about a minute old."
        )
        if not job.stopping:
            background.button(
                "Cancel", "lab_cancel", session.background.cancel_job, job.id, kind="secondary"
            )
        return
    st.warning(explain.plain(_stopped(injection, job)), icon=":material/pause_circle:")
    if injection.request is not None or job is not None:
        background.button("Continue", "lab_go_on", session.lab.resume_injection, injection)


def status(job: Any) -> str:
    """Where a job is in the queue, or how long it still takes; empty where that is not known."""
    if job.state == "queued":
        active = [other for other in session.background.all_jobs() if other.active]
        return jobs_panel.status(job, jobs_panel.ahead(job, active))
    left = job.seconds_left()
    if job.stopping:
        return "stopping at the next step …"
    return "" if left is None else f"about {controls.about(left)} left"


def _phase(injection: session.lab.Injection, job: Any) -> str:
    """What the job is doing."""
    if job.state == "queued":
        return "in the queue"
    place = injection.place
    for variant in VARIANTS:
        if not place.finished(variant) and (step := _last_step(injection, variant)):
            return f"training the {variant} model, step {step}"
    if all(place.finished(variant) for variant in VARIANTS):
        return "measuring the models"
    if place.finished(VARIANTS[0]):
        return f"preparing the {VARIANTS[1]} model"
    return "measuring the original model"


def _stopped(injection: session.lab.Injection, job: Any) -> str:
    if job is not None and job.state in ("failed", "interrupted"):
        return (
            f"{job.message} {_where(injection)} It can continue from its last checkpoint.".strip()
        )
    return f"{_where(injection)} Nothing done so far is lost."


def _where(injection: session.lab.Injection) -> str:
    for variant in reversed(VARIANTS):
        if injection.place.finished(variant):
            continue
        if step := _last_step(injection, variant):
            return f"Stopped at step {step} of the {variant} model."
    if all(injection.place.finished(variant) for variant in VARIANTS):
        return "Both models are trained; it stopped while measuring them."
    return "Stopped before training began."


def _last_step(injection: session.lab.Injection, variant: str) -> str:
    """The newest step of a model in training, `3 of 60`; empty before the first."""
    curve = injection.place.curve(variant)
    if not curve:
        return ""
    done = int(curve[-1]["step"])
    steps = done if injection.request is None else injection.request.settings.steps
    return f"{done:,} of {steps:,}"


def curves(injection: session.lab.Injection) -> None:
    """Draw both loss curves so far; nothing before the settings are recorded."""
    if injection.request is None:
        return
    curve_of = {variant: injection.place.curve(variant) for variant in VARIANTS}
    if not any(curve_of.values()):
        st.markdown(":gray[The loss curves appear here after the first steps.]")
        return
    steps = injection.request.settings.steps
    drawn = (
        ("Loss", "loss", charts.training_loss(curve_of, steps), LOSS),
        (
            "Held-out pronouns",
            "validation",
            charts.held_out_loss(curve_of, _lowest_loss(injection.request), steps),
            HELD_OUT,
        ),
    )
    columns = st.columns(2, gap="medium")
    for column, (title, name, figure, words) in zip(columns, drawn, strict=True):
        with column.container(border=True):
            st.markdown(f"**{title}**")
            says = _says(curve_of, name)
            plot.draw_figure(figure, key=f"lab_{title}", title=title, says=says)
            st.caption(words)


def _says(curve_of: Mapping[str, Sequence[Mapping[str, Any]]], name: str) -> str:
    """Where each curve began and where it is now, in nats."""
    ends = [
        (variant, [entry[name] for entry in entries if name in entry])
        for variant, entries in curve_of.items()
    ]
    return in_words.each(
        (variant, f"from {values[0]:.2f} to {values[-1]:.2f} nats.")
        for variant, values in ends
        if values
    )


def _lowest_loss(request: Request) -> dict[str, float]:
    """Model -> entropy of the pronouns in its corpus."""
    from engine.lab.injection import shares_of
    from engine.lab.templates import entropy

    return {
        variant: entropy({share.occupation: share.p_male for share in shares_of(variant, request)})
        for variant in VARIANTS
    }
