"""The cards of Home in rows, redrawn until the bundled model has been checked."""

from __future__ import annotations

import streamlit as st

from components import session
from components.home.cards import CARDS, Card, bundled_health
from components.shell import model_bar

IN_A_ROW = 3


def draw() -> None:
    """Draw the cards there are; those of the health check appear as soon as it is done."""
    chosen = model_bar.chosen()
    bundled = chosen is not None and chosen.checkpoint == session.BUNDLED
    waiting = bundled and bundled_health() is None  # checking another model would not end the wait

    @st.fragment(run_every=2.0 if waiting else None)
    def cards() -> None:
        if waiting and bundled_health() is not None:
            st.rerun()  # ends the polling
        ready = [card for make in CARDS if (card := make()) is not None]
        if ready or waiting:
            st.header("Results for the bundled model, nothing masked", anchor=False)
        if waiting:
            st.markdown(":gray[Checking the model; results will appear here.]")
        elif ready:
            for start in range(0, len(ready), IN_A_ROW):
                row = ready[start : start + IN_A_ROW]
                for column, card in zip(st.columns(IN_A_ROW), row, strict=False):
                    with column.container(border=True, height="stretch", gap="xsmall"):
                        _draw(card)

    cards()


def _draw(card: Card) -> None:
    st.markdown(f"**{card.title}**")
    st.metric(card.title, card.number, label_visibility="collapsed")
    st.markdown(card.meaning)
    st.caption(card.statistics)
    if card.page is not None:
        st.page_link(card.page, icon=":material/arrow_forward:")
