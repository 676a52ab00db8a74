"""What the Annotators page opens with: answers that people gave, where they are at hand.

The bundled answers are simulated. A public set takes their place where it is on this machine: how
far people agree with each other is shown at once, and how far the model agrees with them once it
has read their sentences.
"""

from __future__ import annotations

import streamlit as st

from components.annotators.controls import ANSWERS
from components.annotators.data import AnswersData, set_of_answers, simulated_note
from components.annotators.scoring import asked_of
from components.frame.shell.model_bar import Subject
from engine.measures.agreement.data.sets import answer_sets
from engine.server import shared

PEOPLE = "mozart-en"  # the public set that the page opens with
# What a link has that was made with the simulated answers, which it does not name.
_OWN_SETTINGS = (
    *(ANSWERS, "answers_file", "agreement", "min_annotators", "ignore_case", "by_simulated"),
    "show",
)


def open_on_people(subject: Subject) -> None:
    """Choose the public set before its box is drawn, unless the user or a link has chosen."""
    if ANSWERS in st.session_state or any(key in st.query_params for key in _OWN_SETTINGS):
        return
    if not _at_hand():
        return
    # On a shared server, nobody who visits can have the model read the sentences.
    if not shared.is_shared() or _is_read(subject):
        st.session_state[ANSWERS] = PEOPLE


def _is_read(subject: Subject) -> bool:
    asked = asked_of(subject.spec, set_of_answers(PEOPLE))
    return len(asked.known()) == len(asked)


def offer_people(data: AnswersData) -> None:
    """Offer the public set below results of simulated answers, where it is on this machine."""
    if not simulated_note(data) or not _at_hand():
        return
    st.button(
        "Use answers that people gave: MozArt, English",
        icon=":material/groups:",
        type="tertiary",
        on_click=_choose,
    )


def _choose() -> None:
    st.session_state[ANSWERS] = PEOPLE


def _at_hand() -> bool:
    return any(each.name == PEOPLE and each.available for each in answer_sets())
