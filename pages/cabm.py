"""CABM: which group's word a model fills in for each occupation, and how far each one leans."""

import streamlit as st

from components.cabm import controls, rankings, results, tabs
from components.cabm import study as cabm_study
from components.cabm.data import described
from components.cabm.ranked import Rankings
from components.frame.present import explain, first_screen
from components.frame.shell import model_bar, navigation
from components.frame.widgets import detection_note
from components.frame.widgets import result as published_figures
from engine.lab.readings import CABM

navigation.head(
    "CABM",
    "Which jobs does the model treat as male or female, or as any two groups?",
)
screen = first_screen.beside()
with screen.answer, explain.errors():
    subject, other = model_bar.current(), model_bar.compared_subject()
    with screen.settings:
        choice = controls.cabm_choice(screen.files)
    if choice is None:
        raise explain.NothingToShowError(
            "The answer is shown here once there are sentences and counts."
        )
    study = cabm_study.study_of(choice, subject)
    if study is None:
        st.stop()
    other_study = cabm_study.study_of_other(choice, other)
    scored = results.scored(choice, study, subject, None if other_study is None else other)
    if scored is not None:
        before = results.scored_for_comparison(choice, other_study, other)
        both = Rankings(scored, before, described(choice.data, choice.counts))
        rankings.draw_first(both)
    explain.warnings(list(study.warnings))
with explain.errors():
    if scored is not None:
        weights_card = rankings.draw_second(both)
        detection_note.draw_detection_limit(CABM, subject.spec)
        results.draw_remarks(study)
        tabs.draw_cabm_tabs(scored, before, subject, other)
        rankings.draw_all(both)
        results.draw_weights(scored, weights_card)
        published_figures.draw_published_figures(f"cabm:{choice.sentences.key}")
explain.method("cabm")
