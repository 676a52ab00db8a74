"""CABM: how far each occupation leans to one gender, by corpus, vectors and contexts."""

import streamlit as st

from components import (
    cabm_controls,
    cabm_refused,
    cabm_results,
    cabm_study,
    cabm_tabs,
    explain,
    model_bar,
    navigation,
)

navigation.head(
    "CABM",
    "How far does each occupation lean to one gender, compared with the others, by what a corpus "
    "says and by what the model has learned? It says nothing about any one person.",
)
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared()
    with st.container(border=True):
        choice = cabm_controls.choice()
    if choice is None:
        st.stop()
    study = cabm_study.studied(choice, subject)
    if study is None:
        st.stop()
    cabm_results.told(study)
    scored = cabm_refused.scored(choice, study, subject)
    if scored is not None:
        before = cabm_refused.beside(choice, cabm_study.compared(choice, other), other)
        left, right = st.columns([10, 11], gap="medium")
        with left.container(border=True, height="stretch"):
            cabm_results.headline(scored)
        weights = right.container(border=True, height="stretch")
        cabm_results.ranking(scored, before)
        cabm_tabs.draw(scored, before)
        cabm_results.weights(scored, weights)
explain.method("cabm")
