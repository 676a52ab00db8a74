"""Marks of the CABM page's figures: shape says which list, strength says whether a side is settled.

An axis from one group to the other is no axis of bias, so it takes neither of the two colours of
the theme: everything is drawn in ink.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import NamedTuple

import pandas as pd
import plotly.graph_objects as go

from components.frame.present.explain import plain
from components.frame.present.theme import palette, safe, unsettled
from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.scores import NEUTRAL, NOT_SETTLED, biased

FIRST, SECOND, NONE = "circle", "square", "diamond"  # a ring is the model compared with
_SIZE = 9
_TITLE = 36  # characters of a line of an axis' title, on a telephone


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


def leaning(groups: Groups, what: str, words: bool = False) -> str:
    """Title of an axis that runs from the second group to the first.

    Args:
        words: name the first word of each group in place of the groups.
    """
    first, second = (
        [f"“{safe(words[0])}”" for words in groups.words] if words else map(safe, groups.names)
    )
    title = "<br>".join(map(safe, wrap(what, _TITLE)))
    return f"{title}<br>← more {second} · more {first} →"


def explained(frame: pd.DataFrame, groups: Groups, strong: str = "a side is named") -> str:
    """What shapes and shades mean, in words below a figure (markdown).

    Args:
        frame: `list`, `category`.
        strong: what holds for strong marks and not for pale ones.
    """
    first, second = (plain(name) for name in groups.names)
    lists = set(frame["list"])
    parts = []
    if lists & set(groups.names):
        parts.append(
            f"Circle: on the {first} list; square: on the {second} list"
            + ("; diamond: on no list." if "" in lists else ".")
        )
    if not set(frame["category"]) <= set(biased(groups)):
        parts.append(f"Strong marks: {strong}; pale: not.")
    return " ".join(parts)


def key(frame: pd.DataFrame, groups: Groups) -> list[tuple[str, str, str]]:
    """The same for the key of a figure."""
    first, second = groups.names
    lists, sides, named = set(frame["list"]), set(biased(groups)), set(frame["category"])
    shade = palette().ink if named & sides else unsettled()
    found = [
        (mark, shade, f"on the {name} list")
        for mark, name in (("dot", first), ("square", second))
        if name in lists
    ]
    if found and "" in lists:
        found.append(("diamond", shade, "on no list"))
    if not named & sides:
        return [*found, ("text", "", "all pale: no side is named")]
    if not named <= sides:
        found.append(("dot", unsettled(), "pale: no side is named"))
    return found


def from_second_to_first(groups: Groups) -> tuple[str, ...]:
    """The categories in the order of an axis that runs from the second group to the first."""
    first, second = biased(groups)
    return second, NEUTRAL, NOT_SETTLED, first


def dotted() -> dict[str, object]:
    """The line that marks are compared with."""
    return {"color": palette().muted, "width": 1, "dash": "dot"}


def zero_line(figure: go.Figure, *places: float) -> None:
    """Draw dotted vertical lines that marks are compared with."""
    for place in places:
        figure.add_vline(x=place, line=dotted())


def segments(
    low: Sequence[float], high: Sequence[float], rows: Sequence[float], colour: str
) -> go.Scatter:
    """A line from one value to another in each row, all of them one trace."""
    return go.Scatter(
        x=[end for ends in zip(low, high, strict=True) for end in (*ends, None)],
        y=[place for row in rows for place in (row, row, None)],
        mode="lines",
        line={"color": colour, "width": 1.5},
        showlegend=False,
        hoverinfo="skip",
    )
