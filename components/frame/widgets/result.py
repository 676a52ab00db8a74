"""One result of a section: what its buttons export, reproduce and pin."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import crc32

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.frame.present import explain, in_words, plot
from components.frame.present.headline import headline
from components.frame.present.labels import short
from engine.core.program import IS_INSTALLED
from engine.scorecard.published import Published, published_parts

_LONGEST_READING = 240  # letters of what a figure says, where a page has no sentence for it
_LONGEST_PART, _MOST_PARTS = 40, 3  # letters of each part of the name of its files
_DIGEST = 0xFFFF  # of what the parts leave out
SEPARATOR = " · "  # of the parts of what a result is about
LONGEST_TITLE = 160  # letters; more do not fit a screen
_ITALIC = re.compile(r"(?<![\\*\w])\*(?=[^\s*])([^*]+)\*(?!\*)")
_BRACKETS = re.compile(r"(:\w+)?\[([^\[\]\\]*)\]")


def where_to_run(more: str = "") -> str:
    """What to know of the place where a command is run, one sentence; empty if there is nothing.

    An installed copy is found from every folder.

    Args:
        more: what else to know, such as `, on this machine`.
    """
    if not IS_INSTALLED:
        return f"Run this in Biascope's folder{more}."
    return f"Run this{more.removeprefix(',')}." if more else ""


@dataclass(frozen=True)
class Result:
    """One result of a section: a table, the figure drawn of it, and what reproduces both.

    Args:
        name: stem of the files, and key of the buttons.
        frame: the tidy data behind the figure.
        figure: as the page shows it, with the model that is compared with.
        command: what to type to get the same numbers without the screen.
        manifest: spec, measure, version, libraries; goes into the JSON and the popover.
        title: what the figure shows, short enough for a screen.
        hint: what to know before running the command.
        reading: what it shows, in one or two sentences with the interval (markdown of ours).
        alt: what the figure shows, for people who do not see it.
        live: how the Stage asks the model again, see `engine.pins.Pin`; None if it cannot.
        about: the data, the model, and what else tells it from others, with `SEPARATOR` between
            them; written after the title above the exported figure, and names its files.
        summary: a small table, as the page writes it, that is pinned in place of `frame`.
        claim: what the result says, in a sentence, as the page has it above the figure (markdown
            of ours, users' text escaped); title of a pin, in place of `title`.
        stage: the figure on a screen of the Stage, where it differs from the page's; a function
            draws it when the result is pinned.
        shown_as: key that the figure is drawn with further down the page, of which pictures are
            saved; not needed where `figure` itself has been drawn.
    """

    name: str
    frame: pd.DataFrame
    figure: go.Figure | None
    command: str
    manifest: dict[str, Any]
    title: str = ""
    hint: str = ""
    reading: str = ""
    alt: str = ""
    live: Mapping[str, Any] | None = None
    about: str = ""
    summary: pd.DataFrame | None = None
    claim: str = ""
    stage: Callable[[], go.Figure] | go.Figure | None = None
    shown_as: str = ""

    @property
    def label(self) -> str:
        """Names the result among those of its section (markdown)."""
        return explain.plain(self.title or self.name)

    @property
    def file(self) -> str:
        """Name of its files without an ending: what it is, and of which data and model.

        What is too long is cut, and a number tells apart what then has the same name.
        """
        parts = [
            re.findall(r"[^\W_]+", part.lower())
            for part in (self.name, *self.about.split(SEPARATOR))
        ]
        short = [short_name(words, _LONGEST_PART) for words in parts if words][: _MOST_PARTS + 1]
        if "-".join(short) != "-".join(word for words in parts for word in words):
            short.append(f"{crc32(self.about.encode()) & _DIGEST:04x}")
        return "-".join(["biascope", *short])

    @property
    def drawn_as(self) -> str:
        """Key of the figure on the page; empty if it is not on it."""
        return self.shown_as or plot.key_of(self.figure)

    @property
    def heading(self) -> str:
        """What is written above the exported figure."""
        return SEPARATOR.join(filter(None, [self.title or self.name, self.about]))

    @property
    def headline(self) -> str:
        """Title of its screen: the claim, or what the figure shows."""
        named = self.title or self.name.replace("-", " ").replace("_", " ").capitalize()
        return self._claimed[0] or named

    @property
    def said(self) -> str:
        """What it shows, in plain text; what the figure says, where the page has no sentence.

        What is too long for the title comes first, and nothing of the title is said again.
        """
        title, rest = self._claimed
        reading = plain_text(self.reading)
        if title:
            claim = " ".join(plain_text(self.claim).split())
            reading = reading.removeprefix(claim).removeprefix(title).removeprefix(".").lstrip()
        if rest and rest not in reading:
            end = "" if rest.endswith((".", "?", "!", "”")) else "."
            reading = f"{rest}{end} {reading}".rstrip()
        return reading or short(plot.said_of(self.figure), _LONGEST_READING)

    @property
    def staged(self) -> go.Figure | None:
        """The figure on a screen of the Stage."""
        drawn = self.stage() if callable(self.stage) else self.stage
        return self.figure if drawn is None else drawn

    @property
    def _claimed(self) -> tuple[str, str]:
        return headline(plain_text(self.claim), LONGEST_TITLE)


def short_name(words: Sequence[str], most: int) -> str:
    """As many whole words as fit, joined by hyphens; at least the first."""
    name = words[0]
    for word in words[1:]:
        if len(name) + 1 + len(word) > most:
            break
        name = f"{name}-{word}"
    return name


def plain_text(markdown: str) -> str:
    """A sentence of ours without its markdown; the brackets of an interval stay."""
    upright = _ITALIC.sub(r"\1", markdown)
    return in_words.unmarked(_BRACKETS.sub(_kept, upright))


def _kept(found: re.Match[str]) -> str:
    """Brackets that open no markup, escaped so that they stay."""
    return found[0] if found[1] else rf"\[{found[2]}\]"


# --- published figures --------------------------------------------------------------------
# What papers printed of the measure that a page shows, labelled as published.

_NOTE = (
    "As printed, of the checkpoints and the data of their day; what differs from the figures of "
    "this page is in the last column. They are shown for reference and are ranked with nothing."
)


def draw_published_figures(*columns: str) -> None:
    """Draw the printed figures of some measures in a closed box; nothing where there are none.

    Args:
        columns: names of measures as the Scorecard has them, such as `pairs:crows-pairs:cps`.
    """
    found = [figure for column in columns for figure in published_parts(column)]
    if not found:
        return
    with st.expander("Published figures"):
        st.dataframe(figures_table(found), hide_index=True, key=f"published_{columns[0]}")
        explain.note(_NOTE)


def figures_table(figures: list[Published]) -> pd.DataFrame:
    """One row a figure; columns that are empty throughout are left out."""
    frame = pd.DataFrame(
        [
            {
                "Measure": figure.measure,
                "Model": figure.label,
                "Part": figure.part,
                "Published": figure.value,
                "Sign": "not printed" if figure.absolute else "",
                "Low": None if figure.interval is None else figure.interval[0],
                "High": None if figure.interval is None else figure.interval[1],
                "n": figure.n,
                "Source": figure.source,
                "What differs": figure.note,
            }
            for figure in figures
        ]
    ).astype({"n": "Int64"})
    empty = [name for name in frame if frame[name].isna().all() or (frame[name] == "").all()]
    return frame.drop(columns=empty)
