"""Word lists in tables: which column holds what, and rows with a word and its group."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.core.errors import InputTextError
from engine.core.wording import agreeing, counted
from engine.files.cells import Cells
from engine.files.column_names import told_apart
from engine.files.columns import Roles, column_mapping, known_columns
from engine.files.conventions import likely_delimiter, named_delimiter, without_no_value
from engine.files.layout import Layout
from engine.files.records import as_table
from engine.files.text_file import TextFile
from engine.files.values import one_of, translate

A, B = "a", "b"
OF_ATTRIBUTES, OF_TARGETS, BOTH = "attributes", "targets", ""
WORD, ASSOCIATION = "word", "association"
TABLES = (".csv", ".tsv", ".xlsx", ".xlsm")
# Surest first; both must be there, else the first two columns are read.
_NAMES = {
    WORD: ("word", "target", "targetword", "occupation", "profession", "job", "term"),
    ASSOCIATION: ("association", "associatedwith", "gender", "group", "stereotype", "list"),
}


@dataclass(frozen=True)
class WordTable:
    """Cells of the columns of two roles.

    Args:
        header: names of the two columns; None for a text without a header.
        rows: a cell of each, row by row.
        notes: sentences for the user.
        unread: names of further columns that hold something.
    """

    header: tuple[str, str] | None
    rows: list[tuple[str, str]]
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class ListReading:
    """What a user says of the tables of word lists.

    Args:
        columns: role (`a` and `b` of attributes, `word` and `association` of targets) -> column.
        values: the file's own name of a group -> the attribute set that it means, empty for none.
        sheets: `attributes` or `targets` -> the sheet of an Excel file that they are on; under an
            empty name that of both.
    """

    columns: Mapping[str, str]
    values: Mapping[str, str]
    sheets: Mapping[str, str] = field(default_factory=dict)

    def of(self, roles: Roles) -> Mapping[str, str]:
        """The columns of some roles."""
        return {role: column for role, column in self.columns.items() if role in roles.names}

    def layout(self, words: str) -> Layout:
        """Where the table of the attributes, or of the targets, lies in its file."""
        return Layout(self.sheets.get(words) or self.sheets.get(BOTH, ""))

    def check_known(self) -> None:
        """Refuse columns of roles that no word list has."""
        known = (*ATTRIBUTES.names, *TARGETS.names)
        unknown = [role for role in self.columns if role not in known]
        if unknown:
            raise InputTextError(
                f"{unknown[0]!r} is not a column role; roles are {', '.join(known)}."
            )
        lists = (OF_ATTRIBUTES, OF_TARGETS)
        if other := [words for words in self.sheets if words not in (*lists, BOTH)]:
            raise InputTextError(
                f"{other[0]!r} is no word list; --sheet is written SHEET, or "
                f"{','.join(f'{words}=SHEET' for words in lists)}."
            )


AS_IT_IS = ListReading({}, {})


def _first_two(header: Sequence[str], roles: Sequence[str]) -> dict[str, str]:
    return dict(zip(roles, header, strict=False))


def _targets_in(header: Sequence[str]) -> dict[str, str]:
    named = known_columns(header, _NAMES)
    return named if len(named) == len(_NAMES) else _first_two(header, [*_NAMES])


ATTRIBUTES = Roles(
    {A: (), B: ()},
    (A, B),
    "Attribute words are two columns of counterparts, whose headings name the two sets.",
    lambda header: _first_two(header, (A, B)),
)
TARGETS = Roles(
    _NAMES,
    (WORD, ASSOCIATION),
    "Targets have a column of words, and one of the set that each is stereotyped with.",
    _targets_in,
)


def target_roles(attributes: tuple[str, str]) -> Roles:
    """What the columns of targets can be.

    Args:
        attributes: names of the two sets, which the associations must match.
    """
    return replace(TARGETS, vocabularies={ASSOCIATION: one_of(attributes)})


def is_table(name: str) -> bool:
    """Whether a file of this name has columns with headings."""
    return Path(name).suffix.lower() in TABLES


def read_word_table(file: TextFile, name: str, roles: Roles, reading: ListReading) -> WordTable:
    """The two columns of a table, or the first two words of each line of a text.

    Args:
        name: of the file; its ending tells a table from a text.
        roles: of the two columns, both required.
    """
    cells = _cells(file.text, name)
    if not is_table(name):
        check_no_columns(name, roles, reading)
        return WordTable(None, [(row[0], row[1]) for row in cells])
    header, rows = [*told_apart(cells[0])], cells[1:]
    called = replace(file, name=name).called
    columns = column_mapping(called, header, reading.of(roles), roles, file.missing)
    padded = [(row + [""] * len(header))[: len(header)] for row in rows]
    table = Cells(header, [*enumerate(padded, start=2)])
    meant = reading.values if roles.vocabularies else {}
    notes = translate(name, table, roles.values_in(columns), meant)
    first, second = (header.index(columns[role]) for role in roles.required)
    return WordTable(
        (header[first], header[second]),
        [(row[first].strip(), row[second].strip()) for row in padded],
        tuple(notes),
        tuple(
            name
            for place, name in enumerate(header)
            if place not in (first, second) and any(row[place].strip() for row in padded)
        ),
    )


def check_no_columns(name: str, roles: Roles, reading: ListReading) -> None:
    """Refuse columns and values of a file that has no table."""
    if reading.of(roles) or (roles.vocabularies and reading.values):
        raise InputTextError(f"{name} is no table with headings, so no column can be chosen.")


def without_gaps(table: WordTable) -> tuple[list[tuple[str, str]], tuple[str, ...]]:
    """The rows that have a word and its group, and a sentence about the others."""
    whole = [row for row in table.rows if all(row)]
    missing = len(table.rows) - len(whole)
    if not missing:
        return whole, ()
    said = f"{counted(missing, 'row')} without a word or its group {agreeing(missing, 'are')}"
    return whole, (f"{said} left out.",)


def _cells(text: str, name: str) -> list[list[str]]:
    """Rows of at least two cells, the header of a table among them."""
    suffix = Path(name).suffix.lower()
    named, text = named_delimiter(text)
    if is_table(name):
        mark = named or ("\t" if suffix == ".tsv" else likely_delimiter(text))
        with as_table(name):
            read = csv.reader(io.StringIO(text), delimiter=mark)
            rows = [[without_no_value(cell) for cell in row] for row in read]
    else:
        rows = [re.split(r"\s*[\t,;]\s*|\s+", line.strip()) for line in text.splitlines()]
    cells = [[cell.strip() for cell in row] for row in rows if any(cell.strip() for cell in row)]
    thin = next((number for number, row in enumerate(cells, start=1) if len(row) < 2), None)
    if thin is not None or not cells:
        raise InputTextError(
            f"{name} needs two columns, for example female,male or word,association"
            + (f"; line {thin} has one." if thin else "; it is empty.")
        )
    if not is_table(name):
        return cells
    long = [number for number, row in enumerate(cells, start=1) if any(row[len(cells[0]) :])]
    if long:
        raise InputTextError(
            f"{name}: line {long[0]} has more cells than the header; row names need a heading."
        )
    if len(cells) == 1:
        raise InputTextError(f"{name} has no rows below its header {', '.join(cells[0][:2])}.")
    return cells
