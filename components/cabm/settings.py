"""The settings of the CABM page that are seldom changed."""

from __future__ import annotations

import streamlit as st

from components.frame.widgets import seed_field
from engine.measures.cabm.features import CONTEXTS, UNSIGNED
from engine.measures.cabm.pmi import ALPHA, PROPORTIONAL, SMOOTHINGS
from engine.measures.cabm.scores import THRESHOLD
from engine.measures.cabm.settings import Settings

_VECTORS = {"cls": "[CLS]", "mean": "mean of all tokens"}


def draw() -> Settings:
    """Draw them, in the order of what they change: categories, counts, vectors, draws."""
    threshold = st.slider(
        "Threshold for neutral",
        0.0,
        1.0,
        THRESHOLD,
        0.05,
        key="threshold",
        bind="query-params",
        persist_state="session",
        help="A side is named only where the whole interval of a score lies beyond this, on the "
        "same side of 0; neutral: the whole interval lies closer to 0.",
    )
    alpha = st.number_input(
        "Smoothing of the counts: pseudo-sentences added",
        0.0,
        100.0,
        ALPHA,
        0.5,
        key="alpha",
        bind="query-params",
        persist_state="session",
        help="Without any, an occupation that never occurs with one of the groups has no PMI "
        "(pointwise mutual information) and is left out.",
    )
    smoothing = st.segmented_control(
        "Split between groups",
        SMOOTHINGS,
        default=PROPORTIONAL,
        required=True,
        key="smoothing",
        bind="query-params",
        persist_state="session",
        help="Proportional: by how often each group's words occur. Equal: the same number for both "
        "groups.",
    )
    context = st.segmented_control(
        "Context bias",
        CONTEXTS,
        default=UNSIGNED,
        required=True,
        key="context",
        bind="query-params",
        persist_state="session",
        help="Unsigned: how far the sentence vector moves when the group's word changes. Signed: "
        "how far it moves along the model's own direction from one group's words to the other's.",
    )
    vector = st.segmented_control(
        "Sentence vector",
        [*_VECTORS],
        format_func=_VECTORS.__getitem__,
        default="cls",
        required=True,
        key="vector",
        bind="query-params",
        persist_state="session",
        help="[CLS] is the token whose vector stands for the whole sentence.",
    )
    seed = seed_field.draw("seed", "Of the random forests, bootstrap draws and maps.")
    return Settings(
        threshold=float(threshold),
        alpha=float(alpha),
        smoothing=smoothing or PROPORTIONAL,
        context=context or UNSIGNED,
        sentence=vector or "cls",
        seed=seed,
    )
