"""Scorecard: many models by many measures, with intervals and ties, and never one score."""

import streamlit as st

from components.frame.present import explain
from components.frame.shell import model_bar, navigation
from components.scorecard import choice as measuring
from components.scorecard import controls, export, imported, results

navigation.head(
    "Scorecard",
    "Many models by many measures: which models clearly differ, and do the measures agree?",
    measures=False,
)
with explain.errors():
    with st.container(border=True):
        choice, released = controls.scorecard_choice(model_bar.usable())
    report = measuring.report_of(choice, released)
    if report["contestants"]:
        grid, figure = results.draw_scorecard_results(report)
        export.draw_scorecard_export(grid, figure, report, choice)
        results.details(grid)
    st.header("Results from elsewhere", anchor=False)
    with explain.errors(ends_page=False):
        imported.draw_scorecard_imported()
explain.method("scorecard")
