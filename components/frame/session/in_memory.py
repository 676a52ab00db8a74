"""Loaded models: one copy of each for all browser sessions, as many as fit into memory.

Networks are never changed; masked heads travel in the spec.
"""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from components.frame.session.device import chosen_device, on_one_device
from components.frame.session.models import source_of
from engine.core.spec import DTYPES, ModelSpec
from engine.models.collector import collector_paused
from engine.models.room import Resident, most_bytes, needed_memory
from engine.models.sources import ModelSource
from engine.server import shared

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM


class _Wanted(NamedTuple):
    """What is loaded.

    Args:
        spec: with no head masked. The revision is part of it: files that changed are another model.
        device: as it was chosen.
        classifier: whether its classification head is loaded, else that of its language model.
    """

    spec: ModelSpec
    device: str
    classifier: bool = False


def loaded(spec: ModelSpec) -> LoadedModel:
    """The one copy of a checkpoint that everyone on this server shares."""
    return _copy_of(_wanted(spec))


def loaded_classifier(spec: ModelSpec) -> LoadedModel:
    """The one copy of a checkpoint as a sequence classifier."""
    return _copy_of(_wanted(spec)._replace(classifier=True))


def is_loaded(spec: ModelSpec) -> bool:
    """Whether a model has been loaded, so that a page may use it at once."""
    return _wanted(spec) in _resident()


def open_model(spec: ModelSpec, measure: str = "") -> MaskedLM:
    """The loaded model under its masked heads, refused if its scores would be noise.

    Args:
        measure: for which it is opened; by default one that reads its language-model head.
    """
    from engine.measures.health.check import gate, gate_for
    from engine.models.loading import MaskedLM

    lm = MaskedLM.of(loaded(spec), spec)
    if measure:
        gate_for(lm, measure)
    else:
        gate(lm)
    return lm


def _wanted(spec: ModelSpec) -> _Wanted:
    return _Wanted(spec.unmasked(), chosen_device())


def _copy_of(wanted: _Wanted) -> LoadedModel:
    resident = _resident()
    here = resident.get(wanted)
    if here is not None:
        return here
    if wanted.spec.dtype != DTYPES[0]:  # a copy in another precision, whoever asks for it
        shared.refuse(f"Measuring in {wanted.spec.dtype}")
    source = source_of(wanted.spec)
    what = "classifier" if wanted.classifier else "model"
    drawn = get_script_run_ctx(suppress_warning=True) is not None  # not in a background thread
    with st.spinner(f"Loading the {what} …") if drawn else nullcontext():
        return resident.load(
            wanted, needed_memory(source, wanted.spec.dtype), partial(_read, source, wanted)
        )


@collector_paused()
def _read(source: ModelSource, wanted: _Wanted) -> LoadedModel:
    """Read a model; it is refused where it does not fit into what is free."""
    from engine.models.loading import load, load_classifier

    read = load_classifier if wanted.classifier else load
    return read(source, wanted.device, wanted.spec.dtype)


@on_one_device
@st.cache_resource(show_spinner=False)
def _resident() -> Resident[_Wanted, LoadedModel]:
    return Resident(most_bytes())
