"""Marks of the CABM page's figures: shape says which list, strength says whether a side is settled.

An axis from one group to the other is no axis of bias, so it takes neither of the two colours of
the theme: everything is drawn in ink.
"""

from __future__ import annotations

from typing import NamedTuple

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.explain import plain
from components.frame.present.theme import between, palette, safe
from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.scores import biased

FIRST, SECOND, NONE = "circle", "circle-open", "diamond"
_SIZE = 9


class Marks(NamedTuple):
    """Looks of occupations, in order.

    Args:
        symbols: shape, by list.
        colours: ink where a side is settled, pale where it is not.
    """

    symbols: list[str]
    colours: list[str]

    def marker(self, size: int = _SIZE) -> dict[str, object]:
        """As a trace's `marker`."""
        return {
            "symbol": self.symbols,
            "color": self.colours,
            "size": size,
            "line": {"width": 1.5, "color": self.colours},
        }


def marks(frame: pd.DataFrame, groups: Groups) -> Marks:
    """Marks of every occupation.

    Args:
        frame: `list`, `category`.
    """
    shapes = dict(zip(groups.names, (FIRST, SECOND), strict=True))
    sides, strong, weak = biased(groups), palette().ink, unsettled()
    return Marks(
        [shapes.get(name, NONE) for name in frame["list"]],
        [strong if name in sides else weak for name in frame["category"]],
    )


def unsettled() -> str:
    """The shade of a mark whose side is not settled; it keeps a contrast of 3 with the page."""
    colours = palette()
    return between(colours.pale, colours.ink, 0.35)


def leaning(groups: Groups, what: str) -> str:
    """Title of an axis that runs from the second group to the first."""
    first, second = (safe(name) for name in groups.names)
    return f"{safe(what)}<br>← more {second} · more {first} →"


def explained(frame: pd.DataFrame, groups: Groups) -> str:
    """What shapes and shades mean, in words below a figure (markdown).

    Args:
        frame: `list`, `category`.
    """
    first, second = (plain(name) for name in groups.names)
    lists = set(frame["list"])
    parts = []
    if lists & set(groups.names):
        parts.append(
            f"Filled circle: on the {first} list; hollow: on the {second} list"
            + ("; diamond: on no list." if "" in lists else ".")
        )
    if not set(frame["category"]) <= set(biased(groups)):
        parts.append("Strong marks: a side is named; pale: none is.")
    return " ".join(parts)


def zero_line(figure: go.Figure, *places: float) -> None:
    """Dotted vertical lines that marks are compared with."""
    for place in places:
        figure.add_vline(x=place, line={"color": palette().muted, "width": 1, "dash": "dot"})
