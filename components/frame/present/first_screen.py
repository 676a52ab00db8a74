"""The first screen of a page: the answer in one sentence above its figure, and what can be set.

Controls are drawn first, because the answer follows from them, and are shown after it or next to
it. What a number does not mean is behind one link below the claim, and so are further statistics.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

_ANSWER, _SETTINGS = "first_answer", "first_settings"  # keys, which the style and the tests use
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
class DrawnClaim:
    """A claim on the screen.

    Args:
        heading: holds its sentence.
        line: holds its statistics.
    """

    heading: DeltaGenerator
    line: DeltaGenerator

    def write(self, sentence: str, statistics: str = "") -> None:
        """Write another sentence and its statistics in place of those that are there."""
        self.heading.header(sentence, anchor=False)
        if statistics:
            self.line.caption(statistics, width="content")


def beside() -> FirstScreen:
    """Settings to the right of the answer; below it where the window is narrow."""
    left, right = st.columns(_SHARES, gap="small")
    return FirstScreen(
        left.container(border=True, height="stretch", key=_ANSWER),
        right.container(border=True, height="stretch", key=_SETTINGS),
    )


def below() -> FirstScreen:
    """Settings under the answer, for a figure that takes the whole width."""
    return FirstScreen(
        st.container(border=True, key=_ANSWER), st.container(border=True, key=_SETTINGS)
    )


def above() -> FirstScreen:
    """Settings over the answer, where they are the question itself."""
    settings = st.container(border=True, key=_SETTINGS, gap="small")
    return FirstScreen(st.container(border=True, key=_ANSWER, gap="small"), settings)


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
    with st.container(gap="xxsmall", key=key if key == "claim" else f"claim_{key}"):
        heading = st.empty()
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            line = st.empty()
            drawn = DrawnClaim(heading, line)
            drawn.write(sentence, statistics)  # before what is behind the links
            if more is not None:
                with st.popover("More", icon=":material/data_table:", type="tertiary"):
                    more()
            if limits:
                with st.popover("Limits", icon=":material/info:", type="tertiary"):
                    st.markdown(limits)
    return drawn
