"""A warning about offensive sentences, and a switch that blurs them until the user turns it off."""

from __future__ import annotations

from components.frame.widgets import blur
from components.frame.widgets.blur import Show

_PUBLIC = (
    "These sentences were collected to test models. They state stereotypes, some with slurs and "
    "violence, and say nothing true about anyone."
)
_OWN = "Sentences that state stereotypes are shown because they are what is being tested."


def switch(public: bool) -> Show:
    """Draw the warning and the switch.

    Args:
        public: whether others wrote the sentences; they are then blurred by default.

    Returns:
        What turns a sentence into the text to show.
    """
    return blur.switch(
        _PUBLIC if public else _OWN,
        public,
        f"blur_{'public' if public else 'own'}",
        "also in tables and figures",
    )
