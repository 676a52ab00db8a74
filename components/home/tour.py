"""A tour of five steps for a first visit: never a window over the page, skipped with one click.

It is drawn where nothing moves because of it: below the first result, and, once it was seen, at
the end of Home where its button is.

So it delays and covers nothing. It is a fragment: its buttons redraw nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components.frame import session
from components.frame.session.state import TOUR_AGAIN, TOUR_STEP
from components.frame.shell import model_bar
from components.frame.shell.pages import PAGES
from engine.core.families import CAUSAL, ENCODER


@dataclass(frozen=True)
class Step:
    """One step.

    Args:
        text: markdown of one or two short sentences, the project's own.
        pages: names of the pages that it leads to.
    """

    title: str
    text: str
    pages: tuple[str, ...] = ()


_MASKED_SENTENCE = (
    "Type a sentence under *Sentence* at the top of this page, and write [MASK] in place of one "
    "word. The bars show which words the model expects there."
)
_CAUSAL_SENTENCE = (
    "Type the beginning of a sentence under *Sentence* at the top of this page. The bars show "
    "which words the model expects next."
)
_FIRST = {
    CAUSAL: _CAUSAL_SENTENCE,
    ENCODER: (
        "This model reads a sentence and predicts no words for it. Choose the bundled model under "
        "*Model* in the sidebar to see bars for the sentence at the top of this page."
    ),
}
_LATER_STEPS = (
    Step(
        "Choose the model",
        "The sidebar on the left is the same on every page: *Model* is the model that you look at, "
        "*Compare with* a second one. On a small screen, the arrows at the top left open it.",
    ),
    Step(
        "Switch parts of the model off",
        "A model has small parts called attention heads. Click some of them on *Heads*: they are "
        "switched off, and every page then shows the model with and without them.",
        ("heads",),
    ),
    Step(
        "See where a number comes from",
        "Next to a number are its *n*, on how many items it rests, and its 95% CI, the range of "
        "values that fit the data. *Reproduce*, below a result, has the command that gives the "
        "same numbers.",
    ),
    Step(
        "Go on",
        "Every page answers one question; the menu on the left has them all, and the story on "
        "*Stage* has a slider that steers the model. What a number means, and what it does not, is "
        "on *Methods*.",
        ("probe", "stage", "methods"),
    ),
)


def steps(kind: str) -> tuple[Step, ...]:
    """The steps for a kind of model."""
    first = _FIRST.get(kind, _MASKED_SENTENCE)
    return (Step("See what the model expects", first), *_LATER_STEPS)


def first_visit() -> None:
    """Draw the tour, unless it was finished or skipped before."""
    if not session.tour.tour_seen() and not st.session_state.get(TOUR_AGAIN):
        _open(model_bar.kind())


def again() -> None:
    """At the end of Home: the button that opens the tour, or the tour that it has opened."""
    if st.session_state.get(TOUR_AGAIN):
        _open(model_bar.kind())
    elif session.tour.tour_seen():
        st.button(
            "Take the tour",
            key="tour_again",
            icon=":material/flag:",
            type="tertiary",
            on_click=_begin_again,
        )


@st.fragment
def _open(kind: str) -> None:
    """The step that is open; a click on a button draws this part alone."""
    if session.tour.tour_seen() and not st.session_state.get(TOUR_AGAIN):
        st.rerun()  # it was left; the button at the end of Home comes back
    every = steps(kind)
    at = min(st.session_state.get(TOUR_STEP, 0), len(every) - 1)
    step = every[at]
    known = {page.name: page for page in PAGES}
    with st.container(border=True, key="tour", gap="small"):
        st.markdown(f":gray[Tour, step {at + 1} of {len(every)}]")
        st.header(step.title, anchor=False)
        st.markdown(step.text)
        # There also where it is empty: the buttons below keep their place, and so the focus.
        with st.container(horizontal=True):
            for page in (known[name] for name in step.pages if name in known):
                st.page_link(page.path, label=f"Open {page.title}", icon=page.icon)
        _buttons(at, len(every))


def _buttons(at: int, count: int) -> None:
    """Next comes first and stays where it is, so that Enter goes through the whole tour.

    Callbacks, since a run that is broken off would draw the button again and lose the focus.
    """
    last = at == count - 1
    with st.container(horizontal=True):
        st.button(
            "Finish the tour" if last else "Next",
            key="tour_next",
            type="primary",
            on_click=_leave if last else _go,
            args=() if last else (at + 1,),
        )
        st.button("Back", key="tour_back", disabled=at == 0, on_click=_go, args=(at - 1,))
        if not last:
            st.button("Skip the tour", key="tour_skip", type="tertiary", on_click=_leave)


def _go(step: int) -> None:
    st.session_state[TOUR_STEP] = step


def _leave() -> None:
    session.tour.keep_tour_seen()
    st.session_state.pop(TOUR_STEP, None)
    st.session_state.pop(TOUR_AGAIN, None)


def _begin_again() -> None:
    st.session_state[TOUR_AGAIN] = True
