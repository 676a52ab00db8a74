"""CABM: how far each occupation leans to one gender, by a corpus, word vectors and context."""

import streamlit as st

from components.cabm import controls, refused, results, tabs
from components.cabm import study as cabm_study
from components.present import explain, glossary
from components.shell import model_bar, navigation

navigation.head(
    "CABM",
    "Which jobs the model treats as male or female. CABM, the Context-Aware Bias Metric, ranks "
    "occupations by three features: word statistics of a corpus, the model's word vectors, and "
    "its sentence vectors. It says nothing about any one person.",
)
glossary.words(*glossary.terms("CABM"))
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared()
    with st.container(border=True):
        choice = controls.choice()
    if choice is None:
        st.stop()
    study = cabm_study.studied(choice, subject)
    if study is None:
        st.stop()
    results.notices(study)
    scored = refused.scored(choice, study, subject)
    if scored is not None:
        before = refused.scored_for_comparison(choice, cabm_study.compared(choice, other), other)
        left, right = st.columns([10, 11], gap="medium")
        with left.container(border=True, height="stretch"):
            results.headline(scored)
        weights_card = right.container(border=True, height="stretch")
        results.ranking(scored, before)
        tabs.draw(scored, before)
        results.weights(scored, weights_card)
explain.method("cabm")
