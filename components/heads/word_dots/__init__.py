"""Two words of a sentence before and after, drawn with the page: no plotting library is waited for.

Words are text of the user: the script writes them with `textContent`, never as markup. A pin has
the same figure from `charts.two_words`.

Plotly would need the cores that compute the association, which is measured meanwhile.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from components.frame.present.labels import short
from components.frame.present.numbers import percent
from components.frame.present.theme import palette
from components.frame.shell.subject import ALL_ON
from components.frame.widgets.custom_component import PARTS, registered
from components.heads.charts.two_words import LONGEST, Shares, axis_end, values_text

__all__ = ["word_dots"]

_FOLDER = Path(__file__).parent
_mount = registered(
    "biascope_word_dots",
    [PARTS, _FOLDER / "dots.js"],
    _FOLDER / "dots.css",
    html="<div class='word-dots' role='img'></div>",
)


def word_dots(
    words: Sequence[str],
    shares: Shares,
    before: Shares | None = None,
    off: str = "",
    original: str = ALL_ON,
    *,
    key: str,
    says: str,
) -> None:
    """Draw the probabilities of two words as dots, with rings where they were before.

    Args:
        words: both, the first on top.
        shares: of the model as it is now, 0 to 1.
        before: with all heads on; None where none is switched off.
        off: what is done to the model, for the legend.
        original: what the model before is called there.
        key: of the figure on its page.
        says: what it shows, with numbers, for screen readers.
    """
    colours = palette()
    end = axis_end([*shares, *(before or ())])
    rows = [
        {
            "word": f"“{short(word, LONGEST)}”",
            "values": values_text(number, shares, before),
            "now": _mark(word, off, shares[number], end),
            "before": None if before is None else _mark(word, original, before[number], end),
        }
        for number, word in enumerate(words)
    ]
    legend = [] if before is None else [original, off]
    ticks = ["0%", f"{end / 2:g}%", f"{end:g}%"]
    # A list: in a dictionary Streamlit looks for data frames.
    _mount(key=key, data=[rows, legend, ticks, [colours.ink, colours.pale], says])


def _mark(word: str, name: str, share: float, end: float) -> dict[str, Any]:
    """A dot or a ring: its place on the axis, 0 to 1, and what is said when it is pointed at."""
    model = f", {name}" if name else ""
    return {"at": 100 * share / end, "title": f"“{word}”{model}: {percent(share)}"}
