"""The review on a screen without a browser: what the card and the keys are given, and pressing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import streamlit as st

from components.curate import review
from components.frame.widgets.review_keys import Bar, Card, Pressed
from tests.components.drawn import again, drawn, said


def _script() -> None:
    import streamlit as st

    from components.curate import review

    drawn = st.session_state.get("drawn")
    pressed = st.session_state.pop("pressed", None)
    chosen = st.session_state.pop("chosen", None)
    if pressed is not None:
        drawn.on_press(pressed)
    if chosen is not None:
        drawn.on_choose(*chosen)
    review.draw_review(st.session_state["name"])


def _remember(card: Any, following: Any, bar: Any, keys: Any, reasons: Any, **given: Any) -> None:
    st.session_state["drawn"] = SimpleNamespace(
        card=card, following=following, bar=bar, keys=keys, reasons=reasons, **given
    )


class Screen:
    """One user's screen.

    Args:
        name: of the review.
        query: settings of the address.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str, **query: str) -> None:
        monkeypatch.setattr(review, "review_keys", _remember)
        self.page = drawn(_script, {"name": name}, **query)

    def run(self) -> None:
        """Draw again."""
        again(self.page)

    @property
    def card(self) -> Card | None:
        """The candidate on the card."""
        return self.page.session_state["drawn"].card

    @property
    def following(self) -> Card | None:
        """The candidate that is drawn once this one is decided."""
        return self.page.session_state["drawn"].following

    @property
    def bar(self) -> Bar:
        """What the keys are given."""
        return self.page.session_state["drawn"].bar

    @property
    def found(self) -> str:
        """The found sentence on the card."""
        return "" if self.card is None else "".join(text for text, _ in self.card.more)

    @property
    def texts(self) -> str:
        """All that is written around the card."""
        return "\n".join([said(self.page), *(error.value for error in self.page.error)])

    def press(self, action: str, **fields: str) -> None:
        """Press a key on the candidate that is on the card."""
        key = None if self.card is None else self.card.id
        self.page.session_state["pressed"] = Pressed(action, key, **fields)
        self.run()

    def choose(self, name: str, value: str) -> None:
        """Choose on the card."""
        self.page.session_state["chosen"] = (self.card.id, name, value)
        self.run()
