"""Annotators: whose answers to fill-in sentences does a model agree with?"""

import streamlit as st

from components.annotators import claim, controls, export, opening, people, results, scoring, tabs
from components.frame.present import explain, first_screen
from components.frame.shell import model_bar, navigation
from engine.core.languages import language_name

navigation.head(
    "Annotators",
    "People filled in a blank in each sentence, and so does the model. Whose answers does it "
    "agree with?",
)
screen = first_screen.beside()
buttons = st.container()
with screen.settings:
    boxes, language_box, options = st.container(), st.container(), st.container()
with screen.answer, explain.errors():
    subject, other = model_bar.current(), model_bar.compared_subject()
    opening.open_on_people(subject)
    with boxes:
        choice = controls.annotators_choice(options, screen.files)
    if choice is None:
        raise explain.NothingToShowError("The answer is shown here once there is a file.")
    answer, reading = st.container(), st.container()
    with reading:
        scored = scoring.scored_by(choice, subject, "first")
        before = None if scored is None else scoring.scored_by_other(choice, other)
    among = people.among_people(choice) if scored is None else scored
    languages = among.agreement.languages
    if not languages:
        raise explain.NothingToShowError(
            "Nothing is left to compare: the model could read no sentence, or every group has "
            "fewer annotators than the minimum set under *Options*."
        )
    with language_box:
        first = controls.usual_language(languages) if scored is None else scored.first_language
        language = controls.language(languages, first, language_name)
    if scored is None:
        with answer:
            among_people = people.among_people(choice)
            people.draw_people_first(among_people, language, choice, subject, buttons)
        st.stop()
    with answer:
        claim.draw_claim(scored, before, choice.score, language, choice.data)
        dots = results.draw_groups(scored, before, choice.score, language)
    opening.offer_people(choice.data)
with explain.errors():
    results.draw_warnings(scored)
    results.draw_left_out(scored)
    compared = other.spec if other is not None and before is not None else None
    command = choice.command().for_model(subject.spec, compared)
    exporter = export.Exporter(scored, choice, command)
    with st.container(border=True):
        drawn = results.draw_languages(scored, before, choice.score)
    with st.container(border=True):
        results.draw_gaps(scored, choice.score)
    export.draw_scores_row(exporter, drawn, dots, before, language)
    tabs.draw_annotators_tabs(exporter, before, language)
explain.method("agreement")
