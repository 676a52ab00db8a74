"""Health of the models, examined in the background, once a checkpoint."""

from __future__ import annotations

import threading
from typing import Any

import streamlit as st

from components.session.measuring import store, stored
from components.session.models import loaded
from engine.measurement import measure as measured
from engine.spec import ModelSpec


@st.cache_resource
def _examinations() -> dict[ModelSpec, threading.Thread]:
    return {}


def health(spec: ModelSpec) -> dict[str, Any] | None:
    """The health of a checkpoint, untouched; None while it is still being examined."""
    from engine.models.health import paper

    found = stored("health", spec.untouched(), [paper()], {})
    return found[0] if found else _examined().get(spec.untouched())


def examined_sentences() -> int:
    """Number of plain sentences behind the pseudo-perplexity of an examination."""
    from engine.models.health import paper

    return len(paper()["neutral"])


@st.cache_resource
def _examined() -> dict[ModelSpec, dict[str, Any]]:
    """Results of this server's examinations, also when the store cannot keep them."""
    return {}


def examine_later(spec: ModelSpec) -> None:
    """Examine a checkpoint in the background, once; pages are drawn first."""
    whole = spec.untouched()
    running = _examinations()
    if whole in running or health(whole) is not None:
        return
    from engine.models.health import RED, paper
    from engine.models.loading import MaskedLM

    known, results = store(), _examined()

    def examine() -> None:
        try:
            lm = MaskedLM(loaded(whole.checkpoint, whole.revision, whole.dtype))
            value = measured("health", whole, [paper()], {}, lambda: lm, known).values[0]
        except Exception as error:  # told by the badge; the page says it in full when it measures
            value = {"status": RED, "reasons": [str(error)]}
        results[whole] = value

    running[whole] = threading.Thread(target=examine, daemon=True)
    running[whole].start()
