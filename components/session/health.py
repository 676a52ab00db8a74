"""Health check of the models, made in the background, once a checkpoint."""

from __future__ import annotations

import threading
from typing import Any

import streamlit as st

from components.session.device import chosen_device
from components.session.measuring import store, stored
from components.session.models import loaded
from engine.measurement import measure as measured
from engine.spec import ModelSpec

_Where = tuple[ModelSpec, str]  # a model and the device it runs on


@st.cache_resource
def _running() -> dict[_Where, threading.Thread]:
    return {}


@st.cache_resource
def _checked() -> dict[_Where, dict[str, Any]]:
    """Results of this server's checks, also when the store cannot keep them.

    By device: a model that does not fit into one may run on another.
    """
    return {}


def health(spec: ModelSpec) -> dict[str, Any] | None:
    """The health of a checkpoint with no head masked; None while it is still being checked."""
    unmasked = spec.unmasked()
    return masked_health(unmasked) or _checked().get((unmasked, chosen_device()))


def masked_health(spec: ModelSpec) -> dict[str, Any] | None:
    """The health of exactly this spec, where a page has measured it."""
    from engine.measures.health import health_items

    values = stored("health", spec, [health_items()], {})
    return values[0] if values else None


def health_sentences() -> int:
    """Number of plain sentences behind the pseudo-perplexity of a health check."""
    from engine.measures.health import health_items

    return len(health_items()["neutral"])


def check_health_later(spec: ModelSpec) -> None:
    """Check a checkpoint in the background, once; pages are drawn first."""
    unmasked = spec.unmasked()
    running, where = _running(), (unmasked, chosen_device())
    if where in running or health(unmasked) is not None:
        return
    from engine.inference.priority import in_background
    from engine.measures.health import RED, health_items
    from engine.models.loading import MaskedLM

    known, results = store(), _checked()

    def check() -> None:
        try:
            lm = MaskedLM(loaded(unmasked))
            with in_background():
                measurement = measured("health", unmasked, [health_items()], {}, lambda: lm, known)
            value = measurement.values[0]
        except Exception as error:  # shown by the badge, and in full by the page that measures
            value = {"status": RED, "reasons": [str(error)]}
        results[where] = value

    running[where] = threading.Thread(target=check, daemon=True)
    running[where].start()
