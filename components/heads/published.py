"""What the paper of this page printed, where the association is the one that it is about."""

from __future__ import annotations

from components.frame.widgets import published_figures
from components.heads.choice import Choice

_GENDER = ("--words", "gender")
_MEASURES = (
    "seat:gender",
    "lpbs:career-family",
    "lpbs:math-arts",
    "lpbs:science-arts",
    "pppl:wikitext2-test",
)


def draw(choice: Choice) -> None:
    """Draw the printed figures of the association of gender; nothing for any other."""
    if choice.source == _GENDER:
        published_figures.draw(*_MEASURES)
