"""Probe: which words a model expects in place of a masked word, or next."""

from functools import partial

import streamlit as st

from components.frame.present import explain, first_screen
from components.frame.shell import model_bar, navigation
from components.frame.widgets import export
from components.probe import controls, groups, history, sentences_file, two_sentences, verdicts
from components.probe import words as probe_words

navigation.head(
    "Probe",
    "Which words does the model expect in place of [MASK], or next if it reads from left to right?",
)
screen = first_screen.asked()
with screen.question:
    question = controls.question(model_bar.kind(), screen.settings)
results = []
with (
    screen.answer,
    explain.errors(ends_page=False),
    st.spinner("Running the model …"),
):
    subject, other = model_bar.current(), model_bar.compared_subject()
    one = groups.draw_probe_groups if question.slotted else probe_words.draw_words
    draw = two_sentences.draw_two_sentences if question.second else one
    remember = partial(history.remember, question.asked, subject.label)
    results = draw(question, subject, other, remember)
if results:
    export.section(results[0].name, results)
verdicts.draw_verdicts(question)
sentences_file.draw_sentences_file(question)
history.draw_history()
explain.method("completion")
