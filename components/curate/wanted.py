"""Who reviews, in which pass, and which sentences: the controls above the card."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from components.frame.present import explain
from components.frame.present.labels import bias_type
from components.frame.session import review as stored
from components.frame.session import state as keys
from components.frame.session.review import Asked, State
from components.frame.shell import model_bar

REVIEWER, PASS, STATE, CATEGORY = "reviewer", "pass", "state", "category"
PASSES = {"First pass": 1, "Second pass": 2}
# None: those without a proposed counterpart.
STATES: dict[str, State | None] = {
    "Not decided": "open",
    "Accepted": "accepted",
    "Rejected": "rejected",
    "All": "all",
    "Without a counterpart": None,
}
_FIRST = next(iter(PASSES))
_ANY = ""  # every category, every film; the order of films
_WELCOME = (
    "Each sentence is film dialogue that may state a stereotype, with a counterpart that is "
    "proposed for it: accept, edit or reject the pair. Some lines insult people. What models say "
    "of a sentence is hidden until you have decided it, so that it does not steer you; M shows it. "
    "Every decision is kept at once, with your name."
)
_NAMELESS = "**Write your name to decide.**"


def ask_wanted(name: str) -> Asked:
    """Draw the controls of a review and read them; the reviewer is empty until there is a name."""
    before = st.session_state.get(keys.REVIEW_SHOWN)
    if before is not None and before != name:  # a link to the second pass opens that
        first_pass()
    st.session_state[keys.REVIEW_SHOWN] = name
    # One place on the page whether the welcome is there or not, so that the card stays as it is.
    with st.container():
        return _asked(name)


def _asked(name: str) -> Asked:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        reviewer = _reviewer()
        if not reviewer:
            st.markdown(_NAMELESS, width="content")
        pass_name = st.segmented_control(
            "Pass",
            [*PASSES],
            default=_FIRST,
            key=PASS,
            bind="query-params",
            persist_state="session",
            required=True,
            help="A second person decides again, without seeing what the first decided. How far "
            "the two agree is shown above the sentence.",
        )
        parts = stored.made_from(name)
        with st.popover("More filters", icon=":material/tune:"):
            state_name = st.selectbox(
                "Sentences", [*STATES], key=STATE, bind="query-params", persist_state="session"
            )
            category = st.selectbox(
                "Category",
                [_ANY, *parts.categories],
                format_func=lambda name: bias_type(name) if name else "All categories",
                key=CATEGORY,
                bind="query-params",
                persist_state="session",
            )
            film = st.selectbox(
                "Film",
                [_ANY, *parts.films],
                format_func=lambda title: title or "All films",
                key=f"review_film_{name}",
                persist_state="session",
            )
            ranked_by = _ranked_by(name, stored.models(name))
    if not reviewer:
        st.caption(_WELCOME)
    state = STATES[state_name]
    return Asked(
        name,
        reviewer,
        PASSES[pass_name],
        category or None,
        film or None,
        state or "open",
        ranked_by or None,
        refused=state is None,
    )


def first_pass() -> None:
    """Choose the first pass when the controls are drawn next."""
    st.session_state[PASS] = _FIRST


def _reviewer() -> str:
    typed = st.text_input(
        "Your name",
        key=REVIEWER,
        bind="query-params",
        persist_state="session",
        max_chars=stored.MOST_NAME,
        placeholder="who reviews",
        width=190,
        help="Kept with every decision. It is in the address of this page too: leave it out when "
        "you send the link to somebody else.",
    )
    return " ".join(typed.split())


def _ranked_by(name: str, models: Mapping[str, str]) -> str:
    options: list[str] = [*models, _ANY]
    known = stored.key_of_model(model_bar.chosen()) or _ANY
    return st.selectbox(
        "Order",
        options,
        index=options.index(known if known in models else _ANY),
        format_func=lambda key: f"Largest difference first: {models[key]}" if key else "As filmed",
        key=f"review_order_{name}",
        persist_state="session",
        help="Sentences on which a model clearly prefers one side come first once the model has "
        "scored them. What it says of a sentence is hidden until you have decided it; M shows it.",
    )


def order_line(asked: Asked) -> str:
    """In which order the sentences come, in a few words."""
    if asked.ranked_by is None:
        return "Order: as filmed"
    label = stored.models(asked.name).get(asked.ranked_by, "a model")
    return f"Order: largest difference of {explain.plain(label)} first"


def wanted_text(asked: Asked) -> str:
    """The sentences that are asked for, in a few words."""
    state = None if asked.refused else asked.state
    name = next(name for name, known in STATES.items() if known == state)
    parts = [name.lower(), bias_type(asked.category or ""), asked.film or ""]
    return ", ".join(part for part in parts if part)
