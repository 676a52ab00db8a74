"""CABM: which group's word a model fills in for each occupation, and how far each one leans."""

import streamlit as st

from components.cabm import controls, headlines, results, tabs
from components.cabm import scored as cabm_study
from components.frame.present import explain
from components.frame.shell import model_bar, navigation
from components.frame.widgets import result as published_figures

navigation.head(
    "CABM",
    "Which jobs does the model treat as male or female, or as any two groups?",
)
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared_subject()
    with st.container(border=True):
        choice = controls.cabm_choice()
    if choice is None:
        st.stop()
    study = cabm_study.study_of(choice, subject)
    if study is None:
        st.stop()
    explain.warnings(list(study.warnings))
    scored = results.scored(choice, study, subject)
    if scored is not None:
        other_study = cabm_study.study_of_other(choice, other)
        before = results.scored_for_comparison(choice, other_study, other)
        headlines.draw_headlines(scored)
        results.draw_rankings(scored, before)
        weights_card = results.draw_details(scored)
        results.draw_remarks(study)
        tabs.draw_cabm_tabs(scored, before, subject, other)
        results.draw_weights(scored, weights_card)
        published_figures.draw_published_figures(f"cabm:{choice.sentences.key}")
explain.method("cabm")
