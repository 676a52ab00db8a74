"""The masked heads of the model bar: their field, and setting what is done to a model elsewhere.

`press`, `click` and `clear` are for callbacks only: what a field holds can be set before the field
is drawn, not after.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from components.frame.shell.applied import strength_key
from components.frame.shell.subject import ABLATION, DEBIAS, ERASE, GATE, HEADS, STEER
from engine.core.errors import BiascopeError
from engine.core.intervention_text import format_scales, parse_scales
from engine.core.interventions import ZERO, ScaledHead
from engine.core.spec import NO_HEADS, HeadRef, format_heads, no_heads, parse_heads

# What each field holds where nothing is done.
EMPTY: Mapping[str, Any] = {
    HEADS: "",
    GATE: "",
    ABLATION: ZERO,
    ERASE: [],
    STEER: [],
    DEBIAS: None,
}


@dataclass(frozen=True)
class _Change:
    """Values that a callback set, and what the fields showed shortly before.

    Args:
        values: key of a field -> what it was set to.
        older: key of a field -> what it showed before, and is not to be shown again.
        pressed: whether a button set them, in the run that is not drawn yet.
        drawn: when the fields were first drawn with them: the browser cannot know of them before.
    """

    values: Mapping[str, Any]
    older: Mapping[str, tuple[Any, ...]]
    pressed: bool
    drawn: float | None = None

    def is_recent(self) -> bool:
        """Whether a message that the browser sent before it knew may still arrive."""
        return self.drawn is None or _sent() - self.drawn < state.LATE


def _sent() -> float:
    """When the message that is read now was sent, at the earliest.

    While something is measured no message is read, however long that takes.
    """
    now = time.monotonic()
    begun, ended = st.session_state.get(state.MEASURED, (now, now))
    return begun if now - ended < state.LATE else now


def field(facts: session.Facts | None) -> str:
    """Draw the field of the masked heads.

    Args:
        facts: of the model, if it can be used.
    """
    available = facts is None or facts.heads > 0
    largest = f"{facts.layers}-{facts.heads}" if facts else "the last layer's last head"
    tip = (
        f"Attention heads to switch off, as layer-head from 1-1 to {largest}, separated by commas. "
        "Every page then shows the model without them."
    )
    return (
        st.text_input(
            "Heads switched off",
            key=HEADS,
            bind="query-params",
            placeholder="none, or 3-1, 6-12" if available else NO_HEADS,
            max_chars=20_000,
            disabled=not available,
            help=tip if available else str(no_heads()),
        )
        or ""
    )


def mark(what: str, error: BiascopeError) -> None:
    """Draw a red badge whose help is the error."""
    st.badge(what, color="red", help=explain.plain(str(error)))


def press(heads: Iterable[HeadRef]) -> None:
    """Mask these heads everywhere, for the callback of a button."""
    _set(_masking(heads), pressed=True)


def click(heads: Iterable[HeadRef]) -> None:
    """Mask the heads selected in a component, for the component's callback.

    A button pressed in the same moment wins: Streamlit calls the callbacks of components
    after those of buttons, whichever the user touched last.
    """
    change: _Change | None = st.session_state.get(state.MASK_CHANGE)
    if change is None or not change.pressed:
        _set(_masking(heads), pressed=False)


def scale(head: HeadRef, number: float) -> None:
    """Scale one head everywhere, for the callback of a slider; 0 masks it, 1 leaves it as it is."""
    try:
        masked = {*parse_heads(shown(HEADS))} - {head}
        scaled = [one for one in parse_scales(shown(GATE)) if HeadRef(*one[:2]) != head]
    except BiascopeError:  # the field says what is wrong with it
        return
    if number == 0:
        masked.add(head)
    elif number != 1:
        scaled.append(ScaledHead(*head, number))
    _set({HEADS: format_heads(masked), GATE: format_scales(scaled)}, pressed=True)


def release() -> None:
    """Switch all heads on, and scale none, for the callback of a button."""
    _set({HEADS: "", GATE: ""}, pressed=True)


def use(key: str, label: str, chosen: bool = True) -> None:
    """Erase a concept or steer along a vector everywhere, or no longer, for a callback.

    Args:
        key: `ERASE` or `STEER`.
        label: of a kept fit.
        chosen: whether it is used from now on.
    """
    if key == STEER and chosen:
        begin_strength(label)
    left = [one for one in shown(key) if one != label]
    _set({key: [*left, label] if chosen else left}, pressed=True)


def begin_strength(label: str) -> None:
    """Give a vector a strength that suits it, if it has none yet; for callbacks.

    Args:
        label: of a kept fit.
    """
    fit = session.fits.kept().get(label)
    if fit is not None:
        st.session_state.setdefault(strength_key(label), fit.first_strength)


def clear() -> None:
    """Leave every model as it is, for the callback of a button."""
    _set(EMPTY, pressed=True)


def shown(key: str) -> Any:
    """What a field holds.

    Args:
        key: of `EMPTY`.
    """
    return st.session_state.get(key) or EMPTY[key]


def keep_newest() -> None:
    """Keep a change that a late message would undo; call it just before the fields are drawn.

    A message that was sent before the browser knew of the change, by a poll, a link or as a copy
    of the click, brings the older values.
    """
    change: _Change | None = st.session_state.get(state.MASK_CHANGE)
    if change is None:
        return
    if change.is_recent():
        for key, value in change.values.items():
            if shown(key) in change.older[key]:
                st.session_state[key] = value
    drawn = time.monotonic() if change.drawn is None else change.drawn
    st.session_state[state.MASK_CHANGE] = replace(change, pressed=False, drawn=drawn)


def _masking(heads: Iterable[HeadRef]) -> dict[str, Any]:
    """The values under which exactly these heads are masked; none of them stays scaled."""
    masked = {HeadRef(*head) for head in heads}
    values = {HEADS: format_heads(masked)}
    try:
        scaled = parse_scales(shown(GATE))
    except BiascopeError:  # the field says what is wrong with it
        return values
    left = [one for one in scaled if HeadRef(*one[:2]) not in masked]
    if len(left) < len(scaled):
        values[GATE] = format_scales(left)
    return values


def _set(values: Mapping[str, Any], pressed: bool) -> None:
    last: _Change | None = st.session_state.get(state.MASK_CHANGE)
    known = last if last is not None and last.is_recent() else _Change({}, {}, False)
    older = {key: tuple(before) for key, before in known.older.items()}
    for key, value in values.items():
        before = [shown(key)]
        if key in known.values:
            before += [known.values[key], *known.older[key]]
        older[key] = tuple(one for one in before if one != value)
    kept = {**known.values, **values}
    st.session_state[state.MASK_CHANGE] = _Change(kept, older, pressed)
    for key, value in values.items():
        st.session_state[key] = list(value) if isinstance(value, list) else value
