"""Data that a page measures: a set that is bundled or fetched, or a table of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Sized
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Literal, Protocol, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.widgets import (
    chosen_columns,
    data_choice,
    fetch_offer,
    file_room,
    own_file,
)
from components.frame.widgets.chosen_columns import NOT_CHOSEN, Reading
from components.frame.widgets.file_room import FileRead
from components.frame.widgets.own_file import Chosen, Source, Table
from components.frame.widgets.result import where_to_run
from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.files.columns import Roles
from engine.files.layout import USUAL, FileSource, Layout
from engine.files.preview import preview_table

TYPES = ("csv", "tsv", "txt", "jsonl", "ndjson", "json")
Rows = TypeVar("Rows", bound=Sized)


class ListedSet(Protocol):
    """A set as a list of them shows it, whether or not it is on this machine."""

    @property
    def name(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def data_set(self) -> str: ...


Set = TypeVar("Set", bound=ListedSet)


@dataclass(frozen=True, eq=False)
class ChosenData(Generic[Rows, Set]):
    """Rows that can be measured, and what names them.

    Args:
        name: key of the data among those offered.
        title: the data as it is named on screen.
        path: how the command line names the data; a bare name if it was uploaded.
        mapping: (role, column) where the user chose the columns by hand.
        uploaded: whether only the name of the file is known, not its folder.
        listed: the set; None for the user's own file.
        values: (the file's own value, what it means) as the user chose.
        layout: where the table lies in the user's own file.
    """

    name: str
    title: str
    rows: Rows
    path: str
    mapping: Chosen = ()
    uploaded: bool = False
    listed: Set | None = None
    values: Chosen = ()
    layout: Layout = USUAL

    @property
    def options(self) -> list[str]:
        """What the user said of the table, as words of a command."""
        return Reading(self.mapping, self.values, self.layout).options

    @property
    def where(self) -> str:
        """What to know before a command with this data is run."""
        return where_to_run(", with the full path of your file" * self.uploaded)

    @property
    def public(self) -> bool:
        """Whether others wrote it, so that the user has not chosen it line by line."""
        return self.listed is not None and bool(self.listed.data_set)


@dataclass(frozen=True)
class TableForm(Generic[Rows]):
    """How a table of the user's own is asked for, and read.

    Args:
        label: of the upload box.
        key: of the path in the address; the box has `KEY_upload`.
        columns: which there are, shown at the question mark.
        path: shown in the empty field for one.
        about: the example, one sentence.
        example: returns a file of a few rows.
        file_name: of the example.
        reader: parses a table, as of `chosen_columns.read_own_table`.
        rows: the good rows of a table that was read.
        noun: what a row is called.
        names: role -> what it is called on screen.
        boxes: start of the keys of the boxes that choose columns.
        note: shown below the upload box.
        plain: endings of files that have no columns.
    """

    label: str
    key: str
    columns: str
    path: str
    about: str
    example: Callable[[], str]
    file_name: str
    reader: Callable[..., Any]
    rows: Callable[[Any], Rows]
    noun: str
    names: Mapping[str, str]
    roles: Roles
    boxes: str
    types: Sequence[str] = TYPES
    note: str = ""
    plain: Sequence[str] = ()

    def ask(self, place: DeltaGenerator | None = None) -> ChosenData[Rows, Any] | None:
        """Draw the upload box and read the file; None until there is one with usable rows.

        Args:
            place: takes the room of the file; None to draw it where the rest is drawn.
        """
        if place is not None:
            return file_room.ask(place, self.key, self._ask)
        found = self._ask()
        return found and found.content

    def _ask(self) -> FileRead[ChosenData[Rows, Any]] | None:
        help_text = f"{self.columns} The file stays on this machine."
        source = own_file.source(self.label, self.key, [*self.types], help_text, self.path)
        if self.note:
            st.caption(self.note)
        if source is None:
            own_file.example(self.about, self.example, self.file_name, box=f"{self.key}_upload")
            return None
        read = self._read(source)
        if read is None:
            return None
        table, reading = read
        rows, (content, path, _) = self.rows(table), source
        contents = counted(len(rows), self.noun)
        own_file.describe(contents, table, self.names, not len(rows))
        if not len(rows):
            return None
        said = own_file.in_short(contents, table)
        uploaded = isinstance(content, bytes)
        title = Path(table.name).name
        chosen = ChosenData[Rows, Any](
            data_choice.OWN,
            title,
            rows,
            path,
            reading.columns,
            uploaded,
            values=reading.values,
            layout=reading.layout,
        )
        return FileRead(chosen, said, by_hand=reading.by_hand)

    def _read(self, source: Source) -> tuple[Table, Reading] | None:
        if Path(source[1]).suffix.lower() in self.plain:
            return own_file.read_once(self.reader, self.boxes, *source), NOT_CHOSEN
        try:
            return chosen_columns.read_own_table(
                source, self._understood, self.names, self.roles, self.boxes
            )
        except _NotUnderstoodError as refused:  # no choice of columns or values would help
            return refused.table, NOT_CHOSEN

    def _understood(
        self,
        content: FileSource,
        name: str,
        mapping: Mapping[str, str],
        values: Mapping[str, str] | None = None,
    ) -> Table:
        """The table, unless it has no usable row or its values first have to be mapped."""
        given = {"values": values} if values else {}
        table: Table = self.reader(content, name, mapping, **given)
        if not len(self.rows(table)):
            raise _NotUnderstoodError(table)
        if len(table.rejected) and self._is_half_mapped(content, table, values or {}):
            raise _NotUnderstoodError(table)
        return table

    def _is_half_mapped(self, content: FileSource, table: Table, values: Mapping[str, str]) -> bool:
        """Whether a column has names of its own for all its values, and some are not mapped yet.

        Where some of its values are known, the others are slips, and their rows are listed.
        """
        preview = preview_table(self.roles, content, table.name)
        return any(
            len(own) == len(preview.values[table.columns[role]]) and not {*own} <= {*values}
            for role, own in preview.unread(self.roles, table.columns).items()
        )


class _NotUnderstoodError(InputTextError):
    """A table that cannot be measured as it is read now.

    Args:
        table: as it was read.
    """

    def __init__(self, table: Table) -> None:
        super().__init__(f"No row of {table.name} can be read.")
        self.table = table


def pick_data(
    label: str, sets: Sequence[ListedSet], key: str, width: int | Literal["stretch"]
) -> str:
    """Draw the box that chooses one of the sets, or a file; returns the name of the choice.

    Args:
        key: of the choice, also in the address.
        width: in pixels, or all there is.
    """
    titles = {listed.name: listed.title for listed in sets}
    return data_choice.pick(label, {**titles, data_choice.OWN: data_choice.OWN}, key, width)


def load_chosen(
    name: str,
    sets: Sequence[Set],
    load: Callable[[str], Rows],
    form: TableForm[Rows],
    files: DeltaGenerator | None = None,
) -> ChosenData[Rows, Set] | None:
    """The chosen rows; None while they have to be fetched or given.

    Args:
        name: of a set, the first for any other name; or what a file is called.
        load: reads a set by its name.
        files: takes the room of a file, as of `TableForm.ask`.
    """
    if name == data_choice.OWN:
        return form.ask(files)
    listed = next((each for each in sets if each.name == name), sets[0])
    if listed.data_set and not fetch_offer.offer(listed.data_set):
        return None
    return ChosenData(listed.name, listed.title, load(listed.name), listed.name, listed=listed)
