"""The cards of Home in rows, redrawn until the bundled model has been checked.

They are of the model chosen, where something is known of it, else of the bundled one.
"""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.shell import model_bar
from components.frame.shell.subject import label_of
from components.home.card import Card, MakeCard
from components.home.cards import CARDS, LATER
from components.home.health_cards import health_of
from engine.core.families import MASKED
from engine.core.spec import ModelSpec
from engine.server import shared

_MOST_IN_A_ROW = 4
_FOR_ALL = "; *Prepare* in the sidebar does so for all pages"
_BUNDLED = "the bundled model, nothing masked"


def draw_card_grid() -> None:
    """Draw the cards there are; those of the health check appear as soon as it is done."""
    bundled = session.spec_of(session.BUNDLED)
    chosen = model_bar.chosen() or bundled
    # Checking another model would not end the wait.
    waiting = chosen == bundled and health_of(bundled) is None

    @st.fragment(run_every=2.0 if waiting else None)
    def cards() -> None:
        if waiting and health_of(bundled) is not None:
            st.rerun()  # ends the polling
        spec = chosen
        # What is measured of other kinds of models is not all on these cards.
        ready = _known(spec, missing=model_bar.kind() == MASKED and not waiting)
        if not ready and spec != bundled:
            spec, ready = bundled, _known(bundled)
        if ready or waiting:
            name = _BUNDLED if spec == bundled else explain.plain(label_of(spec, None))
            st.header(f"Results for {name}", anchor=False)
        if spec != chosen and ready:
            st.markdown(
                f":gray[Nothing of this has been measured for "
                f"{explain.plain(label_of(chosen, None))} yet. Each page measures it when it is "
                f"opened{_prepare(_FOR_ALL)}.]"
            )
        if waiting:
            st.markdown(":gray[Checking the model; results will appear here.]")
        elif ready:
            with st.container(key="cards_of_results"):
                _rows(ready)

    cards()


def _known(spec: ModelSpec, missing: bool = False) -> list[Card]:
    """The cards of a model; none where nothing is known of it.

    Args:
        missing: whether a card also stands for a result that is measured later.
    """
    cards = [make(spec) for make in CARDS]
    if not any(cards):
        return []
    if missing:
        cards = [card or _later(spec, make) for make, card in zip(CARDS, cards, strict=True)]
    return [card for card in cards if card is not None]


def _later(spec: ModelSpec, make: MakeCard) -> Card | None:
    """In place of a result that is not measured yet; None where it cannot be."""
    if make not in LATER:
        return None
    title, page = LATER[make]
    if page is None and health_of(spec) is not None:
        return None  # the check was made, and has no such number
    what = "with these heads masked" if spec.masked_heads else "for this model"
    how = (
        f"Opening the page measures it{_prepare(_FOR_ALL)}."
        if page
        else _prepare("*Prepare* in the sidebar measures it.")
    )
    return Card(title, "–", f"not measured {what} yet", how, page)


def _prepare(words: str) -> str:
    """Words about the button *Prepare*, which a shared server does not have."""
    return "" if shared.is_shared() else words


def _rows(ready: list[Card]) -> None:
    in_a_row = cards_in_a_row(len(ready))
    for start in range(0, len(ready), in_a_row):
        row = ready[start : start + in_a_row]
        for column, card in zip(st.columns(in_a_row), row, strict=False):
            with column.container(border=True, height="stretch", gap="xsmall"):
                _draw(card)


def cards_in_a_row(cards: int) -> int:
    """Three, or four where a row of three would leave a single card in the last one."""
    return _MOST_IN_A_ROW if cards % 3 == 1 and cards > 1 else 3


def _draw(card: Card) -> None:
    st.markdown(f"**{card.title}**")
    st.metric(card.title, card.number, label_visibility="collapsed")
    st.markdown(card.meaning)
    st.caption(card.statistics)
    if card.page is not None:
        st.page_link(card.page, icon=":material/arrow_forward:")
