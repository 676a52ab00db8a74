"""The model bar: widgets in the sidebar -> the spec every page measures, and what beside it.

All of its state is in the address (`model`, `compare`, `heads`), so a link reproduces the
view, and it stays while pages change.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import streamlit as st

from components import explain, masked_heads, session
from engine.errors import BiascopeError
from engine.spec import ModelSpec, format_heads, parse_heads

MODEL, COMPARE, HEADS = "model", "compare", masked_heads.KEY
KEYS = (MODEL, COMPARE, HEADS)
UNTOUCHED, NOTHING = "untouched", "none"

_SPEC, _OTHER = "biascope_spec", "biascope_compared"


@dataclass(frozen=True)
class Subject:
    """One spec with the words that name it on screen."""

    spec: ModelSpec
    label: str


def draw() -> None:
    """Draw the bar and keep what it says for the page; faults are said here and on the page."""
    st.session_state[_SPEC] = st.session_state[_OTHER] = None
    with st.sidebar:
        names = session.checkpoints()
        checkpoint = _choose("Model", MODEL, names, session.BUNDLED)
        try:
            facts = session.facts(checkpoint)
            st.session_state[_SPEC] = session.spec_of(checkpoint)
        except BiascopeError as error:
            st.error(explain.plain(str(error)), icon=":material/info:")
            st.session_state[_SPEC] = error
            return
        with st.container(horizontal=True, gap="xsmall"):
            _badges(facts)
        options = [UNTOUCHED, NOTHING, *(name for name in names if name != checkpoint)]
        other = _choose("Compare with", COMPARE, options, UNTOUCHED)
        try:
            masked = parse_heads(heads_field(facts))
            st.session_state[_SPEC] = session.spec_of(checkpoint, masked)
        except BiascopeError as error:
            st.error(explain.plain(str(error)), icon=":material/info:")
            st.session_state[_SPEC] = error
            return
        _compared(checkpoint, other)


def _choose(label: str, key: str, options: list[str], default: str) -> str:
    names = {session.BUNDLED: "bundled: biascope-mini", UNTOUCHED: "itself, untouched"}
    chosen = st.selectbox(
        label,
        options,
        index=options.index(default),
        key=key,
        bind="query-params",
        accept_new_options=True,
        format_func=lambda name: names.get(name, name),
        help="Choose one, or type a hub id (bert-base-uncased, owner/model) or a local folder "
        "and press Enter."
        if key == MODEL
        else "Shown beside the model. 'itself, untouched' is the same model with no head masked.",
    )
    return (chosen or default).strip()


def heads_field(facts: session.Facts) -> str:
    """Draw the field of the masked heads, with the chip that counts and clears them."""
    masked_heads.keep_newest()
    text = (
        st.text_input(
            "Masked heads",
            key=HEADS,
            bind="query-params",
            placeholder="none, or 3-1, 6-12",
            max_chars=20_000,
            help=f"Attention heads to switch off, as layer-head from 1-1 to {facts.layers}-"
            f"{facts.heads}, separated by commas. Every page then shows the changed model.",
        )
        or ""
    )
    masked = parse_heads(text)
    if masked:
        count = len(masked)
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            st.badge(f"{count} head{'s' * (count > 1)} masked", color="primary")
            st.button(
                "Clear",
                key="clear_heads",
                type="tertiary",
                on_click=masked_heads.press,
                args=[()],
            )
    return text


def _badges(facts: session.Facts) -> None:
    health_badge()
    st.badge(f"{facts.layers} × {facts.heads} heads", color="gray", help=facts.family)
    if where := session.device():
        st.badge(where, color="gray", help="Where the model runs.")


def health_badge() -> None:
    """The badge of the health gate; polls while the examination still runs."""
    spec = st.session_state.get(_SPEC)
    if not isinstance(spec, ModelSpec):
        return
    waiting = session.health(spec) is None

    @st.fragment(run_every=1.5 if waiting else None)
    def badge() -> None:
        found = session.health(spec)
        if found is None:
            st.badge("checking …", color="gray", help="Plain sentences are being tried.")
            return
        if waiting:
            st.rerun()  # ends the polling, and lets the page show its caveats
        _status(found)

    badge()


def _status(found: dict[str, Any]) -> None:
    told = [*found["reasons"]]
    if found.get("cloze_accuracy") is not None:
        low, high = found["cloze_interval"]
        told.append(
            f"First choice right in {found['cloze_accuracy']:.0%} of {found['cloze_items']} plain "
            f"cloze sentences (95 %: {low:.0%} to {high:.0%}); pseudo-perplexity of plain "
            f"sentences {found['pppl']:.1f}."
        )
    help_text = explain.plain(" ".join(told)) or None
    if found["status"] == "green":
        st.badge("healthy", color="green", help=help_text)
    elif found["status"] == "amber":
        st.badge("weak", color="yellow", help=help_text)
    else:
        st.badge("refused", color="red", help=help_text)


def _compared(checkpoint: str, other: str) -> None:
    spec: ModelSpec = st.session_state[_SPEC]
    if other == NOTHING or (other in (UNTOUCHED, checkpoint) and not spec.masked_heads):
        return
    try:
        st.session_state[_OTHER] = (
            spec.untouched() if other in (UNTOUCHED, checkpoint) else session.spec_of(other)
        )
    except BiascopeError as error:
        st.error(explain.plain(str(error)), icon=":material/info:")


def current() -> Subject:
    """The model the page measures.

    Raises:
        BiascopeError: what the model bar found wrong with it.
    """
    spec = st.session_state.get(_SPEC)
    if isinstance(spec, BiascopeError):
        raise BiascopeError(f"{spec} Choose another in the sidebar.")
    if spec is None:
        raise BiascopeError("No model is chosen; choose one in the sidebar.")
    return Subject(spec, _label(spec, st.session_state.get(_OTHER)))


def compared() -> Subject | None:
    """The model shown beside it, if any."""
    spec = st.session_state.get(_OTHER)
    return None if spec is None else Subject(spec, _label(spec, st.session_state[_SPEC]))


def _label(spec: ModelSpec, other: ModelSpec | None) -> str:
    """What tells a spec from the one beside it: its masks, its name, or both."""
    count = len(spec.masked_heads)
    masks = f"{count} head{'s' * (count > 1)} masked" if count else "untouched"
    if other is not None and other.checkpoint == spec.checkpoint:
        return masks
    name = "biascope-mini" if spec.checkpoint == session.BUNDLED else spec.checkpoint.split("/")[-1]
    return f"{name}, {masks}" if count else name


def command_options(spec: ModelSpec) -> str:
    """The options that name this spec on the command line."""
    import shlex

    parts = []
    if spec.checkpoint != session.BUNDLED:
        parts.append(f"--model {shlex.quote(spec.checkpoint)}")
    if spec.masked_heads:
        parts.append(f"--mask {format_heads(spec.masked_heads).replace(' ', '')}")
    return " ".join(parts)


def examine() -> None:
    """Start the health examination once the page is drawn."""
    spec = st.session_state.get(_SPEC)
    if isinstance(spec, ModelSpec):
        session.examine_later(spec)
