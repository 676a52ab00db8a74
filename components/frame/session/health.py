"""Health check of the models, made in the background, once a checkpoint.

The model is loaded once a page is drawn, for the user's next sentence; its health is checked then,
if it is not known. Between two batches the check waits while a user waits for an answer. A model
that is scaled, steered, debiased or without a concept is checked again, the one asked for last
first: a slider is moved faster than a model is checked.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import deque
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
_MOST_WAITING = 4  # specs of a model; of more, the oldest are not checked
_LOCK = threading.Lock()
_LOG = logging.getLogger("biascope")
_Where = tuple[ModelSpec, str]  # a model and the device it runs on


@st.cache_resource(show_spinner=False)
def _running() -> dict[_Where, threading.Thread]:
    return {}


@st.cache_resource(show_spinner=False)
def _waiting() -> dict[_Where, deque[ModelSpec]]:
    """Model as it is, and its device -> the specs that wait to be checked, the newest last."""
    return {}


@st.cache_resource(show_spinner=False)
def _checked() -> dict[_Where, tuple[dict[str, Any], float]]:
    """Results of this server's checks, and until when each holds, as `time.monotonic` counts.

    Kept also when the store cannot keep them. By device: a model that does not fit into one may
    run on another.
    """
    return {}


def result(spec: ModelSpec) -> dict[str, Any] | None:
    """The health of a checkpoint as it is; None while it is still being checked."""
    return exact_result(spec.unmasked())


def exact_result(spec: ModelSpec) -> dict[str, Any] | None:
    """The health of exactly this spec, where it was measured or checked; None where it was not."""
    from engine.measures.health.check import health_items

    values = stored("health", spec, [health_items()], {})
    if values:
        return values[0]
    value, until = _checked().get((spec, chosen_device()), (None, 0.0))
    return value if time.monotonic() < until else None


def is_checked_later(spec: ModelSpec) -> bool:
    """Whether `check_later` checks the model with what is done to it, not only as it is.

    Masked heads alone are not checked: each click would be, and their cost is on the Heads page.
    """
    return bool(spec.interventions)


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
    """Check a checkpoint in the background, once, and what is done to it; pages are drawn first."""
    asked = [spec.unmasked(), *([spec] if is_checked_later(spec) else [])]
    missing = [one for one in asked if exact_result(one) is None]
    running, results = _running(), _checked()
    where = spec.unmasked(), chosen_device()
    waiting = _waiting().setdefault(where, deque(maxlen=_MOST_WAITING))

    def next_one() -> ModelSpec | None:
        with _LOCK:  # nothing is added between the last one and the end
            if not waiting:
                del running[where]
                return None
            return waiting.pop()

    def check() -> None:
        while (one := next_one()) is not None:
            if exact_result(one) is None:
                results[one, where[1]] = _outcome(one)

    with _LOCK:
        waiting.extend(reversed([one for one in missing if one not in waiting]))
        if where in running or not waiting:
            return
        running[where] = thread = threading.Thread(target=check, daemon=True)
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
        lm = MaskedLM.of(loaded(spec), spec)
        with in_background():
            found = measured("health", spec, [health_items()], {}, lambda: lm, store())
        return found.values[0], until
    except Exception as error:  # shown by the badge, and in full by the page that measures
        if not isinstance(error, BiascopeError):
            _LOG.exception("A fault while checking a model")
        if not isinstance(error, UnusableModelError):
            until = time.monotonic() + _AGAIN
        return {"status": RED, "reasons": [str(error)]}, until
