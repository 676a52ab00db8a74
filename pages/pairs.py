"""Pairs: which of two similar sentences a model prefers, and which words decide."""

import streamlit as st

from components.frame.present import explain, first_screen
from components.frame.shell import model_bar, navigation
from components.frame.widgets import detection_note
from components.frame.widgets import result as published_figures
from components.pairs import (
    controls,
    language_note,
    languages,
    one_pair,
    own_pair,
    results,
    scoring,
    table,
    tabs,
)
from engine.core.wording import counted
from engine.lab.dose.readings import SHARE
from engine.lab.readings import CPS
from engine.measures.pairs.variants import check_scored

navigation.head(
    "Pairs",
    "Two sentences differ only in who they mention. Which one does the model prefer, and which "
    "words decide?",
)
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared_subject()
    check_scored("This model", subject.facts.kind)
    screen = first_screen.beside()
    with screen.settings:
        choice = controls.pairs_choice(subject.facts.kind, screen.files)
        own_pair.way()
    scored = None
    with screen.answer:
        if choice is None:
            st.caption("The answer is shown here once there are pairs.")
        else:
            scored = scoring.scored_pairs(choice, subject, "first")
        if choice is not None and scored is not None:
            before = scoring.scores_of_other(choice, other, scored)
            figure = results.types_figure(scored, before)
            language_note.draw_language_note(
                choice, [subject] if before is None or other is None else [other, subject]
            )
            said = results.draw_answer(choice, subject, scored, before, other)
            results.types(scored, before, figure)
            if choice.variant == CPS:
                with screen.settings:
                    detection_note.draw_detection_limit(SHARE, subject.spec)
    if choice is not None and scored is not None:
        compared = other.spec if other is not None and before is not None else None
        command = choice.command().for_model(subject.spec, compared)
        results.exports(scored, before, choice, command, figure, said)
        languages.draw_languages(choice, subject)
        st.header(counted(len(scored.frame), "pair"), anchor=False)
        shown_as = table.draw_pairs_switch(choice.data.public)
        with st.container(border=True):
            row = table.draw_pairs_table(scored, before, shown_as)
        if row is not None:
            st.header("Selected pair", anchor=False)
            with st.container(border=True):
                one_pair.one_pair(scored, before, row, shown_as)
        own_pair.draw_own_pair(choice, subject, other)
        st.header("More about this score, and other measures", anchor=False)
        tabs.draw_pairs_tabs(choice, subject, scored, before, shown_as, other)
        published_figures.draw_published_figures(f"pairs:{choice.data.path}:{choice.variant}")
    else:
        if choice is not None:
            own_pair.draw_own_pair(choice, subject, other)
        tabs.asked_alone(subject, other)
explain.method("pairs")
