"""Milder words for rude ones: a switch of the review, and the rules that it applies."""

from __future__ import annotations

import streamlit as st

from components.frame.present import explain
from components.frame.session import review as stored
from components.frame.session.review import Rule, Softening
from components.frame.widgets import closed_box
from engine.core.errors import BiascopeError, InputTextError

_BETWEEN = "→"
_WAYS = (_BETWEEN, "->", "|", "=")


def draw(name: str) -> None:
    """Draw switch and rules in a box that is closed at first."""
    box = closed_box.opened("Soften rude words", key="review_softening", setting="softening")
    if box is None:
        return
    with box:
        found = stored.softening(name)
        key = f"review_soften_{name}"
        st.session_state[key] = found.on  # another reviewer may have switched it
        st.toggle(
            "Soften sentences as they are accepted",
            key=key,
            on_change=lambda: stored.switch(name, st.session_state[key]),
            help="Of this review, for everybody. Both sentences are softened alike, the card shows "
            "them as they will be kept, and the export says which words were replaced.",
        )
        _rules(name, found)


def _rules(name: str, found: Softening) -> None:
    if found.shipped:
        st.caption(
            f"Rules that come with Biascope: {explain.plain(', '.join(_lines(found.shipped)))}."
        )
    else:
        st.caption("No rules come with Biascope for this language.")
    with st.form(f"review_rules_{name}", border=False):
        text = st.text_area(
            "Rules of this review, one a line",
            value="\n".join(_lines(found.own)),
            placeholder="word → milder word",
            help="They come before the others. Nothing after the arrow leaves the word out.",
        )
        if st.form_submit_button("Keep these rules"):
            try:
                stored.keep_rules(name, rules_of(text))
            except BiascopeError as error:
                st.error(explain.plain(str(error)))
            else:
                st.rerun(scope="fragment")


def _lines(rules: tuple[Rule, ...]) -> list[str]:
    return [f"{rule.word} {_BETWEEN} {rule.replacement}".rstrip() for rule in rules]


def rules_of(text: str) -> list[Rule]:
    """Rules as they are typed, one a line."""
    rules = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        way = next((way for way in _WAYS if way in line), None)
        if way is None:
            raise InputTextError(
                f"Line {number} of the rules has no arrow; write: word {_BETWEEN} milder word."
            )
        word, _, new = line.partition(way)
        rules.append(Rule(word.strip(), new.strip()))
    return rules
