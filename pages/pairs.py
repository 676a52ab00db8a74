"""Pairs: which of two similar sentences a model prefers, and which words decide."""

import streamlit as st

from components.pairs import blur, controls, one_pair, results, scoring, table, tabs
from components.present import explain, glossary
from components.shell import model_bar, navigation
from engine.wording import counted

navigation.head(
    "Pairs",
    "Two sentences differ only in who they mention. Which one does the model prefer, and which "
    "words decide? A score says nothing about any one person or answer.",
)
glossary.words(*glossary.terms("Pairs"))
with explain.errors():
    subject, other = model_bar.current(), model_bar.compared()
    with st.container(border=True):
        choice = controls.choice(subject.facts.kind)
    scored = None if choice is None else scoring.scored_by(choice, subject, "first")
    if choice is not None and scored is not None:
        before = scoring.compared(choice, other, scored)
        left, right = st.columns(2, gap="medium")
        with left.container(border=True, height="stretch"):
            results.headline(scored, before)
        with right.container(border=True, height="stretch"):
            results.types(scored, before)
        st.header(counted(len(scored.frame), "pair"), anchor=False)
        shown_as = blur.switch(choice.public)
        with st.container(border=True):
            row = table.table(scored, before, shown_as)
        if row is not None:
            st.header("Selected pair", anchor=False)
            with st.container(border=True):
                one_pair.one_pair(scored, before, row, shown_as)
        compared = other.spec if other is not None and before is not None else None
        results.exports(scored, choice, choice.command().for_model(subject.spec, compared))
        tabs.draw(choice, subject, other, scored, before, shown_as)
    elif choice is not None:
        st.header("Your own pair", anchor=False)
        tabs.own_pair(choice, subject, other)
explain.method("pairs")
