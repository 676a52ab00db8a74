"""Scorecard: many models by many measures, with intervals and ties, and never one score."""

import streamlit as st

from components.frame.present import explain, first_screen
from components.frame.shell import model_bar, navigation
from components.scorecard import choice as measuring
from components.scorecard import controls, export, imported, results, table
from components.scorecard.mitigation import section as mitigation

navigation.head(
    "Scorecard",
    "Many models by many measures: which models clearly differ, and do the measures agree?",
    measures=False,
)
with explain.errors():
    screen = first_screen.below()
    with screen.settings:
        subject = model_bar.usable()
        choice, released = controls.scorecard_choice(subject)
    with screen.answer:
        claim, offer, figure = st.container(), st.container(), st.container()
    with offer:
        report = measuring.report_of(choice, released)
    if report["contestants"]:
        with screen.settings:
            grid = results.grid_of(report, subject)
        with claim:
            results.draw_claim(grid)
        with figure:
            first = results.draw_first_cells(grid)
        exporter = export.Exporter(grid, report, choice)
        with screen.buttons:
            exporter.draw_first(first)
        more = results.draw_more_cells(grid)
        if more is not None:
            exporter.draw_more(more)
        table.draw_scorecard_table(grid)
        export.draw_report_formats(grid, report)
        results.details(grid)
    else:
        claim.caption("The answer appears here once models and measures are chosen below.")
    st.header("Mitigation", anchor=False)
    with explain.errors(ends_page=False):
        mitigation.draw_mitigation(subject)
    st.header("Results from elsewhere", anchor=False)
    with explain.errors(ends_page=False):
        imported.draw_scorecard_imported()
explain.method("scorecard")
