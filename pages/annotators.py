"""Annotators: whose answers to fill-in sentences does a model agree with?"""

import streamlit as st

from components.annotators import controls, data, export, results, scoring, tabs
from components.frame.present import explain
from components.frame.shell import model_bar, navigation
from engine.core.languages import language_name

navigation.head(
    "Annotators",
    "People filled in a masked word in each sentence, and so does the model. Whose answers does it "
    "agree with?",
)
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared_subject()
    with st.container(border=True):
        choice = controls.annotators_choice()
    scored = None
    if choice is not None:
        if note := data.simulated_note(choice.data):
            explain.note(f"**These annotators are simulated.** {explain.plain(note)}")
        scored = scoring.scored_by(choice, subject, "first")
    if choice is not None and scored is not None:
        before = scoring.scored_by_other(choice, other)
        results.draw_warnings(scored)
        if scored.agreement.languages:
            result = st.container(border=True)
            language = controls.language(
                scored.agreement.languages, scored.first_language, language_name
            )
            with result:
                results.draw_headline(scored, choice.score, language)
                results.draw_coverage(scored)
            with st.container(border=True):
                drawn = results.draw_languages(scored, before, choice.score)
            left, right = st.columns(2, gap="medium")
            with left.container(border=True, height="stretch"):
                dots = results.draw_groups(scored, before, choice.score, language)
            with right.container(border=True, height="stretch"):
                results.draw_gaps(scored, choice.score)
            compared = other.spec if other is not None and before is not None else None
            command = choice.command().for_model(subject.spec, compared)
            exporter = export.Exporter(scored, choice, command)
            export.draw_scores_row(exporter, drawn, dots, before, language)
            tabs.draw_annotators_tabs(exporter, before, language)
        else:
            st.markdown(
                ":gray[Nothing is left to compare: the model could read no sentence, or every "
                "group has fewer annotators than the minimum set above.]"
            )
explain.method("agreement")
