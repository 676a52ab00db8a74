"""The first screen of a page: the answer in one sentence above its figure, and what can be set.

Controls are drawn first, because the answer follows from them, and are shown after it or next to
it; only what a user types is above it. What a number does not mean is behind one link below the
claim, and so are further statistics.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from zlib import crc32

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.present import layout

# Keys, which the style and the tests use.
_QUESTION, _ANSWER, _SETTINGS = "first_question", "first_answer", "first_settings"
_COMPUTING = "computing"  # begins a key
_WHILE_COMPUTING = Path(__file__).parent / "computing.css"
_FIGURE = 300  # pixels of a figure that is not there yet
_SHARES = (0.68, 0.32)  # of the width, where both are next to each other


@dataclass(frozen=True)
class FirstScreen:
    """The two parts of a first screen.

    Args:
        answer: takes the claim and its figure.
        settings: takes the controls.
    """

    answer: DeltaGenerator
    settings: DeltaGenerator


@dataclass(frozen=True)
class AskedScreen(FirstScreen):
    """A first screen with a question that the user types.

    Args:
        question: takes its field, which is all that stands above the answer.
    """

    question: DeltaGenerator


@dataclass(frozen=True)
class StackedScreen(FirstScreen):
    """A first screen with its settings under the answer.

    Args:
        buttons: takes what exports and pins the answer, between both.
    """

    buttons: DeltaGenerator


@dataclass(frozen=True)
class BesideScreen(FirstScreen):
    """A first screen whose data can be a file of the user's own.

    Args:
        files: takes what asks for the file, below both and over the whole width.
    """

    files: DeltaGenerator


@dataclass(frozen=True)
class DrawnClaim:
    """A claim on the screen.

    Args:
        heading: holds its sentence.
        line: holds its statistics.
        row: holds the line, and takes the links.
    """

    heading: DeltaGenerator
    line: DeltaGenerator
    row: DeltaGenerator

    def write(self, sentence: str, statistics: str = "") -> None:
        """Write another sentence and its statistics in place of those that are there."""
        self.heading.header(sentence, anchor=False)
        if statistics:
            self.line.caption(statistics, width="content")

    def draw_links(self, limits: str = "", more: Callable[[], None] | None = None) -> None:
        """Draw the links to what else to know; the arguments are those of `draw_claim`."""
        with self.row:
            if more is not None:
                with st.popover("More", icon=":material/data_table:", type="tertiary"):
                    more()
            if limits:
                with st.popover("Limits", icon=":material/info:", type="tertiary"):
                    st.markdown(limits)


def beside(even: bool = True) -> BesideScreen:
    """Settings to the right of the answer; below it where the window is narrow.

    Args:
        even: whether both end at the same height; not where the settings are a long list.
    """
    left, right = st.columns(_SHARES, gap="small")
    height: Literal["stretch", "content"] = "stretch" if even else "content"
    return BesideScreen(
        left.container(border=True, height=height, key=_ANSWER),
        right.container(border=True, height=height, key=_SETTINGS),
        st.container(),
    )


def below() -> StackedScreen:
    """Settings under the answer, for a figure that takes the whole width."""
    answer, buttons = st.container(border=True, key=_ANSWER), st.container()
    return StackedScreen(answer, st.container(border=True, key=_SETTINGS), buttons)


def asked() -> AskedScreen:
    """The question over the answer, where it is typed by the user; settings under both."""
    question = st.container(border=True, key=_QUESTION, gap="small")
    answer = st.container(border=True, key=_ANSWER, gap="small")
    return AskedScreen(answer, st.container(key=_SETTINGS), question)


def draw_claim(
    sentence: str,
    statistics: str = "",
    *,
    limits: str = "",
    more: Callable[[], None] | None = None,
    key: str = "claim",
) -> DrawnClaim:
    """Draw an answer as a heading, its statistics in small type, and links to what else to know.

    Args:
        sentence: the answer (markdown of ours); it claims what was tested, no more.
        statistics: interval, number of items and variant, in one line (markdown of ours).
        limits: what the answer does not mean, behind *Limits* (markdown of ours).
        more: draws further statistics, behind *More*.
        key: tells the claims of a page apart.

    Returns:
        What writes the claim anew once more is known.
    """
    drawn = begin_claim(sentence, statistics, key)
    drawn.draw_links(limits, more)
    return drawn


def begin_claim(sentence: str, statistics: str = "", key: str = "claim") -> DrawnClaim:
    """As `draw_claim`, without the links: what is behind them may take a while."""
    with st.container(gap="xxsmall", key=key if key == "claim" else f"claim_{key}"):
        heading = st.empty()
        row = st.container(horizontal=True, gap="small", vertical_alignment="center")
        drawn = DrawnClaim(heading, row.empty(), row)
    drawn.write(sentence, statistics)
    return drawn


def draw_question(asked: str, key: str) -> None:
    """Draw what is asked as a heading, where the answer has to be computed on request.

    Args:
        asked: markdown of ours.
        key: tells the questions of a page apart.
    """
    with st.container(key=f"claim_asked_{key}"):
        st.header(asked, anchor=False)


# --- computing ----------------------------------------------------------------------------
# What is asked, how far it is, and the room of the figure, until the answer is there.

Told = Callable[[str, float], object]  # text, and share of the work that is done, from 0 to 1


@contextmanager
def computing(asked: str, begins: str) -> Iterator[Told]:
    """Keep the places of claim and figure while an answer is computed.

    Args:
        asked: what is asked of the model, a heading (markdown of ours).
        begins: how far it is, at first (markdown of ours).

    Yields:
        What says how far it is.
    """
    place = st.empty()
    own = crc32(f"{asked}{begins}".encode())  # a page computes several answers one after the other
    with place.container(key=f"{_COMPUTING}_{own}", gap="small"):
        layout.while_here(_WHILE_COMPUTING)
        with st.container(key=f"claim_{_COMPUTING}_{own}"):
            st.header(asked, anchor=False)
        tell = _figure_to_come(begins, own)
    try:
        yield tell
    finally:
        place.empty()


@contextmanager
def figure_computing(begins: str) -> Iterator[Told]:
    """Keep the place of a figure while it is computed; the arguments are those of `computing`."""
    place = st.empty()
    with place.container():
        tell = _figure_to_come(begins, crc32(begins.encode()))
    try:
        yield tell
    finally:
        place.empty()


def _figure_to_come(begins: str, own: int) -> Told:
    key = f"figure_to_come_{own}"
    with st.container(border=True, height=_FIGURE, key=key, vertical_alignment="center"):
        bar = st.progress(0.0, begins)

    def tell(text: str, share: float) -> None:
        bar.progress(min(1.0, max(0.0, share)), text)

    return tell
