"""Colours and figure layout: one diverging pair, ink for the model's own output, and both themes.

Orange means toward the stereotype (or more), blue away from it (or less); neither is used
for anything else. The model's plain output is drawn in ink.
"""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import plotly.graph_objects as go
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx


@dataclass(frozen=True)
class Palette:
    """Colours of one theme; `scale` runs from away (blue) over nothing to toward (orange).

    `shade` is the strongest ground of a cell that is written on in the colour of text.
    """

    ink: str
    pale: str
    text: str
    muted: str
    line: str
    page: str
    toward: str
    away: str
    middle: str
    shade: str

    @property
    def scale(self) -> list[list[float | str]]:
        """Plotly colour scale, away to toward."""
        return [[0.0, self.away], [0.5, self.middle], [1.0, self.toward]]

    def at(self, position: float) -> str:
        """The colour at a position of `scale`, 0 to 1."""
        if position < 0.5:
            return between(self.away, self.middle, position * 2)
        return between(self.middle, self.toward, position * 2 - 1)


LIGHT = Palette(
    ink="#40454f",
    pale="#a9abb0",
    text="#12161f",
    muted="#5b6270",
    line="#e0dcd3",
    page="#fbfaf8",
    toward="#c2571a",
    away="#2f6ca8",
    middle="#f7f5f1",
    shade="#8d9199",
)
DARK = Palette(
    ink="#c9c7c1",
    pale="#6b6f78",
    text="#e9e6df",
    muted="#b4b8c0",
    line="#363a43",
    page="#16181d",
    toward="#dd8a52",
    away="#6c9fd3",
    middle="#2d3139",
    shade="#60646d",
)


WHITE, BLACK = "#ffffff", "#000000"
# White and black of numbers on cells that ask for the same ink in both themes; `recolour` swaps
# white and black, and leaves these.
_LASTING = {WHITE: "#fefefe", BLACK: "#010101"}


def palette() -> Palette:
    """The colours of the theme the user has on; the light ones outside the dashboard."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return LIGHT
    return DARK if st.context.theme.type == "dark" else LIGHT


def safe(text: str) -> str:
    """Text for a figure, where plotly would otherwise read its pseudo-HTML."""
    return html.escape(text, quote=False)


def ink_on(ground: str) -> str:
    """White if its contrast with a coloured background reaches 4.5, else black (which does)."""
    return WHITE if contrast(WHITE, ground) >= 4.5 else BLACK


def ink_at(position: float, drawn_in: Palette | None = None) -> str:
    """The ink read at a position of the theme's `scale`, in a figure that may be recoloured.

    Where the other theme asks for the same ink, it is one that recolouring leaves.

    Args:
        position: 0 to 1.
        drawn_in: the palette of the figure; that of the screen by default.
    """
    here, there = (ink_on(colours.at(position)) for colours in (LIGHT, DARK))
    if here == there:
        return _LASTING[here]
    return here if (drawn_in or palette()) == LIGHT else there


def unsettled() -> str:
    """The shade of a mark that is not clear; it keeps a contrast of 3 with the page."""
    colours = palette()
    return between(colours.pale, colours.ink, 0.35)


def laid_out(figure: go.Figure, height: int, own: Mapping[str, Any] | None = None) -> go.Figure:
    """A figure with the project's margins, font sizes and without decoration.

    Fonts of ticks, titles and subplot titles are set here, because Streamlit's own theme for
    figures would make them small and pale.

    Args:
        height: in pixels.
        own: layout of this figure alone, which goes before the project's.
    """
    colours = palette()
    there = figure.layout.to_plotly_json()
    ours: dict[str, Any] = {
        "height": height,
        "margin": {"l": 0, "r": 8, "t": 8, "b": 8},
        "font": {"size": 14, "color": colours.text},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "showlegend": False,
        "hoverlabel": {
            "font": {"size": 14, "color": colours.text},
            "bgcolor": colours.page,
            "bordercolor": colours.muted,
        },
        "modebar": {
            "bgcolor": "rgba(0,0,0,0)",
            "color": colours.muted,
            "activecolor": colours.text,
        },
        "bargap": 0.28,
        "minreducedwidth": 24,  # in a narrow window the labels keep their room, not the marks
    }
    axes = {
        "tickfont": {"size": 13, "color": colours.text},
        "title": {"font": {"size": 13, "color": colours.muted}},
        "gridcolor": colours.line,
        "automargin": True,
        # Not `600µ` or `10k`: a prefix is easily taken for a unit.
        "exponentformat": "none",
        "separatethousands": True,
    }
    names = {"xaxis", "yaxis", *(name for name in there if name.startswith(("xaxis", "yaxis")))}
    changed = _merged(ours | dict.fromkeys(sorted(names), axes), own or {})
    # Whole parts at once: Plotly takes several times as long to change as many single values.
    whole = {name: _merged_value(there.get(name), value) for name, value in changed.items()}
    return figure.update_layout(whole, overwrite=True)


def _merged(there: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Settings with those given in their place, part by part."""
    both = {name: _merged_value(there.get(name), value) for name, value in given.items()}
    return {**there, **both}


def _merged_value(there: Any, given: Any) -> Any:
    both = isinstance(there, Mapping) and isinstance(given, Mapping)
    return _merged(there, given) if both else given


def ring(size: float = 11) -> dict[str, object]:
    """The mark of what a dot is compared with: a ring in ink, larger than the dot.

    Args:
        size: in pixels.
    """
    line = {"width": 2}
    return {"color": palette().ink, "size": size, "symbol": "circle-open", "line": line}


def reference_line(x: Sequence[float], y: Sequence[float]) -> go.Scatter:
    """A dotted line that marks are compared with, such as the diagonal; it says nothing itself.

    Args:
        x: of its ends.
        y: of its ends.
    """
    return go.Scatter(
        x=list(x),
        y=list(y),
        mode="lines",
        line={"color": palette().muted, "width": 1, "dash": "dot"},
        hoverinfo="skip",
    )


_KEY_LINE = 120  # letters


def standalone(
    figure: go.Figure,
    title: str,
    key: Sequence[Mapping[str, str]] = (),
    drawn_in: Palette | None = None,
) -> go.Figure:
    """A copy for use outside its page: with its own background, a title and a key below it.

    Args:
        key: what marks and colours mean, as of `plot.written_key`.
        drawn_in: the palette of the figure; that of the screen by default.
    """
    copy = go.Figure(figure)
    colours = drawn_in or palette()
    own = copy.layout.margin
    room = {side: max(own[side] or 0, 24) for side in ("l", "r", "b")}
    lines = _key_lines(key)
    text = "<br>".join(
        [safe(title), *(f'<span style="font-size:12px">{line}</span>' for line in lines)]
    )
    top = 44 + 18 * len(lines)
    return copy.update_layout(
        title={"text": text, "font": {"size": 15, "color": colours.text}, "x": 0.01},
        margin={"t": (own.t or 0) + top, **room},
        height=(copy.layout.height or 450) + top,
        paper_bgcolor=colours.page,
    )


def _key_lines(key: Sequence[Mapping[str, str]]) -> list[str]:
    """The entries of a key in lines of plotly's pseudo-HTML."""
    lines: list[str] = []
    room = 0
    for entry in key:
        glyph = f'<span style="color:{entry["colour"]}">{entry["glyph"]}</span> '
        written = glyph * bool(entry["glyph"]) + safe(entry["text"])
        room -= len(entry["text"]) + 5
        if room < 0 or not lines:
            lines.append(written)
            room = _KEY_LINE - len(entry["text"])
        else:
            lines[-1] += f"   {written}"
    return lines


# Toolbar: pictures of the figure, nothing that only confuses.
CONFIG = {
    "displaylogo": False,
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d", "zoomIn2d", "zoomOut2d"],
    "toImageButtonOptions": {"format": "svg", "scale": 2},
}


# --- colour -------------------------------------------------------------------------------
# Colour arithmetic says how well one colour is read on another, and what lies between two others.
#
# Colours are `#rrggbb`. Source of luminance and contrast: WCAG 2.2, section 1.4.3.


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, from 1 (the same) to 21 (black on white)."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def between(first: str, second: str, share: float) -> str:
    """The colour a share of the way from the first to the second, both included."""
    parts = (
        round(start + (stop - start) * min(max(share, 0.0), 1.0))
        for start, stop in zip(_parts(first), _parts(second), strict=True)
    )
    return "#" + "".join(f"{part:02x}" for part in parts)


def _parts(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[at : at + 2], 16) for at in (1, 3, 5))


def _luminance(colour: str) -> float:
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in _parts(colour))
    )
    return sum(share * part for share, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
