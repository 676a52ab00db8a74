"""A new review: subtitles, language, word lists, and the search for sentences in them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
import streamlit as st

from components.curate import choose, imported, languages, lists, sources
from components.curate.lists import Chosen
from components.curate.sources import Sources
from components.frame import session
from components.frame.present import explain
from components.frame.session import state
from components.frame.widgets import background
from components.frame.widgets.background import Work
from engine.command_line.command import Command
from engine.core.wording import counted
from engine.curation.funnel import Skipped

_TITLE = "My films"
_MOST_TITLE = 120  # characters


def draw() -> None:
    """Draw the form, and search once it is asked for."""
    with st.container(border=True), explain.errors(ends_page=False):
        found = sources.ask()
        with st.container(horizontal=True, vertical_alignment="bottom"):
            title = st.text_input(
                "Title", _TITLE, key="curate_title", max_chars=_MOST_TITLE, width=320
            )
            language = languages.ask()
        chosen = lists.choose(language)
        _search(found, title, language, chosen)
    imported.draw()


def _search(found: Sources | None, title: str, language: str, chosen: Chosen) -> None:
    if found is None or not title.strip():
        st.caption("Give the review a title." if found else "Upload subtitles or name a folder.")
        return
    if found.small:
        _offer_at_once(found, title, chosen)
    else:
        _offer_job(found, title, language, chosen)


def _offer_at_once(found: Sources, title: str, chosen: Chosen) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        begun = st.button("Find sentences", key="curate_now", type="primary")
        st.caption(f"{found.named}: a few seconds.")
    if begun:
        _find(found, title, chosen)


def _find(found: Sources, title: str, chosen: Chosen) -> None:
    """Search while the user waits, keep what was found and open it."""
    searching = f"Searching {found.named} …"
    bar = st.progress(0.0, searching)

    def show(done: int, of: int) -> None:
        bar.progress(min(1.0, done / max(of, 1)), searching)

    run = session.collect(found.read, chosen.lists, show)
    bar.empty()
    if not run.candidates:
        _nothing(run.funnel.skipped, len(run.films))
        return
    choose.show(session.keep_review(title, run, chosen.lists))
    st.rerun()


def _nothing(skipped: Sequence[Skipped], films: int) -> None:
    """Why there is nothing to review."""
    if not films:
        st.error("None of these files could be read.", icon=":material/info:")
    else:
        st.info(
            "These files hold none of the words of the lists. Check the language, or add words.",
            icon=":material/info:",
        )
    if skipped:
        left_out(skipped)


def left_out(skipped: Sequence[Skipped]) -> None:
    """The files that were left out, each with its reason."""
    st.dataframe(
        pd.DataFrame([{"file": one.file, "why it was left out": one.reason} for one in skipped]),
        hide_index=True,
    )


def _offer_job(found: Sources, title: str, language: str, chosen: Chosen) -> None:
    name = session.free_review_name(title)
    command = _command(found, title, language, chosen)
    st.session_state[state.CURATE_AWAITED] = name
    background.offer(
        Work({f"Curate · {title}": command}, 1, 0, partial(_made, name)),
        f"**{found.named}** are searched in the background. The review opens here when it is done.",
        f"Search {counted(len(found.read), 'file')} in the background",
        "curate_job",
        piecemeal=False,
    )


def _made(name: str) -> int:
    return int(any(review.name == name for review in session.reviews()))


def _command(found: Sources, title: str, language: str, chosen: Chosen) -> Command:
    words = ("curate", *found.words, "--language", language, *chosen.words, "--save", title)
    return Command(words, {**found.files, **dict(chosen.own)})
