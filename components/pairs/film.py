"""What pairs made from films cannot say alone, beside the score of such a set."""

from __future__ import annotations

import streamlit as st

from components.frame.present.numbers import minus_signs
from components.pairs.scored import Scored
from engine.measures.pairs.film import film_control, film_sentence


def draw_film_control(scored: Scored) -> None:
    """The caveat and the control of a set that was made from films; nothing for other sets."""
    if words := film_in_words(scored):
        st.markdown(f":gray[{words}]")


def film_in_words(scored: Scored) -> str:
    """The caveat and the control in sentences; empty for sets that were not made from films."""
    found = film_control(scored.frame)
    return "" if found is None else minus_signs(film_sentence(found))
