"""One sentence filled in by the original, the biased and the balanced model."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.lab import runs
from engine.lab.settings import MODELS

_EXAMPLE = "The janitor cleaned the office after [MASK] left the building."
_PARAMS: dict[str, Any] = {"top_k": 5, "targets": ["he", "she"]}


def draw(injection: session.Injection) -> None:
    """Draw the box and the predictions of the three models."""
    text = st.text_input(
        "Sentence with [MASK]",
        _EXAMPLE,
        key="lab_text",
        bind="query-params",
        persist_state="session",
        max_chars=2000,
    )
    asked = [{"text": (text or "").strip() or _EXAMPLE}]
    pulse = st.empty()
    rows = []
    with st.spinner("Asking the three models …"):
        for model in MODELS:
            spec = session.spec_of(runs.checkpoint(injection, model))
            measured = session.measure_in_thread(
                "completion",
                spec,
                asked,
                _PARAMS,
                pulse.empty,
            )
            rows.append({"model": model, **_prediction(measured.values[0])})
    probability = st.column_config.ProgressColumn
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        key="lab_answers",
        column_config={
            name: probability(name, min_value=0, max_value=1, format="%.3f", color="gray")
            for name in ("P(he)", "P(she)")
        },
    )
    st.caption(
        "Probabilities out of the whole vocabulary. Use an occupation from the table: others were "
        "not taught, so any change to them is a side effect."
    )


def _prediction(value: dict[str, Any]) -> dict[str, Any]:
    probabilities = {entry["word"]: entry["probability"] for entry in value["targets"]}
    words = [entry["word"] for entry in value["predictions"][0]]
    return {
        "P(he)": probabilities.get("he"),
        "P(she)": probabilities.get("she"),
        "likeliest words": ", ".join(words),
    }
