"""Health check of the models, made in the background, once a checkpoint.

The model is loaded once a page is drawn, for the user's next sentence; its health is checked then,
if it is not known. Between two batches the check waits while a user waits for an answer.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from typing import Any

import streamlit as st

from components.frame.session.device import chosen_device
from components.frame.session.in_memory import loaded
from components.frame.session.measuring import store, stored
from engine.core.errors import BiascopeError, UnusableModelError
from engine.core.spec import ModelSpec
from engine.flow.against_cpu import in_words, stored_against_cpu
from engine.flow.measurement import measure as measured
from engine.models import devices

_AGAIN = 60.0  # seconds until a check is made again that failed for a reason which may pass
_LOG = logging.getLogger("biascope")
_Where = tuple[ModelSpec, str]  # a model and the device it runs on


@st.cache_resource(show_spinner=False)
def _running() -> dict[_Where, threading.Thread]:
    return {}


@st.cache_resource(show_spinner=False)
def _checked() -> dict[_Where, tuple[dict[str, Any], float]]:
    """Results of this server's checks, and until when each holds, as `time.monotonic` counts.

    Kept also when the store cannot keep them. By device: a model that does not fit into one may
    run on another.
    """
    return {}


def result(spec: ModelSpec) -> dict[str, Any] | None:
    """The health of a checkpoint with no head masked; None while it is still being checked."""
    unmasked = spec.unmasked()
    kept = masked_result(unmasked)
    if kept is not None:
        return kept
    value, until = _checked().get((unmasked, chosen_device()), (None, 0.0))
    return value if time.monotonic() < until else None


def masked_result(spec: ModelSpec) -> dict[str, Any] | None:
    """The health of exactly this spec, where a page has measured it."""
    from engine.measures.health.check import health_items

    values = stored("health", spec, [health_items()], {})
    return values[0] if values else None


def plain_sentences() -> int:
    """Number of plain sentences behind the pseudo-perplexity of a health check."""
    from engine.measures.health.check import health_items

    return len(health_items()["neutral"])


def against_cpu(spec: ModelSpec) -> str:
    """How far scores of the device in use are from the CPU's, in words; empty if not known."""
    if not devices.is_loaded():
        return ""
    found = stored_against_cpu(spec, devices.choose_device(chosen_device()), store())
    return "" if found is None else in_words(found)


def check_later(spec: ModelSpec) -> None:
    """Check a checkpoint in the background, once; pages are drawn first."""
    unmasked = spec.unmasked()
    running, where = _running(), (unmasked, chosen_device())
    if where in running or result(unmasked) is not None:
        return
    results = _checked()

    def check() -> None:
        try:
            results[where] = _outcome(unmasked)
        finally:
            del running[where]

    thread = threading.Thread(target=check, daemon=True)
    if running.setdefault(where, thread) is thread:
        thread.start()


def _outcome(spec: ModelSpec) -> tuple[dict[str, Any], float]:
    """The health of a checkpoint, and until when it holds.

    What is wrong with its files stays so. A full memory, a hub that cannot be reached or a fault
    may pass, and must not refuse the model to everybody until the server is started again.
    """
    from engine.inference.priority import in_background
    from engine.measures.health.check import RED, health_items
    from engine.models.loading import MaskedLM

    until = math.inf
    try:
        lm = MaskedLM(loaded(spec))
        with in_background():
            found = measured("health", spec, [health_items()], {}, lambda: lm, store())
        return found.values[0], until
    except Exception as error:  # shown by the badge, and in full by the page that measures
        if not isinstance(error, BiascopeError):
            _LOG.exception("A fault while checking a model")
        if not isinstance(error, UnusableModelError):
            until = time.monotonic() + _AGAIN
        return {"status": RED, "reasons": [str(error)]}, until
