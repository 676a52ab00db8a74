"""The settings of the CABM page that are seldom changed, behind *Options*."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from components.frame.widgets import seed_field
from engine.measures.cabm.features import CONTEXTS
from engine.measures.cabm.pmi import ALPHA, SMOOTHINGS
from engine.measures.cabm.scores import STANDARDISED, THRESHOLDS
from engine.measures.cabm.settings import CabmSettings

_VECTORS = {"cls": "[CLS]", "mean": "mean of all tokens"}


def draw_cabm_settings(scale: str) -> CabmSettings:
    """Draw them, in the order of what they change: categories, counts, vectors, draws.

    Args:
        scale: which the threshold is of; each has its own.
    """
    relative = scale == STANDARDISED
    threshold = st.slider(
        "Threshold for neutral" + ", in standard deviations of the scores" * relative,
        0.0,
        1.0,
        THRESHOLDS[scale],
        0.05,
        key="threshold_sd" if relative else "threshold",
        bind="query-params",
        persist_state="session",
        help="A side is named only where the whole interval of a score lies beyond this, on the "
        "same side of 0, and the test of it is below .05 by Holm's correction for all occupations; "
        "neutral: the whole interval lies closer to 0.",
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
    smoothing = _one_of(
        "Split between groups",
        "smoothing",
        {name: name for name in SMOOTHINGS},
        "Proportional: by how often each group's words occur. Equal: the same number for both "
        "groups.",
    )
    context = _one_of(
        "Context bias",
        "context",
        {name: name for name in CONTEXTS},
        "Unsigned: how far the sentence vector moves when the group's word changes. Signed: how "
        "far it moves along the model's own direction from one group's words to the other's.",
    )
    vector = _one_of(
        "Sentence vector",
        "vector",
        _VECTORS,
        "[CLS] is the token whose vector stands for the whole sentence.",
    )
    seed = seed_field.draw_seed_field("seed", "Of the random forests, bootstrap draws and maps.")
    return CabmSettings(
        threshold=None if threshold == THRESHOLDS[scale] else float(threshold),
        alpha=float(alpha),
        smoothing=smoothing,
        context=context,
        sentence=vector,
        seed=seed,
    )


def _one_of(label: str, key: str, titles: Mapping[str, str], help_text: str) -> str:
    """Draw buttons of which one is chosen, the first at first."""
    usual = next(iter(titles))
    chosen = st.segmented_control(
        label,
        [*titles],
        format_func=titles.__getitem__,
        default=usual,
        required=True,
        key=key,
        bind="query-params",
        persist_state="session",
        help=help_text,
    )
    return chosen or usual
