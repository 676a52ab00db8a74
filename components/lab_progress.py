"""An injection at work, waiting, or stopped: how far it is, its loss curves, and its buttons."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components import explain, jobs_panel, lab_controls, session
from components.charts import lab as charts
from components.theme import CONFIG
from engine.errors import BiascopeError
from engine.lab.settings import VARIANTS, Request, Settings
from engine.wording import counted

_EVERY = 1.5  # seconds between looks
LOSS = (
    "What is minimised at each step, as a mean over the last fifteen: the surprise of the hidden "
    "words, and how far the model moved from the original on other words. It starts high and "
    "levels off."
)
HELD_OUT = (
    "Surprise of the pronoun in sentences that are not trained on. A dotted line is the least "
    "there can be for its model: who knows the planted proportions exactly is still surprised that "
    "much."
)


def draw(injection: session.Injection) -> None:
    """Draw how far it is; looks again by itself while it is at work."""

    @st.fragment(run_every=_EVERY if injection.active else None)
    def look() -> None:
        with explain.errors(ends_page=False):
            job = session.injection_job(injection.place)
            if injection.active and (job is None or not job.active):
                st.rerun()  # shows the results, or why it stopped
            with st.container(border=True):
                _state(injection, job)
            if injection.asked:
                curves(injection)

    look()
    if not injection.asked and injection.active:
        _wait_for_the_folder(injection)


@st.fragment(run_every=_EVERY)
def _wait_for_the_folder(injection: session.Injection) -> None:
    """Curves are drawn once it is known what was asked."""
    known = {each.name: each for each in session.injections()}
    if injection.name in known and known[injection.name].asked:
        st.rerun()


def settings_line(asked: dict[str, Any]) -> str:
    """What was asked, in a line."""
    if not asked:
        return "Nothing is written down yet."
    settings = asked["settings"]
    return (
        f"{counted(len(asked['planted']), 'occupation')} · at most "
        f"{settings['sentences']:,} sentences · {settings['steps']:,} steps a model of "
        f"{settings['tokens']:,} tokens · seed {settings['seed']}"
    )


def _state(injection: session.Injection, job: Any) -> None:
    st.markdown(f"**{explain.plain(injection.name)}**")
    st.caption(explain.plain(settings_line(injection.asked)))
    if job is not None and job.active:
        share = min(1.0, job.done / job.total) if job.total else 0.0
        told = " · ".join(filter(None, [_phase(injection, job), _status(job)]))
        st.progress(share, explain.plain(told))
        st.caption(
            "It goes on when you change the page or close the tab. Once cancelled, it can go on "
            "from the step it was at; after a crash from a checkpoint of a minute before."
        )
        if not job.stopping:
            _button("Cancel", "cancel", session.cancel_job, job.id)
        return
    st.warning(explain.plain(_stopped(injection, job)), icon=":material/pause_circle:")
    if injection.asked or job is not None:
        _button("Go on", "go_on", session.resume_injection, injection, primary=True)


def _status(job: Any) -> str:
    if job.state == "queued":
        active = [other for other in session.all_jobs() if other.active]
        return jobs_panel.status(job, jobs_panel.ahead(job, active))
    left = job.seconds_left()
    if job.stopping:
        return "stopping at the next step …"
    return "" if left is None else f"about {lab_controls.about(left)} left"


def _phase(injection: session.Injection, job: Any) -> str:
    """What it is doing."""
    if job.state == "queued":
        return "in the queue"
    place = injection.place
    for variant in VARIANTS:
        if not place.finished(variant) and (done := _last_step(injection, variant)):
            steps = injection.asked.get("settings", {}).get("steps", done)
            return f"training the {variant} model, step {done:,} of {steps:,}"
    if all(place.finished(variant) for variant in VARIANTS):
        return "measuring the models"
    if place.finished(VARIANTS[0]):
        return f"preparing the {VARIANTS[1]} model"
    return "measuring the original"


def _stopped(injection: session.Injection, job: Any) -> str:
    if job is not None and job.state in ("failed", "interrupted"):
        return f"{job.message} {_where(injection)} It can go on from its last checkpoint.".strip()
    return f"{_where(injection)} Nothing done so far is lost."


def _where(injection: session.Injection) -> str:
    for variant in reversed(VARIANTS):
        if injection.place.finished(variant):
            continue
        if done := _last_step(injection, variant):
            steps = injection.asked.get("settings", {}).get("steps", done)
            return f"Stopped at step {done:,} of {steps:,} of the {variant} model."
    if all(injection.place.finished(variant) for variant in VARIANTS):
        return "Both models are trained; it stopped while they were measured."
    return "Stopped before the training."


def _last_step(injection: session.Injection, variant: str) -> int:
    curve = injection.place.curve(variant)
    return int(curve[-1]["step"]) if curve else 0


def _button(label: str, key: str, act: Any, what: Any, primary: bool = False) -> None:
    if not st.button(label, key=f"lab_{key}", type="primary" if primary else "secondary"):
        return
    try:
        act(what)
    except BiascopeError as error:
        st.error(explain.plain(str(error)), icon=":material/info:")
        return
    st.rerun()


def curves(injection: session.Injection) -> None:
    """Both loss curves, as far as they are."""
    found = {variant: injection.place.curve(variant) for variant in VARIANTS}
    if not any(found.values()):
        st.markdown(":gray[The loss curves appear here with the first steps.]")
        return
    steps = injection.asked["settings"]["steps"]
    drawn = (
        ("Loss", charts.training_loss(found, steps), LOSS),
        ("Held-out pronouns", charts.held_out_loss(found, _least(injection), steps), HELD_OUT),
    )
    for column, (title, figure, words) in zip(st.columns(2, gap="medium"), drawn, strict=True):
        with column.container(border=True):
            st.markdown(f"**{title}**")
            st.plotly_chart(figure, key=f"lab_{title}", config=CONFIG, alt=title)
            st.caption(words)


def _least(injection: session.Injection) -> dict[str, float]:
    """Entropy of what stands in each corpus."""
    from engine.lab.injection import shares_of
    from engine.lab.validation import entropy

    asked = injection.asked
    request = Request(
        asked["checkpoint"], asked["revision"], asked["planted"], Settings(**asked["settings"])
    )
    return {
        variant: entropy({share.occupation: share.p_male for share in shares_of(variant, request)})
        for variant in VARIANTS
    }
