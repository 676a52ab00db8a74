"""Curate: from subtitles to a reviewed set of sentence pairs."""

import streamlit as st

from components.curate import choose, collect, export, funnel, hints, importing, ranking, review
from components.frame.present import explain, first_screen
from components.frame.shell import navigation
from engine.server import shared

navigation.head(
    "Curate",
    "Find lines of films that mention a group of people, and pair each with one about another "
    "group.",
)
with explain.errors():
    reviews = choose.reviews()
    # A form has no answer yet: the way back to a review is above it.
    screen = first_screen.asked() if reviews.begins_one else first_screen.below()
    with screen.question if isinstance(screen, first_screen.AskedScreen) else screen.settings:
        opened = choose.choose_review(reviews)
    if opened is None:
        with screen.answer:
            collect.draw_collection_form()
    else:
        ranking.keep_known(opened)
        with screen.answer:
            funnel.draw_funnel(opened)
        st.header("Review", anchor=funnel.REVIEW)
        review.draw_review(opened.name, opened.sample)
        if not shared.is_shared():
            importing.draw_merge(opened.name)
        st.header("Order and hints", anchor=False)
        hints.draw_curate_hints(opened)
        st.header("Export", anchor=False)
        export.draw_curate_export(opened)
        st.header("Counts by type and film", anchor=False)
        funnel.draw_tables(opened)
explain.method("curation")
