"""Whether all that the pages show of a model at first sight is measured, and having it measured."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import streamlit as st

from components.frame.session.background import job_of, submit_command
from components.frame.session.measuring import store
from components.frame.session.threads import after_loading
from engine.command_line.command import Command
from engine.core.spec import ModelSpec

_AGAIN = {True: 60.0, False: 10.0}  # seconds until a model is looked at again, by what was found


@dataclass
class _Look:
    """What is known of a model; `prepared` is None until the first look has ended."""

    prepared: bool | None = None
    began: float = -math.inf
    had_a_job: bool = False


def is_prepared(spec: ModelSpec, kind: str) -> bool | None:
    """Whether a model is prepared; None until that is known.

    A changed model is one of its own, and hardly any is prepared. That is found out
    at once: to look in the background would draw the page a second time after each clicked head.

    Args:
        kind: of the model's family.
    """
    look = _look_at(spec)
    if look.prepared is None and look.began == -math.inf and not spec.is_original:
        from engine.first_sight.prepare import is_begun

        if not is_begun(spec, kind, store()):
            look.prepared, look.began = False, time.monotonic()
    return look.prepared


def look_later(spec: ModelSpec, kind: str) -> None:
    """Find out in the background whether a model is prepared; pages are drawn first.

    What was found is looked at again after a while: results are deleted too.

    Args:
        kind: of the model's family.
    """
    look, now, results = _look_at(spec), time.monotonic(), store()
    if now - look.began < _AGAIN[bool(look.prepared)]:
        return
    look.began = now

    def find_out() -> None:
        from engine.first_sight.prepare import is_prepared

        found = False
        try:
            found = is_prepared(spec, kind, results)
        finally:
            if look.began == now:  # no job has ended meanwhile
                look.prepared = found

    after_loading(find_out)


def is_being_prepared(spec: ModelSpec) -> bool:
    """Whether a job that prepares the model runs or waits; once it has ended, all is open again."""
    look = _look_at(spec)
    active = job_of(_command(spec)) is not None
    if look.had_a_job and not active:
        look.prepared, look.began = None, -math.inf
    look.had_a_job = active
    return active


def prepare_later(spec: ModelSpec, name: str) -> None:
    """Have a model prepared in the background.

    Args:
        name: of the model, for the list of jobs.
    """
    submit_command(f"Prepare {name}", _command(spec))


def _command(spec: ModelSpec) -> Command:
    return Command(("prepare",)).for_model(spec)


def _look_at(spec: ModelSpec) -> _Look:
    return _looks().setdefault(spec, _Look())


@st.cache_resource(show_spinner=False)
def _looks() -> dict[ModelSpec, _Look]:
    return {}
