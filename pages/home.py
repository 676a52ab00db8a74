"""Home: what Biascope is, and a sentence the model has already completed."""

import streamlit as st

from components.frame.present import explain, first_screen
from components.frame.shell import model_bar, navigation
from components.home import answer, tour
from engine.core.families import CAUSAL
from engine.server import shared


def cards() -> None:
    """Results already measured; pandas is imported here, after the sentence box is drawn."""
    from components.home import card_grid

    card_grid.draw_card_grid()


TASK = (
    "Type the beginning of a sentence, and see which words the model expects next."
    if model_bar.kind() == CAUSAL
    else "Type a sentence with [MASK] for one word, and see which words the model expects."
)
navigation.head(
    "What does your model assume about people?",
    f"{TASK} It runs on this {'server' if shared.is_shared() else 'machine'}.",
    page="Home",
)
screen = first_screen.asked()
with screen.question:
    text = answer.sentence_box(model_bar.kind(), screen.settings)
with screen.answer, explain.errors(ends_page=False):
    answer.draw_home_answer(model_bar.current(), model_bar.compared_subject(), text)

tour.first_visit()
model_bar.warm()  # the cards below take a while, and the next sentence needs the model
cards()

st.header("Explore further", anchor=False)
answer.ways_on()
tour.again()
