"""The note on offensive sentences, and the switch that blurs them in tables and examples."""

from __future__ import annotations

from components.frame.widgets import blur
from components.frame.widgets.blur import Show

_FILMS = (
    "These are lines of film characters. Some insult groups of people; none says anything true "
    "about them."
)
_SAMPLE = (
    "These lines were written for Biascope. Some state stereotypes, because they are what is "
    "being collected; none says anything true about anyone."
)


def switch(sample: bool, key: str) -> Show:
    """Draw the note and the switch.

    Args:
        sample: whether the lines are the project's own, which are not blurred at first.
        key: names the place on the page.

    Returns:
        What turns a sentence into the text to show.
    """
    return blur.switch(
        _SAMPLE if sample else _FILMS,
        not sample,
        f"blur_{key}_{'sample' if sample else 'films'}",
        "here but not on the card of the review",
    )
