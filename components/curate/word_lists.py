"""The word lists of a new review: shipped ones, edited ones and the user's files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from components.curate import word_table
from components.frame import session
from components.frame.present import explain
from components.frame.present.labels import bias_type
from components.frame.session import state
from components.frame.widgets import chosen_columns, file_encoding, own_file
from components.frame.widgets import kept_file as kept_files
from components.frame.widgets.kept_file import File
from engine.core.languages import language_name
from engine.core.wording import counted, listed
from engine.curation.keywords.rows_form import (
    CATEGORY,
    COUNTERPARTS,
    KEYWORD,
    ROLES,
    KeywordTable,
    is_table,
    read_keywords,
)
from engine.files.layout import FileSource

if TYPE_CHECKING:
    from engine.curation.keywords.lists import WordLists

_MOST_FILES, _MOST_EACH = 30, 1  # MiB
_KEY = "curate_own_lists"
_FILES = (
    "A table (CSV, Excel or JSON lines) with a keyword in each row and, if you have them, its "
    "counterparts and its category; columns with other names are chosen below. Without a column of "
    "categories the name of the file says it, as age.csv. Or one category a file: TOML, as "
    "*Download this list* gives it of a language with lists; or plain text: a first line such as "
    "category: age, then a keyword on each line, with counterparts behind a bar: old | young; or "
    'JSON as in {"keywords": ["old", "young"]}, called age.json. A list replaces the one of its '
    "category; a text adds to it with the line extend: true, TOML with extend = true."
)
_NAMES = {
    KEYWORD: "keyword",
    COUNTERPARTS: "counterparts (optional)",
    CATEGORY: "category (optional)",
}


@dataclass(frozen=True)
class ChosenLists:
    """The lists that a search uses.

    Args:
        own: name → content of those that did not come with Biascope.
        without: categories left out.
    """

    lists: WordLists
    own: tuple[session.curation.OwnList, ...]
    without: tuple[str, ...]

    @property
    def words(self) -> list[str]:
        """Words of the command line that name them; the files are in `own`."""
        named = [word for name, _ in self.own for word in ("--lists", name)]
        kept = [word for name in self.lists.categories for word in ("--category", name)]
        return named + (kept if self.without else [])


def choose_lists(language: str) -> ChosenLists:
    """Draw the lists of a language and read what was changed."""
    known = language in session.curation.list_languages()
    shipped = session.curation.word_lists(language) if known else None
    title = "Word lists" if shipped is None else f"Word lists: {_contents(shipped)}"
    with st.expander(title, key="curate_lists", expanded=shipped is None):
        without = [] if shipped is None else _left_out(shipped)
        written = _written() if shipped is None else _edited(shipped)
        files, open_tables = _files(language)
    if open_tables:
        raise explain.NothingToShowError(
            f"Choose the columns of {listed(open_tables)} under Word lists, or remove the file."
        )
    own = [*written, *files]
    if not own and shipped is None:
        raise explain.NothingToShowError(
            f"No lists come with {language_name(language) or language}: write one, or upload one."
        )
    lists = session.curation.word_lists(language, tuple(own), tuple(without))
    if files:
        st.caption(f"{counted(len(files), 'uploaded list', 'are')} used.")
    for note in session.curation.notes_on_lists(tuple(own)):
        st.caption(explain.plain(note))
    return ChosenLists(lists, tuple(own), tuple(without))


def _contents(lists: WordLists) -> str:
    words, found = sum(one.words for one in lists.categories.values()), len(lists.categories)
    return f"{counted(words, 'word')} in {counted(found, 'category')}"


def _left_out(shipped: WordLists) -> list[str]:
    kept = st.multiselect(
        "Categories",
        [*shipped.categories],
        [*shipped.categories],
        format_func=bias_type,
        key=f"curate_categories_{shipped.language}",
        persist_state="session",
    )
    return [name for name in shipped.categories if name not in kept]


def _edited(shipped: WordLists) -> list[session.curation.OwnList]:
    """Draw one list to edit; all lists that were changed, each under the name of its category."""
    edits: dict[tuple[str, str], str] = st.session_state.setdefault(state.CURATE_LISTS, {})
    word_table.draw_editor(shipped, edits)
    edited = {category: text for (of, category), text in edits.items() if of == shipped.language}
    if edited:
        st.caption(f"Edited: {', '.join(map(bias_type, edited))}.")
    return [(f"{category}.toml", text.encode()) for category, text in edited.items()]


_EXAMPLE = "category: age\nold | young\ngrandmother | grandson\nchildish"


def _written() -> list[session.curation.OwnList]:
    """Draw a list to write, for a language that none comes with."""
    text = st.text_area(
        "A list to write",
        key="curate_written_list",
        persist_state="session",
        placeholder=_EXAMPLE,
        height=160,
        help="First its category, then a keyword on each line, with its counterparts behind a bar. "
        "Further categories can be uploaded.",
    )
    st.button(
        "Use the example in English",
        key="use_written_list",
        type="tertiary",
        icon=":material/play_arrow:",
        on_click=st.session_state.__setitem__,
        args=("curate_written_list", _EXAMPLE),
    )
    return [("written.txt", text.encode())] if text and text.strip() else []


def _files(language: str) -> tuple[list[session.curation.OwnList], list[str]]:
    """Draw the box for files, and how tables among them are read.

    Returns:
        The lists, and the names of tables that cannot be read as they are.
    """
    files = kept_files.ask_several(
        "Your own lists",
        _KEY,
        ["toml", "txt", "json", "csv", "tsv", "jsonl", "ndjson"],
        _FILES,
        _MOST_FILES,
        _MOST_EACH,
    )
    found: list[session.curation.OwnList] = []
    unread = []
    tables = 0
    for file in files:
        if not is_table(file.name):
            found.append((file.name, file.data))
            continue
        tables += 1
        if (table := _of_table(file, f"{_KEY}_{tables}", language)) is None:
            unread.append(file.name)
        else:
            found.append(table)
    return found, unread


def _of_table(file: File, key: str, language: str) -> session.curation.OwnList | None:
    """Draw how a table is read; None until it can be.

    What was chosen by hand is written into a table of its own, since a command is not told it.
    """

    def read(content: FileSource, name: str, mapping: Mapping[str, str]) -> KeywordTable:
        return read_keywords(content, name, mapping, language)

    data = file_encoding.in_utf8(file.data, key)
    source, kind = (data, file.name, ()), f"keywords {language}"
    read_as = chosen_columns.read_own_table(source, read, _NAMES, ROLES, key, kind)
    if read_as is None:
        return None
    table, reading = read_as
    contents = f"{counted(table.words, 'word')} in {counted(len(table.lists), 'category')}"
    own_file.describe(contents, table, _NAMES, not table.lists)
    if not table.lists:
        return None
    if reading.by_hand:
        return f"{file.name.replace('.', '-')}.csv", table.as_csv().encode()
    return file.name, data
