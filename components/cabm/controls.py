"""The controls of the CABM page: what is measured, counted and weighted, and how in detail."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.cabm import data as cabm_data
from components.cabm.choice import Choice
from components.cabm.options import draw_cabm_settings
from components.cabm.own_weights import draw_free_weights, draw_rescaled_weights
from components.frame.widgets import data_choice
from engine.measures.cabm.data.sentences import GENDER, Groups
from engine.measures.cabm.scores import RAW, STANDARDISED
from engine.measures.cabm.settings import CabmSettings, as_published
from engine.measures.cabm.unmasking import templates_for
from engine.measures.cabm.weighting import NAMES, USER

_WEIGHTS_HELP = "  \n".join(
    (
        "How the three features are added up.",
        "**Automatic**: SHAP + RF if its forest tells the two lists apart clearly better than "
        "chance, otherwise equal weights; features that may be noise alone get none.",
        "**SHAP + RF**: a random forest (RF) learns the occupation lists; a feature weighs as much "
        "as it contributes to the predictions (SHAP, Shapley additive explanations).",
        "**PCA + RF**: a random forest learns the lists from the principal components (PCA, "
        "principal component analysis).",
        "**PCA**: loadings of the first component; the lists are not used.",
    )
)
PUBLISHED = "published"
_SCALES = {STANDARDISED: "standardised", RAW: "raw", PUBLISHED: "as published"}
_SCALES_HELP = "  \n".join(
    (
        "What a score is measured against.",
        "**Standardised**: the other occupations. 0 is their average, so about half lie on either "
        "side in any model.",
        "**Raw**: nothing else; the features are added up in their own units. Two models can be "
        "compared on this scale only.",
        "**As published**: the way the CABM thesis works it out, to compare results with it. Raw "
        "scale, one sentence for the words that the model fills in, and categories named by the "
        "score alone, however uncertain it is.",
    )
)


def cabm_choice(files: DeltaGenerator) -> Choice | None:
    """Draw the controls and read them; None while a file or data set is missing.

    Args:
        files: takes what asks for files of the user's own.
    """
    name = cabm_data.pick_sentences()
    sentences_box = st.container()
    corpus_box = st.container()
    scale = data_choice.pick("Scale", _SCALES, "scale", help_text=_SCALES_HELP)
    weighting = data_choice.pick("Weights", NAMES, "weighting", help_text=_WEIGHTS_HELP)
    weights_box = st.container()
    with st.popover("Options", icon=":material/tune:", width="stretch"):
        settings = draw_cabm_settings(STANDARDISED if scale == STANDARDISED else RAW)
    with sentences_box:
        loaded = cabm_data.load_sentences(name, files)
    if loaded is None:
        return None
    data, sentences = loaded
    with corpus_box:
        corpus = cabm_data.pick_corpus(data.groups.words == GENDER.words)
        counted = cabm_data.load_counts(corpus, data, sentences.key, files)
    if counted is None:
        return None
    counts, counts_source = counted
    with sentences_box:
        cabm_data.draw_size(data)
    by_hand = draw_free_weights if scale == PUBLISHED else draw_rescaled_weights
    with weights_box:
        weights = by_hand() if weighting == USER else ()
    chosen = replace(
        settings,
        weighting=weighting,
        user_weights=weights,
        templates=sentences.templates,
    )
    return Choice(data, counts, _scaled(chosen, scale, data.groups), sentences, counts_source)


def _scaled(settings: CabmSettings, scale: str, groups: Groups) -> CabmSettings:
    """The settings on a scale, with the templates that belong to it where none are given."""
    if scale == PUBLISHED:
        return as_published(settings, groups)
    return replace(settings, scale=scale, templates=settings.templates or templates_for(groups))
