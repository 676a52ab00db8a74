"""Heads: which attention heads an association changes with, and what masking them changes."""

import streamlit as st

from components.frame.present import explain
from components.frame.shell import model_bar, navigation
from components.heads import board, controls, measuring, notes, own_sentence, tabs, verdict
from components.heads.panel import Panel

navigation.head(
    "Heads",
    "Attention heads are small parts of the model that pass information between words. Which ones "
    "carry an association, and what changes without them?",
)
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared_subject()
    notes.check_heads(subject)
    with st.container(border=True):
        choice = controls.heads_choice(subject.facts)
    if choice is None:
        st.stop()
    verdict.draw_verdict(choice, subject)
    left, right = st.columns([10, 11], gap="medium")
    before_and_after = right.container(border=True)
    with before_and_after:
        st.markdown("**Before and after**")
        own = own_sentence.ask(subject.facts.kind)
    with left.container(border=True):
        colour, clip = board.draw_colour(own)
        # Emptied on each run: text of the previous run would otherwise stay until this one ends.
        place = st.empty()
        with place.container():
            scores = measuring.head_scores(choice, subject.spec, colour, own)
        board.draw_grid(scores, colour, clip, subject, own)
        below = st.container()
    waiting = [place] if scores is None else []
    with before_and_after, explain.in_place_of(*waiting):
        panel = Panel(choice, subject, own)
    with st.container() if scores is not None else st.empty():
        if scores is not None:
            with below:
                board.export_scores(choice, subject, scores, colour, own)
            tabs.draw_heads_tabs(choice, subject, other, scores.value)
            verdict.draw_published_association(choice)
with st.container(horizontal=True):
    explain.method("head-bias")
    explain.method("seat", "About SEAT (Sentence Encoder Association Test)")
with explain.errors(ends_page=False), explain.in_place_of(*waiting):
    measuring.complete(choice, subject.spec)
with explain.errors(ends_page=False):
    panel.complete()
