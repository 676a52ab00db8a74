"""The fields of the model bar for what is done to the model besides switching heads off.

Fits are chosen by name among those that are kept on this machine. A link may name another one: it
stays in its box, and the page says that it is not here. No file is looked for because of a link.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from components.frame.shell import masked_heads
from components.frame.shell.applied import TITLE, Fault, Written, strength_key
from components.frame.shell.masked_heads import EMPTY, mark, shown
from components.frame.shell.subject import (
    ABLATION,
    ABLATION_SEED,
    DEBIAS,
    DEBIAS_DECAY,
    ERASE,
    GATE,
    HEADS,
    STEER,
    STRENGTH,
)
from engine.core.errors import BiascopeError
from engine.core.intervention_text import heads_in_words, in_words
from engine.core.interventions import (
    ABLATIONS,
    DECAY,
    LARGEST_DECAY,
    LARGEST_SCALE,
    LARGEST_STRENGTH,
    MEAN,
    RESAMPLE,
    ZERO,
    ErasedConcept,
    SteeringVector,
)
from engine.core.spec import ModelSpec, parse_heads

_BECAUSE_OF = ("gender", "race/color", "religion")
_STRONGEST = 1.0  # that the slider goes to; a link may ask for more
_MOST_UNKNOWN, _LONGEST_LABEL = 8, 160  # fits that only a link names
_LARGEST_SEED = 999_999
_GIVES = {ZERO: "nothing", MEAN: MEAN, RESAMPLE: RESAMPLE}
_GIVEN = {
    ZERO: "",
    MEAN: "Their mean output over neutral sentences.",
    RESAMPLE: "Their output for another neutral sentence, which the seed draws.",
}
_Reference = TypeVar("_Reference", ErasedConcept, SteeringVector)


# --- fields -------------------------------------------------------------------------------
# Drawn whatever the model is, so that none loses its value.


def draw(heads: str, spec: ModelSpec | None) -> Written:
    """Draw the fields of everything but masked heads.

    Args:
        heads: that are switched off, as they are typed.
        spec: of the model, if it can be used.
    """
    with st.popover(TITLE, icon=":material/tune:", type="tertiary"):
        gate = _scaled()
        ablation = _ablation(bool(heads.strip()))
        fits = [one for one in session.fits.kept().values() if spec and one.is_of(spec)]
        erase = _fits("Erased concepts", ERASE, ErasedConcept, fits, _ERASED)
        steer = _fits("Steering vectors", STEER, SteeringVector, fits, _STEERED)
        debias = _self_debias()
    # Outside: the popover would lie over what a moved slider changes.
    strengths = tuple((label, _strength(label, fits)) for label in steer)
    return Written(heads.strip(), gate, ablation, erase, strengths, debias)


def _scaled() -> str:
    text = st.text_input(
        "Scaled heads",
        key=GATE,
        bind="query-params",
        placeholder="none, or 3-1:0.5, 6-12:2",
        max_chars=20_000,
        help="Heads whose output is multiplied by a number, as layer-head:scale, from 0 (switched "
        f"off) to {LARGEST_SCALE:g} (doubled).",
    )
    return (text or "").strip()


def _ablation(any_off: bool) -> str:
    """Draw the box; its value as the command line writes it."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    kind = row.selectbox(
        "Switched-off heads give",
        ABLATIONS,
        key=ABLATION,
        bind="query-params",
        format_func=lambda name: _GIVES.get(name, name),
        disabled=not any_off,
        help="What takes the place of their output: nothing (0), their mean output over neutral "
        "sentences, or their output for another neutral sentence, which a seed draws."
        if any_off
        else "Switch off a head first.",
    )
    seed = 0
    if kind == RESAMPLE:
        seed = int(
            row.number_input("Seed", 0, _LARGEST_SEED, 0, key=ABLATION_SEED, bind="query-params")
            or 0
        )
    if any_off and _GIVEN.get(kind):
        st.caption(_GIVEN[kind])
    return f"{RESAMPLE}:{seed}" if kind == RESAMPLE else kind or ZERO


class _Asked(NamedTuple):
    """What is said of a box of fits: what they do, and what to do where there is none."""

    about: str
    none: str


_ERASED = _Asked(
    "A concept is taken out of the states from which the model predicts words.",
    "No concept has been fitted on this model yet; fit one on Heads.",
)
_STEERED = _Asked(
    "A vector is added to what a layer gives. Below 0, it points the other way.",
    "No vector has been fitted on this model yet; fit one on Heads.",
)


def _fits(
    title: str,
    key: str,
    kind: type[_Reference],
    fits: Sequence[session.fits.KeptFit],
    asked: _Asked,
) -> tuple[str, ...]:
    """Draw a box of kept fits; the chosen labels, with those that only a link names."""
    own: list[str] = [one.reference.label for one in fits if isinstance(one.reference, kind)]
    chosen = st.multiselect(
        title,
        [*own, *_unknown(key, own)],
        key=key,
        bind="query-params",
        placeholder="none" if own else "none fitted yet",
        help=asked.about,
        wrap=True,
        on_change=_begin if key == STEER else None,
    )
    if not own:
        st.caption(asked.none)
    return tuple(chosen)


def _begin() -> None:
    """Begin with a strength that suits a vector, once the user has chosen it."""
    for label in shown(STEER):
        masked_heads.begin_strength(label)


def _unknown(key: str, known: Iterable[str]) -> list[str]:
    """Labels that a link or an earlier model has left in a box, and that are no option."""
    found = dict.fromkeys([*(st.session_state.get(key) or []), *st.query_params.get_all(key)])
    unknown = [label for label in found if label not in {*known} and label.strip()]
    return [label for label in unknown if len(label) <= _LONGEST_LABEL][:_MOST_UNKNOWN]


def _strength(label: str, fits: Sequence[session.fits.KeptFit]) -> float:
    """Draw the slider of one vector; live, as every slider is."""
    known = (one.reference for one in fits if one.reference.label == label)
    vector = next((one for one in known if isinstance(one, SteeringVector)), None)
    what = f"{vector.concept}, layer {vector.layer}" if vector else label
    key = strength_key(label)
    furthest = st.session_state.setdefault(state.STRENGTHS, {})
    asked = abs(_number(st.session_state.get(key, st.query_params.get(key)), 1.0))
    # It never shrinks: a slider of another range is another field, and forgets its value.
    furthest[key] = min(max(_STRONGEST, asked, furthest.get(key, 0.0)), LARGEST_STRENGTH)
    return float(
        st.slider(
            f"Strength: {explain.plain(what)}",
            -furthest[key],
            furthest[key],
            1.0,
            session.fits.STEP,
            key=key,
            bind="query-params",
            help="1 adds a vector as long as a state of this layer; 0 adds nothing.",
        )
    )


def _self_debias() -> str:
    """Draw both fields; what is described and the decay, as the command line writes them."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    given = row.selectbox(
        "Self-debiasing",
        _BECAUSE_OF,
        index=None,
        key=DEBIAS,
        bind="query-params",
        placeholder="off",
        accept_new_options=True,
        help="Words that a description of this bias makes likelier become less likely. Choose what "
        "people are discriminated for, or type your own words, such as age.",
    )
    if given is None or not given.strip():
        return ""
    decay = row.number_input(
        "Decay",
        1.0,
        LARGEST_DECAY,
        DECAY,
        10.0,
        key=DEBIAS_DECAY,
        bind="query-params",
        format="%g",
        help="How steeply the probability of such words falls.",
    )
    return given if ":" in given else f"{given}:{decay or DECAY:g}"


def _number(value: Any, otherwise: float) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return otherwise


# --- what is done, in words -----------------------------------------------------------------


def draw_done(written: Written, model: ModelSpec | Fault | None) -> None:
    """Draw in words what is done to the model, with a button that clears all of it.

    Args:
        written: what the fields hold.
        model: with all of it done; None where there is no model to do it to.
    """
    # A place of its own also where there is nothing: what is below would move otherwise, and its
    # former picture stay next to the new one for as long as a page is computing.
    place = st.empty()
    if all(shown(key) == nothing for key, nothing in EMPTY.items() if key != ABLATION):
        return
    with place.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        if isinstance(model, Fault):
            mark(model.what, model.error)
        else:
            if heads := _heads_off(written, model):
                st.badge(heads, color="gray")
            if model is not None and model.interventions:
                st.caption(explain.plain(in_words(model.interventions)))
        st.button("Clear", key="clear_heads", type="tertiary", on_click=masked_heads.clear)


def _heads_off(written: Written, model: ModelSpec | None) -> str:
    if model is not None:
        return heads_in_words(model.masked_heads)
    with suppress(BiascopeError):  # the page says what is wrong with the model, and nothing else
        return heads_in_words(parse_heads(written.heads))
    return ""


# --- links --------------------------------------------------------------------------------


def take_from_link() -> None:
    """Do what the address says, and nothing else; call this before the fields are drawn."""
    asked = st.query_params
    for key in [key for key in st.session_state if str(key).startswith(STRENGTH)]:
        del st.session_state[key]
    st.session_state[HEADS] = asked.get(HEADS, "")
    st.session_state[GATE] = asked.get(GATE, "")
    st.session_state[ABLATION] = asked.get(ABLATION) if asked.get(ABLATION) in _GIVES else ZERO
    st.session_state[ERASE] = asked.get_all(ERASE)
    st.session_state[STEER] = asked.get_all(STEER)
    st.session_state[DEBIAS] = asked.get(DEBIAS)
    seed = _number(asked.get(ABLATION_SEED), 0)
    st.session_state[ABLATION_SEED] = int(seed) if 0 <= seed <= _LARGEST_SEED else 0
    decay = _number(asked.get(DEBIAS_DECAY), DECAY)
    st.session_state[DEBIAS_DECAY] = decay if 1 <= decay <= LARGEST_DECAY else DECAY
    for label in asked.get_all(STEER):
        strength = _number(asked.get(strength_key(label)), 1.0)
        limited = max(-LARGEST_STRENGTH, min(strength, LARGEST_STRENGTH))
        st.session_state[strength_key(label)] = limited
