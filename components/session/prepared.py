"""Whether all that the pages show of a model at first sight is measured, and having it measured."""

from __future__ import annotations

import threading
import time

import streamlit as st

from components.session.background import job_of, submit_command
from components.session.measuring import store
from engine.command import Command
from engine.spec import ModelSpec

_AGAIN = 10.0  # seconds until a model that was not prepared is looked at again


def is_prepared(spec: ModelSpec) -> bool | None:
    """Whether a model is prepared; None until that is known."""
    return _known().get(spec)


def look_later(spec: ModelSpec, kind: str) -> None:
    """Find out in the background whether a model is prepared; pages are drawn first.

    Args:
        kind: of the model's family.
    """
    looked, now = _looked(), time.monotonic()
    if _known().get(spec) or now - looked.get(spec, -_AGAIN) < _AGAIN:
        return
    looked[spec] = now
    known, results = _known(), store()

    def look() -> None:
        from engine.first_sight.prepare import missing

        known[spec] = missing(spec, kind, results) == 0

    threading.Thread(target=look, daemon=True).start()


def is_being_prepared(spec: ModelSpec) -> bool:
    """Whether a job that prepares the model runs or waits.

    Raises:
        BiascopeError: if the list of jobs cannot be read.
    """
    return job_of(_command(spec)) is not None


def prepare_later(spec: ModelSpec, name: str) -> None:
    """Have a model prepared in the background.

    Args:
        name: of the model, for the list of jobs.

    Raises:
        BiascopeError: if the job cannot be written down or started.
    """
    submit_command(f"Prepare {name}", _command(spec))


def _command(spec: ModelSpec) -> Command:
    return Command(("prepare",)).for_model(spec)


@st.cache_resource
def _known() -> dict[ModelSpec, bool]:
    return {}


@st.cache_resource
def _looked() -> dict[ModelSpec, float]:
    """When each model was last looked at."""
    return {}
