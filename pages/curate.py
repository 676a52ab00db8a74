"""Curate: from subtitles to a reviewed set of sentence pairs."""

import streamlit as st

from components.curate import choose, collect, export, funnel, hints, ranking, review
from components.frame.present import explain
from components.frame.shell import navigation
from engine.server import shared

navigation.head(
    "Curate",
    "Find sentences in film subtitles that mention a group of people, and make pairs of them with "
    "counterparts that mention another.",
)
with explain.errors():
    opened = choose.choose_review()
    if opened is None:
        collect.draw_collection_form()
    else:
        ranking.keep_known(opened)
        funnel.draw_funnel(opened)
        st.header("Review", anchor=funnel.REVIEW)
        review.draw_review(opened.name, opened.sample)
        if not shared.is_shared():
            choose.draw_merge(opened.name)
        st.header("Order and hints", anchor=False)
        hints.draw_curate_hints(opened)
        st.header("Export", anchor=False)
        export.draw_curate_export(opened)
        st.header("Counts by type and film", anchor=False)
        funnel.draw_tables(opened)
explain.method("curation")
