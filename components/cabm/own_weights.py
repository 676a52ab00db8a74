"""Weights set by hand: by sliders rescaled to a sum of 1, or the free ones of the thesis."""

from __future__ import annotations

from functools import partial

import streamlit as st

from engine.measures.cabm import FEATURES
from engine.measures.cabm.features import PRINTED
from engine.measures.cabm.weighting import NAMES, SHAP_RF

Weights = tuple[tuple[str, float], ...]
_STARTING = (40, 30, 30)  # of the sliders


def draw_rescaled_weights() -> Weights:
    """Draw sliders, whose values are rescaled to add up to 1."""
    given = [
        st.slider(
            name, 0, 100, start, key=f"weight_{name}", bind="query-params", persist_state="session"
        )
        for name, start in zip(FEATURES, _STARTING, strict=True)
    ]
    total = sum(given)
    if not total:
        _stop_without_weights()
    weights = [value / total for value in given]
    if total != 100:
        shown = ", ".join(map("{} {:.2f}".format, FEATURES, weights))
        st.caption(f"They add up to {total}, not 100, so they are rescaled: {shown}.")
    return tuple(zip(FEATURES, weights, strict=True))


def draw_free_weights() -> Weights:
    """Draw fields for weights of any sum, and buttons that fill in those of the thesis."""
    given = [
        st.number_input(
            name,
            0.0,
            1.0,
            start,
            0.001,
            format="%.3f",
            key=f"free_{name}",
            bind="query-params",
            persist_state="session",
        )
        for name, start in zip(FEATURES, PRINTED[SHAP_RF], strict=True)
    ]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("The thesis's weights; they need not add up to 1:", width="content")
        for name in PRINTED:
            st.button(
                NAMES[name], key=f"printed_{name}", type="tertiary", on_click=partial(_fill, name)
            )
    if not any(given):
        _stop_without_weights()
    return tuple(zip(FEATURES, map(float, given), strict=True))


def _fill(name: str) -> None:
    """Set the free weights to the printed ones of a weighting."""
    for feature, weight in zip(FEATURES, PRINTED[name], strict=True):
        st.session_state[f"free_{feature}"] = weight


def _stop_without_weights() -> None:
    st.warning("All three weights are 0; raise at least one.", icon=":material/balance:")
    st.stop()
