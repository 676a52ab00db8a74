"""Bars of likely words that are there as soon as the page is: no plotting library is loaded.

Words are text of a model: the script writes them with `textContent`, never as markup.

Plotly's script alone takes the browser longer than a second.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from components.frame.present.labels import shortened
from components.frame.present.numbers import axis_end, axis_names, percent
from components.frame.present.theme import palette
from components.frame.present.words import Words
from components.frame.widgets.custom_component import registered
from engine.core.wording import isolated

_HERE = Path(__file__).parent
_bars = registered(
    "biascope_likely_words",
    _HERE / "bars.js",
    _HERE / "bars.css",
    html="<div class='likely-words'></div>",
)


def likely_words(tables: Sequence[Words], rows: int, key: str) -> None:
    """Draw the words of one model as bars, or those of two back to back on one scale.

    The axis ends at the next round share above the longest bar, which is written there.

    Args:
        tables: for each model its words, most likely first; the model that is compared with comes
            first.
        rows: that room is kept for.
    """
    colours = palette()
    inks = [colours.ink] if len(tables) < 2 else [colours.pale, colours.ink]
    end = axis_end(max((share for words in tables for _, share in words), default=1.0))
    sides = [
        {"colour": ink, "words": [_row(word, share, end) for word, share in words]}
        for ink, words in zip(inks, tables, strict=False)
    ]
    # A list: in a dictionary Streamlit looks for data frames, for which it loads pandas.
    _bars(key=key, data=[rows, sides, axis_names(end)])


def _row(word: str, probability: float, end: float) -> dict[str, Any]:
    share = percent(probability)
    return {
        "label": f"{isolated(shortened(word))}  {share}",
        "tooltip": f"{word}: {share}",
        "length": probability / end,  # of the axis
    }
