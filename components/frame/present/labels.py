"""Names in a figure: of rows, and of as many points as can be read, the most important first."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.frame.present.theme import safe
from engine.measures.pairs.summary import UNTYPED

# Of the figure's width and height; about a name of ten letters at size 10 in a medium figure.
_WIDTH, _HEIGHT = 0.15, 0.04
_LONGEST = 26  # characters of a word next to a bar; the table and the data have it in full
_IN_KEY = 40  # characters of a model's name in the key of a figure
_NEAR = 1e-9  # a mark of the point's own height is beside its name, not in it


def short(text: str, most: int) -> str:
    """A name cut to so many characters, with an ellipsis where it was cut."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def shortened(word: str) -> str:
    """A word cut to fit next to a bar."""
    return short(word, _LONGEST)


def in_key(name: str) -> str:
    """What a model is called in the key of a figure."""
    return short(name, _IN_KEY)


def distinct(names: Sequence[str]) -> list[str]:
    """The names, with a number after each that is there already."""
    taken: set[str] = set()
    found = []
    for name in names:
        number, own = 1, name
        while own in taken:
            number += 1
            own = f"{name} ({number})"
        taken.add(own)
        found.append(own)
    return found


def named_rows(figure: go.Figure, names: Sequence[str], most: int, broken_at: str = "") -> None:
    """Write a name beside each row, the first on top, cut to so many characters.

    Args:
        broken_at: after this a name goes on in the next line; nothing for one line.
    """
    figure.update_yaxes(
        range=[len(names) - 0.5, -0.5],
        tickvals=[*range(len(names))],
        ticktext=[_in_lines(name, most, broken_at) for name in names],
        fixedrange=True,
        showgrid=False,
        zeroline=False,
    )


def _in_lines(name: str, most: int, broken_at: str) -> str:
    parts = name.split(broken_at) if broken_at else [name]
    lines = [f"{part}{broken_at.rstrip()}" for part in parts[:-1]] + parts[-1:]
    return "<br>".join(safe(short(line, most)) for line in lines)


def legible(
    x: Sequence[float],
    y: Sequence[float],
    names: Sequence[str],
    weight: Sequence[float],
    marks: Sequence[tuple[float, float]] = (),
    letter: float | None = None,
    line: float = _HEIGHT,
) -> list[str]:
    """Names that overlap no other name or mark; the rest are empty and shown on hover.

    Args:
        x: of the points; y likewise.
        weight: which names matter most; of two that collide the heavier stays.
        marks: of the figure; a name stands above its point, so one right above it is in the way.
        letter: width of a letter, as a part of what the points span, so that long names need more
            room than short ones; None for that of names of ten letters in a medium figure.
        line: height of a name, as a part of what the points span.
    """
    spans = [max(max(values) - min(values), 1e-12) for values in (x, y)] if names else [1.0, 1.0]
    kept: list[int] = []

    def half(name: str) -> float:
        """Of the width of a name."""
        return _WIDTH / 25 * len(name) if letter is None else letter * len(name) / 2

    def apart(one: int, other: int) -> float:
        """How far from each other the middles of two names have to be."""
        return _WIDTH if letter is None else half(names[one]) + half(names[other]) + letter

    for point in sorted(range(len(names)), key=lambda index: -weight[index]):
        free = all(
            abs(x[point] - x[other]) / spans[0] > apart(point, other)
            or abs(y[point] - y[other]) / spans[1] > line
            for other in kept
        ) and not any(
            abs(mark[0] - x[point]) / spans[0] < half(names[point])
            and _NEAR < (mark[1] - y[point]) / spans[1] < line
            for mark in marks
        )
        if free:
            kept.append(point)
    return [name if point in kept else "" for point, name in enumerate(names)]


# --- bias types ---------------------------------------------------------------------------
# What the screen calls bias types; data and commands keep the codes of CrowS-Pairs.

_NAMES = {"race-color": "race or colour", "socioeconomic": "social class", UNTYPED: "no type"}
# As CrowS-Pairs writes them; any other hyphen may be meant.
_HYPHENED = ("sexual-orientation", "physical-appearance")


def bias_type(name: str) -> str:
    """A bias type as a person would write it; one that a user made up stays as it is."""
    if name in _NAMES:
        return _NAMES[name]
    return name.replace("-", " ") if name in _HYPHENED else name
