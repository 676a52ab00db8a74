"""One screen of a collection, opened: its words can be edited, its measurement cannot."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.frame import session
from components.frame.present import explain, first_screen, plot
from components.frame.present.numbers import significant
from components.frame.present.recolour import recoloured
from components.frame.present.theme import LIGHT, palette
from components.frame.session import state
from components.stage import screens, table
from components.stage.choice import change
from components.stage.fitting import is_wide
from engine.core.errors import BiascopeError
from engine.core.program import as_typed_here
from engine.core.shell import for_shell
from engine.core.wording import counted
from engine.pins import Pin, Question
from engine.pins.pin import LONGEST_ANSWER, LONGEST_TEXT, LONGEST_TITLE, MOST_QUESTIONS

_COLUMNS = {"If someone asks": 100, "Answer": 160}  # and the least pixels of each
_WRAPPED = 140  # pixels of a row, in which a text is on several lines
_LIMITS = (
    "A screen shows what was measured; it says nothing that the page it came from does not say."
)


def draw_opened(pin: Pin) -> None:
    """Title, reading and figure of a screen."""
    if pin.changed:
        st.warning(
            "This screen was changed after it was pinned: its numbers are no longer those that "
            "were measured. Pin the result again, or run its command to check them.",
            icon=":material/warning:",
        )
    first_screen.draw_claim(explain.plain(pin.title), explain.plain(pin.reading), limits=_LIMITS)
    _figure(pin)


def draw_words(name: str, pin: Pin, editable: bool) -> None:
    """Notes and questions of a screen, and where its numbers come from."""
    with st.container(border=True):
        if editable:
            _field(name, pin, "title", "Title", lambda now, text: now.named(text))
            _field(name, pin, "note", "Notes for the presenter", lambda now, text: now.noted(text))
            _questions(name, pin)
        else:
            _read_only(pin)
        _source(pin)


def _figure(pin: Pin) -> None:
    if pin.figure and pin.figure["data"]:
        figure = go.Figure(recoloured(pin.figure, LIGHT, palette()), skip_invalid=True)
        # On a phone, cells with numbers are scrolled sideways.
        with st.container(key=f"{'wide_' * is_wide(pin.figure)}figure_pinned_{pin.key}"):
            plot.draw_figure(
                figure, key=f"pinned_{pin.key}", title=pin.title, says=pin.alt or pin.reading
            )
    else:
        table.draw(pin, f"pinned_rows_{pin.key}")


def _field(name: str, pin: Pin, field: str, label: str, change: Callable[[Pin, str], Pin]) -> None:
    """A box for the presenter's own words; another window's change is never written over unseen."""
    key = f"pin_{field}_{pin.key}"
    stored: str = getattr(pin, field)
    seen: dict[str, str] = st.session_state.setdefault(state.STAGE_SEEN, {})
    unsaved: set[str] = st.session_state.setdefault(state.STAGE_UNSAVED, set())
    if key not in st.session_state or (seen.get(key) != stored and key not in unsaved):
        st.session_state[key] = stored
    if key not in unsaved:
        seen[key] = stored

    def save() -> None:
        text: str = st.session_state[key]
        unsaved.discard(key)
        try:
            session.pins.change_pins(
                name, lambda now: now.edited(pin.key, lambda kept: _saved(kept, text))
            )
        except BiascopeError as error:
            unsaved.add(key)
            st.session_state[state.STAGE_SAID] = str(error)

    def _saved(kept: Pin, text: str) -> Pin:
        now: str = getattr(kept, field)
        if now != seen.get(key):
            seen[key] = now
            raise BiascopeError(
                f"Another window has changed this meanwhile, to “{now}”. Your text is still in the "
                "box: change it once more to save it instead."
            )
        return change(kept, text)

    if field == "note":
        st.text_area(label, key=key, height=140, max_chars=LONGEST_TEXT, on_change=save)
    else:
        st.text_input(label, key=key, max_chars=LONGEST_TITLE, on_change=save)


def _questions(name: str, pin: Pin) -> None:
    """Likely questions of an audience, as a small table that can grow."""
    rows = pd.DataFrame(
        [(entry.question, entry.answer) for entry in pin.questions], columns=list(_COLUMNS)
    ).astype("string")
    with st.expander(f"Likely questions ({len(pin.questions)})"):
        edited = st.data_editor(
            rows,
            num_rows="dynamic",
            hide_index=True,
            key=f"pin_questions_{pin.key}",
            row_height=_WRAPPED,
            column_config={
                name: st.column_config.TextColumn(width=least) for name, least in _COLUMNS.items()
            },
        )
        asked = tuple(
            Question(question.strip()[:LONGEST_TITLE], answer.strip()[:LONGEST_ANSWER])
            for question, answer in edited.fillna("").itertuples(index=False)
            if question.strip()
        )[:MOST_QUESTIONS]
        if asked != pin.questions:
            st.button(
                "Save the questions",
                key=f"save_questions_{pin.key}",
                on_click=change,
                args=(name, lambda now: now.edited(pin.key, lambda kept: _asked(kept, pin, asked))),
            )


def _asked(kept: Pin, drawn: Pin, questions: tuple[Question, ...]) -> Pin:
    """The pin with these questions, unless another window has changed those that were drawn."""
    if kept.questions != drawn.questions:
        raise BiascopeError(
            "Another window has changed these questions meanwhile; they are shown now. Make your "
            "changes again."
        )
    return replace(kept, questions=questions)


def _read_only(pin: Pin) -> None:
    if pin.note:
        st.markdown("**Notes for the presenter**")
        for line in pin.note.splitlines():
            st.markdown(explain.plain(line))
    if pin.questions:
        with st.expander(f"Likely questions ({len(pin.questions)})"):
            for entry in pin.questions:
                st.markdown(f"**{explain.plain(entry.question)}**")
                st.markdown(explain.plain(entry.answer))


def _source(pin: Pin) -> None:
    """Where the numbers come from, in small type; all of it in a box that opens."""
    parts = [screens.model_name(pin.manifest), f"pinned on {screens.day_of(pin)}"]
    parts += [counted(pin.rows.n, "row")] if pin.rows.n else []
    parts += ["can be asked live"] if pin.live else []
    st.caption(" · ".join(explain.plain(part) for part in parts if part))
    with st.expander("Command, data and manifest"):
        if pin.command:
            st.code(for_shell(as_typed_here(pin.command)), language="bash", wrap_lines=True)
        if pin.address:
            st.markdown(f"[Open the page it came from]({pin.address})")
        if pin.rows.rows:
            data = pd.DataFrame(list(pin.rows.rows), columns=list(pin.rows.columns))
            st.dataframe(data, hide_index=True, height=220, column_config=significant(data))
        st.json(dict(pin.manifest), expanded=False)
