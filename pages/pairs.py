"""Pairs: which of two nearly equal sentences a model prefers, and which words decide."""

import streamlit as st

from components import (
    explain,
    model_bar,
    navigation,
    pairs_controls,
    pairs_opened,
    pairs_results,
    pairs_scoring,
    pairs_table,
    pairs_tabs,
    pairs_veil,
)
from engine.wording import counted

navigation.head(
    "Pairs",
    "Of two sentences that differ in who is meant, which does the model find more likely, and "
    "which words decide? A score says nothing about any one person or answer.",
)
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared()
    with st.container(border=True):
        choice = pairs_controls.choice(model_bar.kind())
    scored = None if choice is None else pairs_scoring.scored_by(choice, subject, "first")
    if choice is not None and scored is not None:
        before = pairs_scoring.compared(choice, other, scored)
        left, right = st.columns(2, gap="medium")
        with left.container(border=True, height="stretch"):
            pairs_results.headline(scored, before)
        with right.container(border=True, height="stretch"):
            pairs_results.types(scored, before)
        st.subheader(counted(len(scored.frame), "pair"), anchor=False)
        veil = pairs_veil.veil(choice.public)
        with st.container(border=True):
            row = pairs_table.table(scored, before, veil)
        if row is not None:
            st.subheader("This pair", anchor=False)
            with st.container(border=True):
                pairs_opened.one_pair(scored, before, row, veil)
        options = model_bar.command_options(subject.spec)
        if before is not None and other is not None:
            options = f"{options} {pairs_controls.compare_options(other.spec)}".strip()
        pairs_results.exports(scored, choice, options)
        pairs_tabs.draw(choice, subject, scored, before, veil)
    elif choice is not None:
        st.subheader("Your own pair", anchor=False)
        pairs_tabs.own_pair(choice, subject)
explain.method("pairs")
