"""Pairs: which of two nearly equal sentences a model prefers, and which words decide."""

import streamlit as st

from components import (
    explain,
    model_bar,
    navigation,
    pairs_controls,
    pairs_results,
    pairs_scoring,
    pairs_tabs,
)

navigation.head(
    "Pairs",
    "Of two sentences that differ in who is meant, which does the model find more likely, and "
    "which words decide? A score says nothing about any one person or answer.",
)
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared()
    with st.container(border=True):
        choice = pairs_controls.choice(model_bar.kind())
    if choice is None:
        st.stop()
    scored = pairs_scoring.scored(choice, subject, "first")
    before = pairs_scoring.scored(choice, other, "second") if other else None
    if scored is not None:
        before = before if before is not None and len(before.pairs) == len(scored.pairs) else None
        left, right = st.columns(2, gap="medium")
        with left.container(border=True, height="stretch"):
            pairs_results.headline(scored, before)
        with right.container(border=True, height="stretch"):
            pairs_results.types(scored)
        st.subheader(f"{len(scored.frame):,} pairs", anchor=False)
        with st.container(border=True):
            row = pairs_results.table(scored, before)
        if row is not None:
            st.subheader("This pair", anchor=False)
            with st.container(border=True):
                pairs_results.one_pair(scored, before, row)
        pairs_results.exports(scored, choice.command(model_bar.command_options(subject.spec)))
        pairs_tabs.draw(choice, subject, scored, before)
explain.method("pairs")
