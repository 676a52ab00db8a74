"""A collection laid out for its author: the order of its screens, and one of them opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.frame import session
from components.frame.present import download, explain, first_screen, plot
from components.frame.present.first_screen import FirstScreen
from components.frame.present.numbers import significant
from components.frame.present.recolour import recoloured
from components.frame.present.theme import LIGHT, palette
from components.frame.session import state
from components.stage import present, screens, table
from components.stage.choice import say_problem
from components.stage.fitting import is_wide
from engine.core.errors import BiascopeError
from engine.core.program import as_typed_here
from engine.core.shell import for_shell
from engine.core.wording import counted
from engine.pins import Collection, Pin, Question
from engine.pins.collection import text_of
from engine.pins.pin import LONGEST_ANSWER, LONGEST_TEXT, LONGEST_TITLE, MOST_QUESTIONS
from engine.report.html import report_html

_MOST_SCREENS, _LIST = 8, 420  # in sight without scrolling, and pixels of a longer list


def draw_editor(name: str, collection: Collection, screen: FirstScreen) -> None:
    """The chosen screen, the list of all next to it, and below it what can be changed.

    Args:
        name: of the collection.
    """
    if not collection.pins:
        with screen.answer:
            _empty()
        return
    editable = name != session.pins.STORY
    with screen.settings:
        st.markdown(f"**{counted(len(collection.pins), 'screen')}**")
        key = _choice(collection)
        with st.container(horizontal=True, gap="small"):
            st.button(
                "Present from here",
                icon=":material/slideshow:",
                key="present_here",
                on_click=present.begin,
                args=(name, collection.position(key) + 1),
            )
            if editable:
                acts(name, collection, key)
        if not editable:
            st.caption("This story comes with Biascope. Copy it under *New* to change it.")
    pin = collection.pin(key)
    with screen.answer:
        draw_opened(pin)
    exports(name, collection)
    draw_words(name, pin, editable)


def exports(name: str, collection: Collection) -> None:
    """The collection as a file, and the report made of it."""
    with st.container(horizontal=True, gap="small", key="export_stage"):
        download.button(
            "Collection",
            lambda: text_of(collection),
            f"{name}.json",
            "application/json",
            "stage_json",
            ":material/download:",
            "One JSON file with all screens, their data and notes. It opens on any machine.",
        )
        download.button(
            "Report",
            lambda: report_html(collection),
            f"{name}.html",
            "text/html",
            "stage_html",
            ":material/article:",
            "One HTML file with all figures, numbers, commands and methods; it opens offline.",
        )


def _choice(collection: Collection) -> str:
    """The screens in order; the one that is opened stays so while it is moved or named anew."""
    keys = [pin.key for pin in collection.pins]
    titles = {
        pin.key: f"{number}. {explain.plain(pin.title)}"
        for number, pin in enumerate(collection.pins, 1)
    }
    shown: str = st.session_state.get(state.STAGE_SCREEN, "")
    # A browser tells its choice by what is written there, which is no choice once that changes:
    # other words are another widget.
    key = f"screen_{hash(tuple(titles.items()))}"
    many = len(keys) > _MOST_SCREENS
    with st.container(
        height=_LIST if many else "content", border=False, key="screens_of_collection"
    ):
        chosen = st.radio(
            "Screen",
            keys,
            index=keys.index(shown) if shown in keys else 0,
            format_func=titles.__getitem__,
            key=key,
            label_visibility="collapsed",
        )
    st.session_state[state.STAGE_SCREEN] = chosen
    return str(chosen)


def _empty() -> None:
    st.markdown(
        "Nothing is pinned here yet. Press *Pin* under any result, for example on these pages, or "
        "choose the story that comes with Biascope under *Collection*."
    )
    with st.container(horizontal=True, gap="small"):
        for page in _EXAMPLES:
            st.page_link(f"pages/{page.lower()}.py", label=page)


_EXAMPLES = ("Probe", "Pairs", "Heads", "CABM")


# --- opened -------------------------------------------------------------------------------
# One screen of a collection, opened: its words can be edited, its measurement cannot.

_COLUMNS = {"If someone asks": 100, "Answer": 160}  # and the least pixels of each
_WRAPPED = 140  # pixels of a row, in which a text is on several lines
_LIMITS = (
    "A screen shows what was measured; it says nothing that the page it came from does not say."
)


def acts(name: str, collection: Collection, key: str) -> None:
    """Buttons that move a screen along or remove it."""
    position = collection.position(key)
    last = len(collection.pins) - 1
    for label, icon, by in (("Up", "arrow_upward", -1), ("Down", "arrow_downward", 1)):
        st.button(
            label,
            icon=f":material/{icon}:",
            key=f"move_{label.lower()}",
            disabled=position == (0 if by < 0 else last),
            on_click=_change,
            args=(name, lambda now, by=by: now.moved(key, by)),
        )
    st.button(
        "Remove",
        icon=":material/delete:",
        key="remove_screen",
        on_click=_change,
        args=(name, lambda now: now.removed(key)),
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
                on_click=_change,
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


def _change(name: str, act: Callable[[Collection], Collection]) -> None:
    say_problem(lambda: session.pins.change_pins(name, act))
