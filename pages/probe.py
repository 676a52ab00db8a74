"""Probe: what a model expects in place of a hidden word."""

import streamlit as st

from components import (
    explain,
    history,
    model_bar,
    navigation,
    probe_controls,
    probe_groups,
    probe_words,
)

navigation.head(
    "Probe",
    "What the model expects in place of a hidden word, with and without the masked heads. "
    "It shows associations in text, not beliefs, and one sentence is not a measurement.",
)
with st.container(border=True):
    question = probe_controls.question()
with (
    st.container(border=True),
    explain.errors(ends_page=False),
    st.spinner("Asking the model …"),
):
    subject, other = model_bar.current(), model_bar.compared()
    answer = probe_groups.draw if question.slotted else probe_words.draw
    words = answer(question, subject, other)
    history.remember(question.text, subject.label, words)
history.draw()
explain.method("completion")
