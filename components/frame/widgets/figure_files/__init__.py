"""Buttons that save a figure of the page as a picture, made in the browser of what is drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from components.frame.widgets.custom_component import PARTS, registered

__all__ = ["draw_figure_files"]

_FOLDER = Path(__file__).parent
_HELP = {
    "SVG": "For slides, and to edit the figure.",
    "PNG": "Three times as large as here, for documents.",
    "PDF": "Opens the browser's printing with a page as large as the figure: save it as PDF.",
}
_mount = registered(
    "biascope_figure_files",
    [PARTS, _FOLDER / "files.js"],
    _FOLDER / "files.css",
    '<div class="files"></div>',
)


def draw_figure_files(
    figure: str, file: str, title: str, key: Sequence[Mapping[str, str]], *, name: str
) -> None:
    """Draw a button each for SVG, PNG and PDF.

    Args:
        figure: key that the figure was drawn with.
        file: its name, without its ending.
        title: written above the figure.
        key: what its marks mean, as of `plot.written_key`; written below the title.
        name: key of the buttons.
    """
    data = {"figure": figure, "name": file, "title": title, "key": [*key], "help": _HELP}
    _mount(key=name, data=data, height="auto")
