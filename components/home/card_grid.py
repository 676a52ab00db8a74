"""The cards of Home in rows, redrawn until the bundled model has been checked.

They are of the model chosen, where something is known of it, else of the bundled one.
"""

from __future__ import annotations

import streamlit as st

from components import session
from components.home.cards import CARDS, Card, health_of
from components.present import explain
from components.shell import model_bar
from components.shell.subject import label_of
from engine.spec import ModelSpec

IN_A_ROW = 3
_BUNDLED = "the bundled model, nothing masked"


def draw() -> None:
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
        ready = _known(spec)
        if not ready and spec != bundled:
            spec, ready = bundled, _known(bundled)
        if ready or waiting:
            name = _BUNDLED if spec == bundled else explain.plain(label_of(spec, None))
            st.header(f"Results for {name}", anchor=False)
        if spec != chosen and ready:
            st.markdown(
                f":gray[Nothing of this has been measured for "
                f"{explain.plain(label_of(chosen, None))} yet. Each page measures it when it is "
                "opened; *Prepare* in the sidebar does so for all pages.]"
            )
        if waiting:
            st.markdown(":gray[Checking the model; results will appear here.]")
        elif ready:
            with st.container(key="cards_of_results"):
                _rows(ready)

    cards()


def _known(spec: ModelSpec) -> list[Card]:
    return [card for make in CARDS if (card := make(spec)) is not None]


def _rows(ready: list[Card]) -> None:
    for start in range(0, len(ready), IN_A_ROW):
        row = ready[start : start + IN_A_ROW]
        for column, card in zip(st.columns(IN_A_ROW), row, strict=False):
            with column.container(border=True, height="stretch", gap="xsmall"):
                _draw(card)


def _draw(card: Card) -> None:
    st.markdown(f"**{card.title}**")
    st.metric(card.title, card.number, label_visibility="collapsed")
    st.markdown(card.meaning)
    st.caption(card.statistics)
    if card.page is not None:
        st.page_link(card.page, icon=":material/arrow_forward:")
