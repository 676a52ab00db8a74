"""Arena: what models write about people, and who says it is biased."""

import streamlit as st

from components.arena import controls, imported, measuring, results
from components.arena import ranking as published
from components.arena.honest import results as honest
from components.frame.present import explain, first_screen
from components.frame.shell import model_bar, navigation
from components.frame.widgets import tabs

navigation.head(
    "Arena",
    "What do models write about people, and which evaluators flag it?",
)
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared_subject()
    part, place = tabs.opened_tab(["Flag rates", "HONEST"], "arena_part")
with place:
    if part == "HONEST":
        with explain.errors():
            honest.draw_honest(subject, other)
    else:
        with explain.errors():
            screen = first_screen.beside()
            with screen.answer, explain.errors(ends_page=False):
                choice = None
                with screen.settings:
                    choice = controls.arena_choice(screen.files)
                if choice is None:
                    raise explain.NothingToShowError(
                        "The answer is shown here once there are prompts."
                    )
            report = None
            if choice is not None:
                report, before, places = measuring.reports(choice, subject, other, screen.answer)
                results.draw_arena_results(choice, subject, report, other, before, places)
                published.draw_published(choice.suite.name)
            st.header("Reports", anchor=False)
            with explain.errors(ends_page=False):
                imported.draw_arena_imported(report)
        explain.method("arena")
