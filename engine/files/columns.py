"""Columns of a user's file to the roles they play: recognised by name, or chosen by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.errors import InputTextError
from engine.files.cells import Cells, cells_of, rejected_frame
from engine.files.conventions import one_spelling, spelling_note
from engine.files.mapping import parse_mapping
from engine.files.text_file import TextFile, read_text
from engine.files.values import Vocabulary, translate

if TYPE_CHECKING:
    import pandas as pd


class MissingColumnsError(InputTextError):
    """The file's columns cannot be distinguished; a mapping would fix it.

    Args:
        header: the columns that were found.
    """

    def __init__(self, text: str, header: Sequence[str]) -> None:
        super().__init__(text)
        self.header = list(header)


@dataclass(frozen=True)
class Roles:
    """What the columns of one kind of file can be.

    Args:
        names: role -> the plain names that its column goes by, the surest first; roles in the
            order they are shown.
        required: those without which a file cannot be read.
        advice: what would do where a required role has no column.
        recognise: header -> role -> column, where single names do not tell.
        vocabularies: role -> what its cells may hold, where that is fixed or can be renamed.
    """

    names: Mapping[str, Sequence[str]]
    required: tuple[str, ...]
    advice: str
    recognise: Callable[[Sequence[str]], dict[str, str]] | None = None
    vocabularies: Mapping[str, Vocabulary] = field(default_factory=dict)

    def recognised(self, header: Sequence[str]) -> dict[str, str]:
        """Role -> column, as far as the names of the columns tell."""
        if self.recognise is not None:
            return self.recognise(header)
        return known_columns(header, self.names)

    def mapping(self, text: str) -> dict[str, str]:
        """Role -> column, as a person writes it on the command line: `sentence=A,answer=B`."""
        return parse_mapping(text, ",".join(f"{role}=COLUMN" for role in self.required[:2]))

    def values_in(self, columns: Mapping[str, str]) -> dict[str, str]:
        """Role -> column of the roles whose values can be mapped.

        Args:
            columns: role -> column, of the roles that have one.
        """
        return {role: column for role, column in columns.items() if role in self.vocabularies}

    def fit(self, mapping: Mapping[str, str], header: Sequence[str]) -> bool:
        """Whether every required role has a column in this header."""
        named = {role for role, column in mapping.items() if column in header}
        return {*self.required} <= {*self.recognised(header)} | named


def column_mapping(
    file: str, header: Sequence[str], mapping: Mapping[str, str], roles: Roles
) -> dict[str, str]:
    """Role -> column, from what the user said and, for the rest, from the names.

    Args:
        mapping: role -> column, or an empty text where the role has none in this file.
    """
    unknown = [role for role in mapping if role not in roles.names]
    if unknown:
        raise InputTextError(
            f"{unknown[0]!r} is not a column role; roles are {', '.join(roles.names)}."
        )
    absent = [column for column in mapping.values() if column and column not in header]
    shown = shown_columns(header)
    if absent:
        raise MissingColumnsError(f"{file} has no column {absent[0]!r}. It has: {shown}.", header)
    guessed = {
        role: column
        for role, column in roles.recognised(header).items()
        if role not in mapping and column not in mapping.values()
    }
    found = {**guessed, **{role: column for role, column in mapping.items() if column}}
    missing = [role for role in roles.required if role not in found]
    if missing:
        raise MissingColumnsError(
            f"{file} needs the {_columns_named(missing)}. It has: {shown}. {roles.advice}",
            header,
        )
    chosen = list(found.values())
    doubled = [name for name in chosen if header.count(name) > 1] or [
        name for name in chosen if chosen.count(name) > 1
    ]
    if doubled:
        raise MissingColumnsError(
            f"Column {doubled[0]!r} of {file} is named twice; every role needs a column of its "
            "own.",
            header,
        )
    return {role: found[role] for role in roles.names if role in found}


def _columns_named(roles: Sequence[str]) -> str:
    """`column sentence`, or `columns sentence, group and category`."""
    named = " and ".join(filter(None, [", ".join(roles[:-1]), roles[-1]]))
    return f"column{'s' * (len(roles) > 1)} {named}"


def shown_columns(header: Sequence[str]) -> str:
    """Column names as an error can hold them: the first ones, none of them longer than a line."""
    return ", ".join(name[:60] or "(unnamed)" for name in header[:20])


def plain_name(name: str) -> str:
    """A column's name without case, spaces and signs, as it is compared."""
    return re.sub(r"[\W_]+", "", name.casefold())


def first_known(header: Sequence[str], names: Sequence[str]) -> str | None:
    """The column whose plain name comes first among the names a role goes by."""
    plain = {plain_name(column): column for column in reversed(header)}
    return next((plain[name] for name in names if name in plain), None)


def known_columns(header: Sequence[str], names: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Role -> column, as far as the names of the columns tell; each column has one role.

    Args:
        names: role -> the plain names that it goes by, the surest first.
    """
    found: dict[str, str] = {}
    for role, known in names.items():
        column = first_known(header, known)
        if column is not None and column not in found.values():
            found[role] = column
    return found


# --- recognised ---------------------------------------------------------------------------
# A user's file of rows up to where its kind matters: text, cells, and which column is what.


@dataclass(frozen=True, eq=False, kw_only=True)
class UserTable:
    """A user's file of rows as it was understood; what the good rows hold is added by its kind.

    Good rows are kept and bad ones are listed with their number, so a file with three broken
    rows is a file with three rows fewer, and never an error about the whole.

    Args:
        name: how the user knows it.
        rejected: the bad rows: `row`, `problem`, and their cells under the file's own names.
        columns: role -> the file's own name for it.
        format: `csv`, `tsv`, `jsonl` or `json` (one list); `txt` for lines of text.
        encoding: as it was read.
        notes: sentences for the user where something was guessed.
    """

    name: str
    rejected: pd.DataFrame
    columns: dict[str, str]
    format: str
    encoding: str
    notes: tuple[str, ...] = ()


class RecognisedFile(NamedTuple):
    """A file whose columns are known.

    Args:
        format: `csv`, `tsv`, `jsonl` or `json` (one list).
        columns: role -> the file's own name for it.
        notes: sentences for the user where something was guessed, or is not used.
    """

    text: TextFile
    format: str
    rows: Cells
    columns: dict[str, str]
    notes: tuple[str, ...] = ()

    @property
    def places(self) -> dict[str, int]:
        """Role -> place of its column in a row."""
        return {role: self.rows.header.index(column) for role, column in self.columns.items()}

    def sort_out(self, problem: Callable[[int, list[str]], str]) -> None:
        """Move rows that cannot be used from the good ones to the bad ones.

        Args:
            problem: (row, cells) -> what is wrong with it, or empty; may tidy the cells.
        """
        good, self.rows.good = self.rows.good, []
        for row, cells in good:
            if why := problem(row, cells):
                self.rows.bad.append((row, why, cells))
            else:
                self.rows.good.append((row, cells))

    def one_spelling(self, *roles: str) -> tuple[str, ...]:
        """Take names that differ in case or spaces only as one, in the columns of some roles.

        Returns:
            A sentence for each column in which there were such names.
        """
        places = self.places
        return tuple(
            note
            for role in roles
            if role in places
            and (note := one_spelling_in(self.rows, places[role], self.columns[role]))
        )

    def about(self, *notes: str) -> dict[str, Any]:
        """What a `UserTable` holds besides its good rows, once they are sorted out.

        Args:
            notes: besides those of the file.
        """
        return {
            "name": self.text.name,
            "rejected": rejected_frame(self.rows),
            "columns": self.columns,
            "format": self.format,
            "encoding": self.text.encoding,
            "notes": (*self.notes, *notes),
        }


def recognised(
    source: Path | str | bytes,
    name: str | None,
    mapping: Mapping[str, str] | None,
    encoding: str | None,
    roles: Roles,
    values: Mapping[str, str] | None = None,
) -> RecognisedFile:
    """Read a CSV, TSV or JSONL file and find the columns of its roles.

    Args:
        source: path, or the bytes of an upload.
        name: how the user knows it; its ending tells JSONL from CSV.
        mapping: role -> the file's column; roles left out are recognised.
        encoding: None to find it out.
        values: the file's own value -> what it means, in columns of roles with a vocabulary.
    """
    given = mapping or {}
    file = read_text(source, name, encoding)
    if not file.text.strip():
        raise InputTextError(f"{file.name} is empty.")
    kind, rows = cells_of(file, partial(roles.fit, given))
    columns = column_mapping(file.name, rows.header, given, roles)
    if not rows.good and not rows.bad:
        raise InputTextError(f"{file.name} has no rows below its header.")
    meant = translate(file.name, rows, roles.values_in(columns), values or {})
    unused = unused_columns(rows.header, columns, given, roles)
    notes = (*file.notes, *rows.notes, *unused, *meant)
    return RecognisedFile(file, kind, rows, columns, notes)


def unused_columns(
    header: Sequence[str], columns: Mapping[str, str], given: Mapping[str, str], roles: Roles
) -> list[str]:
    """A sentence for each column that could play a role which another one plays.

    Args:
        columns: role -> column, as it is read.
        given: roles whose column the user named, of which nothing more is said.
    """
    others = [name for name in dict.fromkeys(header) if name not in columns.values()]
    return [
        f"The column {column!r} is read as the {role}, and {other!r} is not, though its name fits."
        for role, column in columns.items()
        for other in others
        if role not in given and plain_name(other) in map(plain_name, roles.names.get(role, ()))
    ]


def refuse_alike(file: str, header: Sequence[str], roles: Mapping[str, Sequence[str]]) -> None:
    """Refuse a table with two columns that could play one role, where nothing can be said of it.

    Args:
        header: names of columns; compared without case, spaces and signs.
        roles: role -> the names that it goes by.
    """
    for role, names in roles.items():
        plain = {*map(plain_name, names)}
        alike = [column for column in dict.fromkeys(header) if plain_name(column) in plain]
        if len(alike) > 1:
            raise MissingColumnsError(
                f"{file} has the columns {alike[0]!r} and {alike[1]!r}, and each could be the "
                f"{role}; rename or leave out the one that is not meant.",
                header,
            )


def one_spelling_in(rows: Cells, place: int, column: str) -> str:
    """Take names in one column that differ in case or spaces only as one.

    Args:
        column: its name in the file.

    Returns:
        A sentence about it; empty where there are none.
    """
    replaced = one_spelling(cells[place] for _, cells in rows.good)
    for _, cells in rows.good:
        cells[place] = replaced.get(cells[place], cells[place])
    return spelling_note(column, replaced) if replaced else ""
