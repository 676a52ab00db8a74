"""The model bar: widgets in the sidebar -> the spec every page measures, and what beside it.

All of its state is in the address (`model`, `compare`, `heads`), so a link reproduces the
view, and it stays while pages change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from components import explain, masked_heads, session
from components.numbers import whole_percent
from engine.errors import BiascopeError
from engine.spec import HeadRef, ModelSpec, check_heads, format_heads, parse_heads

MODEL, COMPARE, HEADS = "model", "compare", masked_heads.KEY
KEYS = (MODEL, COMPARE, HEADS)
UNTOUCHED, NOTHING = "untouched", "none"
NAME = "biascope-mini"  # of the bundled model
ANOTHER = "Choose another model in the sidebar."

_SPEC, _OTHER = "biascope_spec", "biascope_compared"


@dataclass(frozen=True)
class Subject:
    """One spec with the words that name it on screen."""

    spec: ModelSpec
    label: str


def draw() -> None:
    """Draw the bar and keep what it says for the page.

    Every field is drawn whatever another one says, so that none loses its value. A fault is
    marked here, and said in full by the page.
    """
    st.session_state[_SPEC] = st.session_state[_OTHER] = None
    with st.sidebar:
        names = session.checkpoints()
        checkpoint = _choose("Model", MODEL, names, session.BUNDLED)
        facts = _read(checkpoint)
        options = [UNTOUCHED, NOTHING, *(name for name in names if name != checkpoint)]
        other = _choose("Compare with", COMPARE, options, UNTOUCHED)
        marks = st.container()
        text = heads_field(facts)
        if facts is not None and _masked(checkpoint, text):
            with marks:
                _compared(checkpoint, other)


def _read(checkpoint: str) -> session.Facts | None:
    """Facts of the model and its badges; None where it cannot be used."""
    with st.container(horizontal=True, gap="xsmall"):
        try:
            facts = session.facts(checkpoint)
            st.session_state[_SPEC] = session.spec_of(checkpoint)
        except BiascopeError as error:
            _mark("not available", error)
            st.session_state[_SPEC] = BiascopeError(f"{error} {ANOTHER}")
            return None
        _badges(facts)
    return facts


def _masked(checkpoint: str, text: str) -> bool:
    """Whether the masked heads can be taken into the spec."""
    try:
        st.session_state[_SPEC] = session.spec_of(checkpoint, parse_heads(text))
    except BiascopeError as error:
        st.session_state[_SPEC] = BiascopeError(f"{error} Change the masked heads in the sidebar.")
        return False
    return True


def _mark(what: str, error: BiascopeError) -> None:
    st.badge(what, color="red", help=explain.plain(str(error)))


def _choose(label: str, key: str, options: list[str], default: str) -> str:
    chosen = st.selectbox(
        label,
        options,
        index=options.index(default),
        key=key,
        bind="query-params",
        accept_new_options=True,
        format_func=readable(),
        help="Choose one, or type a hub id (bert-base-uncased, owner/model) or a local folder "
        "and press Enter."
        if key == MODEL
        else "Shown beside the model. 'itself, untouched' is the same model with no head masked.",
    )
    return (chosen or default).strip()


def readable() -> Callable[[str], str]:
    """What options are called: a model made in the Lab by its name, not by its folder."""
    known = {session.BUNDLED: f"bundled: {NAME}", UNTOUCHED: "itself, untouched"}
    known |= session.injected_models()
    return lambda checkpoint: known.get(checkpoint, checkpoint)


def heads_field(facts: session.Facts | None) -> str:
    """Draw the field of the masked heads, with the chip that counts and clears them.

    Args:
        facts: of the model, if it can be used.
    """
    masked_heads.keep_newest()
    largest = f"{facts.layers}-{facts.heads}" if facts else "the last layer's last head"
    text = (
        st.text_input(
            "Masked heads",
            key=HEADS,
            bind="query-params",
            placeholder="none, or 3-1, 6-12",
            max_chars=20_000,
            help=f"Attention heads to switch off, as layer-head from 1-1 to {largest}, separated "
            "by commas. Every page then shows the changed model.",
        )
        or ""
    )
    # A place of its own also where there is no chip: what stands below would else move, and its
    # former picture stay beside the new one for as long as a page is at work.
    place = st.empty()
    if text.strip():
        with place.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            _chip(text, facts)
            st.button(
                "Clear",
                key="clear_heads",
                type="tertiary",
                on_click=masked_heads.press,
                args=[()],
            )
    return text


def _chip(text: str, facts: session.Facts | None) -> None:
    try:
        heads = parse_heads(text)
    except BiascopeError as error:
        _mark("not understood", error)
        return
    try:
        if facts is not None:
            check_heads(heads, facts.layers, facts.heads)
    except BiascopeError as error:
        _mark("no such head", error)
    else:
        st.badge(_counted(heads), color="gray")


def _counted(heads: Sequence[HeadRef]) -> str:
    return f"{len(heads)} head{'s' * (len(heads) != 1)} masked"


def _badges(facts: session.Facts) -> None:
    with st.container(width="content"):
        health_badge()
    st.badge(f"{facts.layers} × {facts.heads} heads", color="gray", help=facts.family)
    if where := session.device():
        st.badge(where, color="gray", help="Where the model runs.")


def health_badge() -> None:
    """The badge of the health gate; polls while the examination still runs."""
    spec = chosen()
    if spec is None:
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
        _status(found, bool(spec.masked_heads))

    badge()


def _status(found: dict[str, Any], masked: bool) -> None:
    told = ["With no head masked:" if masked else "", *found["reasons"]]
    if found.get("cloze_accuracy") is not None:
        low, high = found["cloze_interval"]
        told.append(
            f"First choice right in {whole_percent(found['cloze_accuracy'])} of "
            f"{found['cloze_items']} plain cloze sentences (95 %: {whole_percent(low)} to "
            f"{whole_percent(high)}); pseudo-perplexity of plain sentences {found['pppl']:.1f}."
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
        found = spec.untouched() if other in (UNTOUCHED, checkpoint) else session.spec_of(other)
    except BiascopeError as error:
        _mark("not shown", error)
        st.session_state[_OTHER] = error
        return
    if found != spec:  # the same folder under another name
        st.session_state[_OTHER] = found


def chosen() -> ModelSpec | None:
    """The spec chosen; None where the bar found a fault."""
    spec = st.session_state.get(_SPEC)
    return spec if isinstance(spec, ModelSpec) else None


def current() -> Subject:
    """The model the page measures.

    Raises:
        BiascopeError: what the model bar found wrong with it.
    """
    spec = st.session_state.get(_SPEC)
    if isinstance(spec, BiascopeError):
        raise BiascopeError(str(spec))
    if spec is None:
        raise BiascopeError(f"No model is chosen. {ANOTHER}")
    return Subject(spec, _label(spec, st.session_state.get(_OTHER)))


def compared() -> Subject | None:
    """The model shown beside it, if any; the page says so where it cannot be had."""
    spec, own = st.session_state.get(_OTHER), chosen()
    if own is None or spec is None:
        return None
    if isinstance(spec, BiascopeError):
        explain.warnings([f"The model to compare with cannot be shown: {spec}"])
        return None
    return Subject(spec, _label(spec, own))


def _label(spec: ModelSpec, other: object) -> str:
    """What tells a spec from the one beside it: its masks, its name, or both."""
    beside = other if isinstance(other, ModelSpec) else None
    masks = _counted(spec.masked_heads) if spec.masked_heads else "untouched"
    if beside is not None and beside.checkpoint == spec.checkpoint:
        return masks
    name = named(spec)
    if beside is not None and named(beside) == name:
        name = spec.checkpoint
    return f"{name}, {masks}" if spec.masked_heads else name


def named(spec: ModelSpec) -> str:
    """The model's name without its heads."""
    return NAME if spec.checkpoint == session.BUNDLED else spec.checkpoint.split("/")[-1]


def kind() -> str:
    """Kind of the model chosen, `masked` or `causal`."""
    return session.facts(current().spec.checkpoint).kind


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
    if (spec := chosen()) is not None:
        session.examine_later(spec)
