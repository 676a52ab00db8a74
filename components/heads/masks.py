"""Sets of heads to mask on the Heads page: buttons, and masks as files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from components.frame import session
from components.frame.present import download, explain
from components.frame.shell import masked_heads
from components.frame.shell.model_bar import Subject
from components.heads import direct_path
from components.heads.board import READ
from components.heads.choice import Choice
from components.heads.notes import unsaid
from components.heads.scores import Colour, HeadScores
from engine.core.errors import BiascopeError
from engine.core.spec import HeadRef, ModelSpec, format_heads
from engine.core.wording import counted
from engine.files.mask_file import HeadMask, fit_mask, mask_text, parse_mask
from engine.measures.heads.runs import bottom_heads, positive_heads, random_heads, top_heads
from engine.server import shared

_DRAW, _DRAWN = session.state.RANDOM_SEED, session.state.RANDOM_MASK
_FILE, _LOADED = "mask_file", session.state.MASK_FILE


@dataclass(frozen=True)
class _Loaded:
    """Outcome of loading a mask file; shown as long as the mask does not change.

    Args:
        masked: the mask when the file was loaded.
        refused: why the file was refused; shown below its box.
    """

    masked: tuple[HeadRef, ...]
    texts: tuple[str, ...] = ()
    refused: str = ""


def draw(scores: HeadScores | None, colour: Colour, subject: Subject, choice: Choice) -> None:
    """Draw the buttons, the mask as a file, and what is special about the current mask.

    Args:
        scores: of the original model; None until they are measured.
        colour: of the grid.
        choice: the test that the scores are of.
    """
    masked = subject.spec.masked_heads
    scaled = bool(subject.spec.interventions.scaled_heads)
    buttons(scores.ranking(colour) if scores else None, subject.facts, masked, colour, scaled)
    with st.container(horizontal=True, gap="small"):
        files(subject.spec, subject.facts)
        explain.reading(f"{READ}\n\n{direct_path.reading(subject.facts.family)}")
    with st.empty().container():
        notes(subject.facts, masked)
        if scores is not None:
            explain.warnings(unsaid(choice, scores.value))


def buttons(
    ranking: Sequence[Sequence[float]] | None,
    facts: session.Facts,
    masked: Sequence[HeadRef],
    colour: Colour,
    scaled: bool,
) -> None:
    """Buttons that mask a chosen set of heads everywhere.

    Args:
        ranking: [layer][head], what heads are ranked by; None while that is not known.
        colour: of the grid, which says what they are ranked by.
        scaled: whether any head is scaled.
    """
    every = [HeadRef(layer, head) for layer in range(facts.layers) for head in range(facts.heads)]
    ranked_by = colour.ranks or "bias score"
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        k = _count(len(every))
        grid = ranking or ()
        positive = positive_heads(grid)
        every_positive = _all(len(positive) if ranking else None, colour)
        for key, label, heads, meant in (
            ("Top", f"Top {k}", top_heads(grid, k), "the heads with the largest"),
            ("Bottom", f"Bottom {k}", bottom_heads(grid, k), "the heads with the most negative"),
            ("All", every_positive, positive, "every head with a positive"),
        ):
            meant = f"Switch off {meant} {ranked_by}."
            _button(key, label, heads, meant, disabled=not ranking)
        seed = st.session_state.setdefault(_DRAW, 0)
        st.button(
            f"Random {k}",
            key="mask_random",
            on_click=_mask_random,
            args=(facts, k, seed),
            help=f"Switch off a random set of heads (seed {seed}). Press again for another set.",
        )
        unmasked = tuple(ref for ref in every if ref not in masked)
        meant = "Switch off all heads that are on now, and switch on the rest."
        _button("Invert", "Invert", unmasked, meant)
        st.button(
            "Clear",
            key="mask_Clear",
            on_click=masked_heads.release,
            help="Switch all heads on, and scale none.",
            disabled=not (masked or scaled),
        )


def _all(number: int | None, colour: Colour) -> str:
    """The label of the button for every head above zero; None while their number is not known."""
    if number is None:
        return f"All that {colour.all}"
    return f"The one that {colour.one}" if number == 1 else f"All {number} that {colour.all}"


def _count(most: int) -> int:
    k = st.number_input(
        "How many heads",
        1,
        most,
        min(3, most),
        key="heads_to_mask",
        bind="query-params",
        persist_state="session",
        width=150,
        help="How many heads the buttons Top, Bottom and Random switch off.",
    )
    return int(k or 1)


def _button(
    key: str, label: str, heads: tuple[HeadRef, ...], help_text: str, disabled: bool = False
) -> None:
    st.button(
        label,
        key=f"mask_{key}",
        on_click=masked_heads.press,
        args=(heads,),
        help=help_text,
        disabled=disabled,
    )


def _mask_random(facts: session.Facts, k: int, seed: int) -> None:
    heads = random_heads(facts.layers, facts.heads, k, seed)
    st.session_state[_DRAWN] = (seed, heads)
    st.session_state[_DRAW] = seed + 1
    masked_heads.press(heads)


def files(spec: ModelSpec, facts: session.Facts) -> None:
    """Save the mask as a small file, and load one."""
    with st.popover("Mask file", icon=":material/save:"):
        note = st.text_input("Note", key="mask_note", max_chars=200, placeholder="why these heads")
        download.button(
            "Save mask",
            lambda: mask_text(
                HeadMask.of(spec, facts.family, facts.layers, facts.heads, note or "")
            ),
            "biascope-mask.json",
            "application/json",
            key="save_mask",
            disabled=not spec.masked_heads,
        )
        st.file_uploader(
            "Load mask",
            type=["json"],
            key=_FILE,
            max_upload_size=1,
            on_change=_load,
            args=(spec, facts),
            help="A mask file saved for this model. Files for other models are refused.",
        )
        loaded = _loaded(spec.masked_heads)
        if loaded is not None and loaded.refused:
            st.error(explain.plain(loaded.refused), icon=":material/info:")
        st.caption("The link to this page contains the mask too: see *Link*.")


def notes(facts: session.Facts, masked: Sequence[HeadRef]) -> None:
    """Show what is special about the current mask, and about a mask file just loaded."""
    drawn: tuple[int, tuple[HeadRef, ...]] | None = st.session_state.get(_DRAWN)
    if masked and drawn is not None and drawn[1] == tuple(masked):
        st.caption(
            f"Switched off: {counted(len(masked), 'head')} drawn at random, seed {drawn[0]}."
        )
    if len(masked) == facts.layers * facts.heads:
        st.caption("Every head is switched off, so no word receives information from other words.")
    loaded = _loaded(masked)
    for text in loaded.texts if loaded is not None else ():
        st.info(explain.plain(text), icon=":material/info:")


def _loaded(masked: Sequence[HeadRef]) -> _Loaded | None:
    """Outcome of the last file, if the mask has not changed since."""
    loaded: _Loaded | None = st.session_state.get(_LOADED)
    return loaded if loaded is not None and loaded.masked == tuple(masked) else None


def _load(spec: ModelSpec, facts: session.Facts) -> None:
    """Apply the uploaded mask, or keep the reason why it does not fit."""
    upload = st.session_state.get(_FILE)
    if upload is None:
        st.session_state.pop(_LOADED, None)
        return
    try:
        shared.check_upload(upload.name, upload.size)
        text = upload.getvalue().decode("utf-8-sig", errors="replace")
        mask = parse_mask(text)
        heads, warnings = fit_mask(mask, spec, facts.family, facts.layers, facts.heads)
    except BiascopeError as error:
        st.session_state[_LOADED] = _Loaded(spec.masked_heads, refused=f"{upload.name}: {error}")
        return
    note = f" Note: {mask.note}" if mask.note else ""
    text = f"Loaded {upload.name}. Heads switched off: {format_heads(heads) or 'none'}.{note}"
    st.session_state[_LOADED] = _Loaded(tuple(sorted(heads)), (text, *warnings))
    masked_heads.press(heads)
