"""A drawn figure in the colours of the other theme, so that a kept one suits any screen."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from components.frame.present.theme import BLACK, DARK, LIGHT, WHITE, Palette

# A value that is a colour, or a colour in the style of a text; never one that a user wrote about.
_HEX = re.compile(r"\A#[0-9a-f]{6}\Z|(?<=color:)#[0-9a-f]{6}", re.IGNORECASE)
MOST_COLOURS = 2_000  # of a figure; ours have one for each cell at most
_STEPS = 512  # positions of a colour scale that are tried
_NEAR = 6  # summed difference of the three parts of two colours that count as the same
_INKS = {
    WHITE: BLACK,
    BLACK: WHITE,
}  # of numbers on coloured cells; see `theme.ink_at`


def in_light(figure: go.Figure, drawn_in: Palette) -> dict[str, Any]:
    """A figure as JSON in the colours of the light theme, without Plotly's own template.

    Args:
        drawn_in: the palette it was drawn with.
    """
    copy = go.Figure(figure)
    copy.layout.template = None
    for axis in (*copy.select_xaxes(), *copy.select_yaxes()):
        if axis.zerolinecolor is None:
            axis.zerolinecolor = drawn_in.line
    found: dict[str, Any] = json.loads(copy.to_json())
    return recoloured(found, drawn_in, LIGHT)


def recoloured(figure: dict[str, Any], source: Palette, target: Palette) -> dict[str, Any]:
    """The same figure with the colours of one theme replaced by those of another."""
    if source == target:
        return figure
    replaced: dict[str, Any] = _mapped(figure, counterparts(_colours(figure), source, target))
    return replaced


def dark_colours(figure: Mapping[str, Any]) -> dict[str, str]:
    """Each colour of a figure in the light theme -> the one it has in the dark theme."""
    found = counterparts(_colours(figure), LIGHT, DARK)
    return {colour: other for colour, other in found.items() if other != colour}


def counterparts(colours: Iterable[str], source: Palette, target: Palette) -> dict[str, str]:
    """Each colour -> the one with the same meaning in another theme; itself where it has none.

    Args:
        colours: `#rrggbb`; of more than `MOST_COLOURS` the first are looked up.

    Returns:
        By the colour in lower case.
    """
    distinct = list(islice(dict.fromkeys(colour.lower() for colour in colours), MOST_COLOURS))
    named = {getattr(source, entry.name): entry.name for entry in fields(source)}
    found = {colour: str(getattr(target, named[colour])) for colour in distinct if colour in named}
    found |= {
        colour: _INKS[colour] for colour in distinct if colour in _INKS and colour not in named
    }
    return found | _on_scale([colour for colour in distinct if colour not in found], source, target)


def _on_scale(colours: Sequence[str], source: Palette, target: Palette) -> dict[str, str]:
    """Colours by their place on the colour scale; those that are not on it stay."""
    if not colours:
        return {}
    apart = np.abs(_parts(colours)[:, None] - _scale(source)).sum(axis=2)  # [colour, step]
    steps = apart.argmin(axis=1)
    near = apart.min(axis=1) <= _NEAR
    return {
        colour: target.at(int(step) / _STEPS) if close else colour
        for colour, step, close in zip(colours, steps, near, strict=True)
    }


@lru_cache(maxsize=2)
def _scale(palette: Palette) -> NDArray[np.int16]:
    """[step, part]: the colours of a scale from one end to the other."""
    return _parts([palette.at(step / _STEPS) for step in range(_STEPS + 1)])


def _parts(colours: Sequence[str]) -> NDArray[np.int16]:
    """[colour, part]: red, green and blue."""
    numbers = [[int(colour[at : at + 2], 16) for at in (1, 3, 5)] for colour in colours]
    return np.array(numbers, dtype=np.int16)


def _mapped(value: Any, colours: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        return {key: _mapped(entry, colours) for key, entry in value.items()}
    if isinstance(value, list):
        return [_mapped(entry, colours) for entry in value]
    if isinstance(value, str):
        return _HEX.sub(lambda found: colours.get(found[0].lower(), found[0]), value)
    return value


def _colours(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for entry in value.values():
            yield from _colours(entry)
    elif isinstance(value, list):
        for entry in value:
            yield from _colours(entry)
    elif isinstance(value, str):
        yield from _HEX.findall(value)
