"""Heads: where in a model an association sits, and what happens when it is switched off."""

import streamlit as st

from components import (
    explain,
    heads_board,
    heads_controls,
    heads_export,
    heads_measuring,
    heads_tabs,
    model_bar,
    navigation,
    session,
)
from components.heads_panel import Panel

navigation.head(
    "Heads",
    "Which attention heads carry an association, and what changes when they are switched off, "
    "here and on every other page. It does not say why, and no head does one thing only.",
)
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared()
    facts = session.facts(subject.spec.checkpoint)
    with st.container(border=True):
        choice = heads_controls.choice(facts)
    if choice is None:
        st.stop()
    board, beside = st.columns([10, 11], gap="medium")
    with board.container(border=True):
        scores = heads_board.draw(choice, subject, facts)
        below = st.container()
    with beside.container(border=True):
        panel = Panel(choice, subject, facts)
    with st.container() if scores is not None else st.empty():
        if scores is not None:
            with below:
                heads_export.scores(choice, subject, scores)
            heads_tabs.draw(choice, subject, other, scores.value)
with st.container(horizontal=True):
    explain.method("head-bias")
    explain.method("seat", "What SEAT is")
with explain.errors(ends_page=False):
    heads_measuring.follow(choice, subject.spec)
    panel.follow()
    session.warm(subject.spec)
