"""The cards of Home in rows, redrawn until the bundled model has been checked.

They are of the model chosen, where something is known of it, else of the bundled one.
"""

from __future__ import annotations

from collections.abc import Collection

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.shell import model_bar
from components.frame.shell.subject import done, label_of
from components.home.card import Card, MakeCard
from components.home.cards import CARDS, LATER, OF_ENCODERS
from components.home.health_cards import health_of
from components.home.measure_cards import biased_head, link_to_simulated, shared_answers
from engine.core.families import ENCODER, MASKED
from engine.core.spec import NO_HEADS, ModelSpec
from engine.server import shared

_MOST_IN_A_ROW = 4
_FOR_ALL = "; *Prepare* in the sidebar does so for all pages"
_LARGE = 12  # layers from which measuring may take minutes without a graphics card
_BUNDLED = "the bundled model, all heads on"


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
        ready = _known(spec, () if waiting else _awaited())
        if not ready and spec != bundled:
            spec, ready = bundled, _known(bundled)
        if ready or waiting:
            name = _BUNDLED if spec == bundled else explain.plain(label_of(spec, None))
            st.header(f"Results for {name}", anchor=False)
        if spec != chosen and ready:
            st.markdown(
                f":gray[Nothing of this has been measured for "
                f"{explain.plain(label_of(chosen, None))} yet. Each page measures it when it is "
                "opened from here, or offers to in the background where that takes long"
                f"{_prepare(_FOR_ALL)}.]"
            )
        if waiting:
            st.markdown(":gray[Checking the model; results will appear here.]")
        elif ready:
            with st.container(key="cards_of_results"):
                _rows(ready)

    cards()


def _awaited() -> Collection[MakeCard]:
    """Results that also have a card where they are measured later.

    What is measured of the other kinds of models is not all on these cards.
    """
    return {MASKED: tuple(LATER), ENCODER: OF_ENCODERS}.get(model_bar.kind(), ())


def _known(spec: ModelSpec, awaited: Collection[MakeCard] = ()) -> list[Card]:
    """The cards of a model; none where nothing is known of it, and nobody could know anything.

    Args:
        awaited: results that have a card before they are measured.
    """
    cards = [make(spec) for make in CARDS]
    # The health check gives an encoder no card, so one that is new has none at all.
    if not any(cards) and awaited != OF_ENCODERS:
        return []
    cards = [
        card or (_later(spec, make) if make in awaited else None)
        for make, card in zip(CARDS, cards, strict=True)
    ]
    return [card for card in cards if card is not None]


def _later(spec: ModelSpec, make: MakeCard) -> Card | None:
    """In place of a result that is not measured yet; None where it cannot be."""
    title, page = LATER[make]
    if make is biased_head and (subject := model_bar.usable()) and not subject.facts.heads:
        return Card(title, "–", NO_HEADS, "Heads of this model cannot be switched off.", None)
    if page is None and health_of(spec) is not None:
        return None  # the check was made, and has no such number
    what = "for this model" if spec.is_original else f"with {explain.plain(done(spec))}"
    how = _how(make) if page else _prepare("*Prepare* in the sidebar measures it.")
    settings = link_to_simulated() if make is shared_answers else ()
    return Card(title, "–", f"not measured {what} yet", how, page, settings)


def _how(make: MakeCard) -> str:
    """What the page of a result does when it is opened, and how long that may take."""
    subject = model_bar.usable()
    layers = 0 if subject is None else subject.facts.layers
    if make is biased_head and _heads_take_long(layers):
        if shared.is_shared():
            return "A model this large is measured on your own machine; the page has the command."
        offers = "The page offers to measure it in the background"
        return f"{offers}, which may take minutes{_prepare(_FOR_ALL)}."
    long = ", which may take minutes" * (layers >= _LARGE)
    return f"Opening the page from here measures it{long}{_prepare(_FOR_ALL)}."


def _heads_take_long(layers: int) -> bool:
    test = session.heads.bundled_association(session.heads.FIRST_ASSOCIATION, session.FEW_CONTEXTS)
    return session.heads.takes_long(test, layers)


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
        st.page_link(
            card.page, icon=":material/arrow_forward:", query_params=dict(card.settings) or None
        )
