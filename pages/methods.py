"""Methods: the cards of what is measured, with formulas, limits and sources, and the glossary."""

import streamlit as st

from components.frame.present import explain, glossary
from components.frame.shell import navigation
from components.frame.widgets import contents, plugins

navigation.head(
    "Methods",
    "What each number is, exactly, what it does not say, a worked example, and where it comes "
    "from.",
    measures=False,
)
titled = {name: explain.titled_card(name) for name in explain.cards()}
added = plugins.shown()
with contents.contents_beside(
    {
        **{name: title for name, (title, _) in titled.items()},
        "glossary": "Glossary",
        **({plugins.ANCHOR: plugins.TITLE} if added else {}),
    }
):
    for name, (title, text) in titled.items():
        with st.container(border=True):
            st.header(title, anchor=name)
            st.markdown(text)
    with st.container(border=True):
        glossary.draw_glossary()
    if added:
        with st.container(border=True):
            plugins.draw_plugins(added)
