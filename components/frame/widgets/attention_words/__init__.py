"""Words of a text with a bar under each: how much attention one chosen word pays to it.

Clicking a word chooses it. Words are user text: the script writes them with `textContent`,
never as markup.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components.frame.widgets.custom_component import registered
from engine.inference.words import WORD, Unit

_HERE = Path(__file__).parent
_words = registered("biascope_attention_words", _HERE / "words.js", _HERE / "words.css")


@dataclass(frozen=True)
class Line:
    """One text as one head reads it.

    Args:
        name: what the text is, as `original`.
        units: of the text.
        weights: [unit], attention from the chosen unit, 0 to 1.
        chosen: index of the unit that attends to the others; None if this text lacks it.
        clickable: whether another unit may be chosen here.
    """

    name: str
    units: Sequence[Unit]
    weights: Sequence[float]
    chosen: int | None
    clickable: bool


def attention_words(
    lines: Sequence[Line], label: str, *, key: str, on_choose: Callable[[int], None]
) -> None:
    """Draw the texts of one head, one below the other, with bars on one scale.

    Args:
        label: describes the drawing for screen readers.
        on_choose: called with the index of a unit that was clicked.
    """
    largest = largest_word(lines)

    def follow() -> None:
        chosen = st.session_state[key].get("chosen")
        if chosen is not None:
            on_choose(int(chosen))

    _words(
        key=key,
        data={
            "label": label,
            "lines": [
                {
                    "name": line.name,
                    "chosen": line.chosen,
                    "clickable": line.clickable,
                    "units": [
                        {
                            "text": unit.text,
                            "kind": unit.kind,
                            "share": min(1.0, float(weight) / largest) if largest else 0.0,
                            "tooltip": f"{float(weight):.3f}",
                        }
                        for unit, weight in zip(line.units, line.weights, strict=True)
                    ],
                }
                for line in lines
            ],
        },
        on_chosen_change=follow,
    )


def largest_word(lines: Sequence[Line]) -> float:
    """The weight drawn as a full bar: the largest on a word, as special tokens often get most."""
    weights = [
        [float(weight) for unit, weight in zip(line.units, line.weights, strict=True) if word(unit)]
        for line in lines
    ]
    return max((weight for line in weights for weight in line), default=0.0)


def word(unit: Unit) -> bool:
    """Whether a unit is a word, or a piece of one."""
    return unit.kind == WORD
