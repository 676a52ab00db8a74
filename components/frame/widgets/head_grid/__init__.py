"""The head grid: layers by heads, coloured by any number per head, clicked to mask heads.

The drawing and the clicks are in grid.js; this side decides which selection counts and hands
over numbers and words. It is registered once, when this module is imported.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from components.frame.present import theme
from components.frame.widgets.custom_component import registered
from engine.core.interventions import ScaledHead
from engine.core.spec import HeadRef
from engine.core.wording import counted

__all__ = ["Wording", "head_grid"]

Values = Sequence[Sequence[float | None]]

_FOLDER = Path(__file__).parent
# By whether values are estimated: the sign of a value above zero and of one below, with its name.
_SIGNS = {
    False: (("toward", "orange"), ("away", "blue")),
    True: (("filled", "filled"), ("hollow", "outlined")),
}
_mount = registered("biascope_head_grid", _FOLDER / "grid.js", _FOLDER / "grid.css")


@dataclass(frozen=True)
class Wording:
    """What the legend says about heads above and below zero; plain text."""

    toward: str = "switching it off lowers the bias"
    away: str = "raises it"


def head_grid(
    values: Values | None,
    masked: Sequence[HeadRef],
    *,
    key: str,
    label: str,
    unit: str = "",
    shape: tuple[int, int] | None = None,
    estimate: bool = False,
    descriptions: Sequence[Sequence[str]] | None = None,
    clip_negative: bool = False,
    wording: Wording | None = None,
    scaled: Sequence[ScaledHead] = (),
    on_change: Callable[[tuple[HeadRef, ...]], None] | None = None,
) -> tuple[HeadRef, ...]:
    """Draw the grid and return the heads the user wants masked.

    A new `masked` replaces the user's selection, as a new value does in any widget. Outside
    a fragment only: the rest of the page has to follow a selection.

    Args:
        values: [layer, head], in `unit`, > 0 orange and < 0 blue if measured; None or NaN where a
            head was not measured. None as a whole before anything was.
        masked: heads masked now.
        key: of the widget.
        label: names the grid, and what its colours are.
        unit: written after each number.
        shape: layers and heads per layer, needed where `values` is None.
        estimate: the values are estimated, not measured: greys in place of the colours, filled
            above zero and outlined below.
        descriptions: [layer, head], one more sentence about each head.
        clip_negative: leave heads below zero uncoloured.
        wording: of the legend.
        scaled: heads that are scaled now.
        on_change: called with the new selection before the script runs again, where the state of
            other widgets may still be set: `masked_heads.click` masks them everywhere.

    Returns:
        Masked heads, sorted.
    """
    layers, heads = size = _size(values, shape)
    chosen = settle(key, masked, size)
    for ref in chosen.heads:
        if not (0 <= ref.layer < layers and 0 <= ref.head < heads):
            raise ValueError(f"head {ref} lies outside {counted(layers, 'layer')} of {heads} heads")
    numbers = _numbers(values, size)
    words = wording or Wording()
    _mount(
        key=key,
        data={
            "layers": layers,
            "heads": heads,
            "values": numbers,
            "limit": _limit(numbers, clip_negative),
            "clip": clip_negative,
            "masked": list(chosen.heads),
            "scaled": [list(one) for one in scaled if HeadRef(*one[:2]) not in chosen.heads],
            "seq": chosen.seq,
            "estimate": estimate,
            "descriptions": _checked(descriptions, size, "descriptions"),
            "label": label,
            "unit": unit,
            "legend": _legend(words, numbers, clip_negative, estimate, bool(scaled)),
            # both: the browser changes its theme without asking
            "palettes": [asdict(theme.LIGHT), asdict(theme.DARK)],
        },
        on_selection_change=lambda: follow(key, size, on_change),
    )
    return chosen.heads


def _size(values: Values | None, shape: tuple[int, int] | None) -> tuple[int, int]:
    if shape is None and values is None:
        raise ValueError("the grid needs values, or a shape while there are none")
    if shape is None:
        shape = (len(values or ()), len((values or ((),))[0]))
    if min(shape) < 1:
        raise ValueError(f"a grid has at least one layer and one head, got {shape}")
    return shape


def _checked(table: Sequence[Sequence[Any]] | None, size: tuple[int, int], name: str) -> Any:
    if table is None:
        return None
    rows = [list(row) for row in table]
    if len(rows) != size[0] or any(len(row) != size[1] for row in rows):
        raise ValueError(f"{name} must be [{size[0]} layers, {size[1]} heads]")
    return rows


def _numbers(values: Values | None, size: tuple[int, int]) -> list[list[float | None]]:
    """Plain floats; JSON has no NaN, and the screen shows none."""
    if values is None:
        return [[None] * size[1] for _ in range(size[0])]
    return [
        [None if value is None or not math.isfinite(value) else float(value) for value in row]
        for row in _checked(values, size, "values")
    ]


def _limit(numbers: list[list[float | None]], clip_negative: bool) -> float:
    """The number drawn in full colour."""
    known = [value for row in numbers for value in row if value is not None]
    return max((value if clip_negative else abs(value) for value in known), default=0.0)


def _legend(
    words: Wording,
    numbers: list[list[float | None]],
    clip_negative: bool,
    estimate: bool,
    scaled: bool,
) -> list[tuple[str, str]]:
    """Pairs of the sign to draw (a class of grid.css) and what it means."""
    cells = [value for row in numbers for value in row]
    measured = any(value is not None for value in cells)
    above, below = _SIGNS[estimate]
    entries = [
        (above[0], f"{above[1]}: {words.toward}", measured),
        (below[0], f"{below[1]}: {words.away}", measured and not clip_negative),
        ("empty", "not measured", None in cells),
        ("crossed", "switched off", True),
        ("scaled", "scaled", scaled),
    ]
    return [(sign, meaning) for sign, meaning, shown in entries if shown]


# --- selection ----------------------------------------------------------------------------
# Which heads count as masked: those the page sets, or those the user has clicked since.
#
# Each change in the browser raises a number. Python sends back the number it has seen, so that
# the browser can tell a picture drawn before its newest click from one drawn after it.


@dataclass(frozen=True)
class Selection:
    """Heads masked, and the number of the browser's change they follow from."""

    heads: tuple[HeadRef, ...] = ()
    seq: int = 0


@dataclass(frozen=True)
class _Given:
    """What the page gave, on which grid, and the browser's change it answered."""

    heads: tuple[HeadRef, ...]
    size: tuple[int, int]
    seq: int


def settle(key: str, masked: Sequence[HeadRef], size: tuple[int, int]) -> Selection:
    """The selection the grid shows in this run.

    What the page sets wins if it differs from what it set last time, else the user's newest
    change does.
    """
    memory = f"{key}_given"
    heads = tuple(sorted({HeadRef(*head) for head in masked}))
    clicked = _read(st.session_state.get(key), size)
    given: _Given | None = st.session_state.get(memory)
    if given is not None and (given.heads, given.size) == (heads, size):
        if clicked.seq > given.seq:
            return clicked
        return Selection(heads, given.seq)
    seq = max(clicked.seq, given.seq if given is not None else 0)
    st.session_state[memory] = _Given(heads, size, seq)
    return Selection(heads, seq)


def follow(
    key: str,
    size: tuple[int, int],
    on_change: Callable[[tuple[HeadRef, ...]], None] | None,
) -> None:
    """Pass the user's newest change to the page."""
    if on_change is not None:
        on_change(_read(st.session_state.get(key), size).heads)


def _read(state: Any, size: tuple[int, int]) -> Selection:
    """What the browser sent; heads that this grid does not have are left out."""
    sent = state.get("selection") if state is not None else None
    if not isinstance(sent, dict):
        return Selection()
    pairs = [HeadRef(int(layer), int(head)) for layer, head in sent["heads"]]
    heads = {ref for ref in pairs if 0 <= ref.layer < size[0] and 0 <= ref.head < size[1]}
    return Selection(tuple(sorted(heads)), int(sent["seq"]))
