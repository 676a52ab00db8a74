"""Annotators: whose answers to cloze sentences does a model share, and whose does it not?"""

import streamlit as st

from components import (
    annotators_controls,
    annotators_export,
    annotators_results,
    annotators_scoring,
    annotators_tabs,
    explain,
    model_bar,
    navigation,
    pairs_controls,
)
from engine.datasets.languages import language_name

navigation.head(
    "Annotators",
    "People filled in a hidden word, and the model fills in the same one: whose answers does it "
    "share? It says nothing about which answers are good, nor about anyone outside these groups.",
)
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared()
    with st.container(border=True):
        choice = annotators_controls.choice()
    scored = None
    if choice is not None:
        if choice.data.simulated:
            explain.note(
                f"**These annotators are simulated.** {explain.plain(choice.data.simulated)}"
            )
        scored = annotators_scoring.scored_by(choice, subject, "first")
    if choice is not None and scored is not None:
        before = annotators_scoring.compared(choice, other)
        annotators_results.warnings(scored)
        if scored.agreement.languages:
            annotators_results.coverage(scored)
            with st.container(border=True):
                annotators_results.languages(scored, before, choice.score)
            language = annotators_controls.language(scored.agreement.languages, language_name)
            left, right = st.columns(2, gap="medium")
            with left.container(border=True, height="stretch"):
                annotators_results.groups(scored, before, choice.score, language)
            with right.container(border=True, height="stretch"):
                annotators_results.ranked_gaps(scored, choice.score)
            options = model_bar.command_options(subject.spec)
            if before is not None and other is not None:
                options = f"{options} {pairs_controls.compare_options(other.spec)}".strip()
            taken = annotators_export.Taken(scored, choice, options)
            annotators_export.figures(taken)
            annotators_tabs.draw(taken, before, language)
        else:
            st.markdown(
                ":gray[Nothing is left to compare: no sentence could be read, or every group has "
                "fewer annotators than asked for above.]"
            )
explain.method("agreement")
