"""Sets of heads to mask at once, and masks as files; for the Heads page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from components import explain, masked_heads, session
from engine.errors import BiascopeError
from engine.mask_file import HeadMask, fit_mask, mask_text, parse_mask
from engine.measures.head_runs import bottom_heads, positive_heads, random_heads, top_heads
from engine.spec import HeadRef, ModelSpec, format_heads

_DRAW, _DRAWN = "biascope_draw", "biascope_drawn"
_FILE, _TOLD = "mask_file", "biascope_mask_told"


@dataclass(frozen=True)
class _Loaded:
    """What came of loading a mask file; said as long as that mask is in place.

    Args:
        masked: the mask in place then.
        refused: why the file was not taken; said beside its box.
    """

    masked: tuple[HeadRef, ...]
    texts: tuple[str, ...] = ()
    refused: str = ""


def buttons(
    gradient: Sequence[Sequence[float]] | None, facts: session.Facts, masked: Sequence[HeadRef]
) -> None:
    """Buttons that mask a chosen set of heads everywhere.

    Args:
        gradient: [layer][head], bias scores; None while there are none.
        masked: heads masked now.
    """
    every = [HeadRef(layer, head) for layer in range(facts.layers) for head in range(facts.heads)]
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom"):
        k = _count(len(every))
        grid = gradient or ()
        sets = {
            f"Top {k}": top_heads(grid, k),
            f"Bottom {k}": bottom_heads(grid, k),
            f"All positive ({len(positive_heads(grid))})": positive_heads(grid),
        }
        helps = ("The largest bias scores.", "The most negative ones.", "Every biased head.")
        for (label, heads), told in zip(sets.items(), helps, strict=True):
            _button(label, heads, told, disabled=not gradient)
        seed = st.session_state.setdefault(_DRAW, 0)
        st.button(
            f"Random {k}",
            key="mask_random",
            on_click=_mask_random,
            args=(facts, k, seed),
            help=f"Drawn with seed {seed}; the next press draws with the next seed.",
        )
        _button("Invert", tuple(ref for ref in every if ref not in masked), "All the others.")
        _button("Clear", (), "Switch all heads on.", disabled=not masked)


def _count(most: int) -> int:
    k = st.number_input(
        "K heads",
        1,
        most,
        min(3, most),
        key="k",
        bind="query-params",
        persist_state="session",
        width=110,
    )
    return int(k or 1)


def _button(label: str, heads: tuple[HeadRef, ...], told: str, disabled: bool = False) -> None:
    st.button(
        label,
        key=f"mask_{label.split()[0]}",
        on_click=masked_heads.press,
        args=(heads,),
        help=told,
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
        st.download_button(
            "Save the mask",
            lambda: mask_text(
                HeadMask.of(spec, facts.family, facts.layers, facts.heads, note or "")
            ),
            "biascope-mask.json",
            "application/json",
            key="save_mask",
            on_click="ignore",
            disabled=not spec.masked_heads,
        )
        st.file_uploader(
            "Load a mask",
            type=["json"],
            key=_FILE,
            max_upload_size=1,
            on_change=_load,
            args=(spec, facts),
            help="A file saved here. It is refused on another model.",
        )
        loaded = _loaded(spec.masked_heads)
        if loaded is not None and loaded.refused:
            st.error(explain.plain(loaded.refused), icon=":material/info:")
        st.caption("The address holds the mask too: see Link below.")


def told(facts: session.Facts, masked: Sequence[HeadRef]) -> None:
    """What a reader should know of the mask in place, and of the file just loaded."""
    drawn: tuple[int, tuple[HeadRef, ...]] | None = st.session_state.get(_DRAWN)
    if masked and drawn is not None and drawn[1] == tuple(masked):
        st.caption(f"Masked: {len(masked)} heads drawn at random, seed {drawn[0]}.")
    if len(masked) == facts.layers * facts.heads:
        st.caption("Every head is masked: no word sees another, whatever stands around it.")
    loaded = _loaded(masked)
    for text in loaded.texts if loaded is not None else ():
        st.info(explain.plain(text), icon=":material/info:")


def _loaded(masked: Sequence[HeadRef]) -> _Loaded | None:
    """What the last file came to, if the mask is still that of then."""
    loaded: _Loaded | None = st.session_state.get(_TOLD)
    return loaded if loaded is not None and loaded.masked == tuple(masked) else None


def _load(spec: ModelSpec, facts: session.Facts) -> None:
    """Take the uploaded mask, or say why it does not fit."""
    given = st.session_state.get(_FILE)
    if given is None:
        st.session_state.pop(_TOLD, None)
        return
    try:
        text = given.getvalue().decode("utf-8-sig", errors="replace")
        mask = parse_mask(text)
        heads, warnings = fit_mask(mask, spec, facts.family, facts.layers, facts.heads)
    except BiascopeError as error:
        st.session_state[_TOLD] = _Loaded(spec.masked_heads, refused=f"{given.name}: {error}")
        return
    note = f" Its note: {mask.note}" if mask.note else ""
    text = f"The mask {given.name} is in place: {format_heads(heads) or 'no head'}.{note}"
    st.session_state[_TOLD] = _Loaded(tuple(sorted(heads)), (text, *warnings))
    masked_heads.press(heads)
