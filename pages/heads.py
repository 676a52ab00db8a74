"""Heads: which attention heads an association changes with, and what masking them changes."""

import streamlit as st

from components.frame.present import explain, first_screen
from components.frame.shell import model_bar, navigation
from components.frame.widgets import detection_note
from components.heads import (
    board,
    claim_export,
    controls,
    drawn_claim,
    masks,
    measuring,
    notes,
    own_sentence,
    panel,
    scaling,
    tabs,
)
from engine.lab.readings import ASSOCIATION

navigation.head(
    "Heads",
    "Attention heads are small parts of the model. Which ones carry an association, and what "
    "changes without them?",
)
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared_subject()
    notes.check_heads(subject)
    screen = first_screen.below()
    with screen.settings:
        masking, exports = st.container(), st.container()
    with screen.answer, explain.errors():
        with screen.settings:
            choice = controls.heads_choice(subject.facts)
        if choice is None:
            raise explain.NothingToShowError("The answer is shown here once the lists are read.")
    top = screen.answer.container()
    left, right = screen.answer.columns([10, 11], gap="medium")
    effect = right.container(key="sentence_effect")
    with right:
        own = own_sentence.ask(subject.facts.kind)
    with left:
        colour, clip = board.draw_colour(own, subject.facts.family)
        place = st.empty()
        missing = measuring.known_bias(choice, subject.spec.unmasked()) is None
        scores = measuring.head_scores(choice, subject.spec, colour, own, place)
        board.draw_grid(scores, colour, clip, subject)
        scaling.draw(subject)
    below = screen.answer.container(gap="xxsmall")
    scale = below.empty()
    if other is not None:
        below.caption(notes.of_one_model(subject, other))
    with below:
        detection_note.draw_detection_limit(ASSOCIATION, subject.spec)
    beside = notes.other_model(subject, other)
    waiting = [place] if scores is None else []
    add_claim = None
    opened = "all_measures" in st.query_params  # of a link to one of these measures
    title = "All measures before and after"
    table = st.expander(title, opened, key="all_measures", on_change="rerun")
    with top, explain.errors(), explain.in_place_of(*waiting):
        places = panel.Places(top, effect, scale, table, bool(table.open))
        results = panel.Panel(choice, subject, own, places, beside)
    with masking:
        masks.draw(scores, colour, subject, choice)
    with st.container() if scores is not None else st.empty():
        if scores is not None:
            with exports:
                grid = board.grid_result(choice, subject, scores, colour, own)
                add_claim = claim_export.draw_section(results, grid, beside)
            tabs.draw_heads_tabs(choice, subject, other, scores.value)
            drawn_claim.draw_published_association(choice)
with st.container(horizontal=True):
    explain.method("head-bias")
    explain.method("seat", "About SEAT (Sentence Encoder Association Test)")
with explain.errors(ends_page=False), explain.in_place_of(*waiting):
    if missing:
        measuring.complete(choice, subject.spec)
with explain.errors(ends_page=False):
    results.complete(add_claim)
