"""Buttons that save a figure of the page as a picture, made in the browser of what is drawn."""

from __future__ import annotations

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


def draw_figure_files(figure: str, name: str, title: str, *, key: str) -> None:
    """Draw a button each for SVG, PNG and PDF.

    Args:
        figure: key that the figure was drawn with.
        name: of the file, without its ending.
        title: written above the figure.
        key: of the buttons.
    """
    _mount(
        key=key, data={"figure": figure, "name": name, "title": title, "help": _HELP}, height="auto"
    )
