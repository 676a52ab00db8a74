"""Framed sentences, and targets, from a user's file: a table with columns, or plain lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.core.errors import InputTextError
from engine.files.columns import Roles, column_mapping
from engine.files.layout import FileSource, by_number
from engine.files.read_cells import cells_of
from engine.files.recognised import unused_columns
from engine.files.text_file import TextFile, read_text
from engine.files.values import one_of, translate
from engine.measures.cabm.data.sentences import (
    FramedSet,
    Framer,
    Groups,
    LeftOutSentence,
    framed_once,
)

_NAMES = {
    "sentence": ("sentence", "text", "sent"),
    "occupation": ("occupation", "target", "profession", "job"),
    "pronoun": ("pronoun", "attribute", "group_word"),
    "gender": ("gender", "group", "framing"),
    "list": ("list", "label", "stereotype", "majority"),
}


def _named(header: Sequence[str]) -> dict[str, str]:
    """Columns that bear one of the names itself, up to case.

    Signs count: only one column is required, and under a comma `;sentence` is one column.
    """
    columns = {name.strip().casefold(): name for name in reversed(header)}
    found = {role: [name for name in names if name in columns] for role, names in _NAMES.items()}
    return {role: columns[names[0]] for role, names in found.items() if names}


SENTENCES = Roles(
    _NAMES,
    ("sentence",),
    "Columns occupation, pronoun, gender and list are read too.",
    _named,
)


def sentence_roles(groups: Groups) -> Roles:
    """What the columns of sentences can be, where two groups are compared."""
    names = one_of(groups.names)
    return replace(SENTENCES, vocabularies={"gender": names, "list": names})


TARGETS = Roles(
    {role: _NAMES[role] for role in ("occupation", "list")},
    ("occupation",),
    "It may have a column list too.",
    _named,
)


def target_roles(groups: Groups) -> Roles:
    """What the columns of targets can be, where two groups are compared."""
    return replace(TARGETS, vocabularies={"list": one_of(groups.names)})


_PLAIN = (".txt", ".text", "")
Row = tuple[int, dict[str, str]]  # its number, and role -> cell


def read_framed(
    source: FileSource,
    groups: Groups,
    targets: Iterable[str] = (),
    lists: Mapping[str, str] | None = None,
    name: str | None = None,
    mapping: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
) -> FramedSet:
    """Read a file of sentences.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one. A
            table has the column `sentence` and may have `occupation`, `pronoun`, `gender` and
            `list`; a text file has one sentence a line.
        targets: to look for where no column names the target.
        lists: target -> group, where the file has no column `list`.
        name: how the user knows it.
        mapping: role -> the file's column; roles left out are recognised.
        values: the file's own value of `gender` or `list` -> name of a group, or empty for none.
    """
    file = read_text(source, name)
    if not file.text.strip():
        raise InputTextError(f"{file.name} is empty.")
    rows, bad, notes = _rows(file, sentence_roles(groups), mapping or {}, values or {})
    if not rows:
        raise InputTextError(f"{file.name} has no rows with a sentence.")
    framer = Framer(groups, targets)
    asked = ("sentence", "occupation", "pronoun", "gender")
    sentences, left = framed_once(
        (row, cells["sentence"], framer.frame(*(cells.get(role, "") for role in asked)))
        for row, cells in rows
    )
    left = tuple(sorted((*bad, *left), key=lambda entry: entry.row))
    if not sentences:
        why = f"; row {left[0].row} {left[0].reason}" if left else ""
        raise InputTextError(
            f"No sentence of {file.name} can be measured{why}. A sentence needs one occupation and "
            f"one of {', '.join(groups.words[0])} or {', '.join(groups.words[1])}."
        )
    return FramedSet(
        file.name,
        Path(file.name).name,
        groups,
        sentences,
        _lists(rows, groups, file.name) or dict(lists or {}),
        left,
        (*file.notes, *notes),
        {"rows in the file": len(rows) + len(bad)},
    )


def read_listed_targets(
    source: FileSource,
    groups: Groups,
    name: str | None = None,
    note: Callable[[str], None] | None = None,
    mapping: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
) -> dict[str, str]:
    """Targets of a file with the group each is listed with; empty where none is named.

    Args:
        source: a text file with one target a line, or a table with the columns `occupation`
            and, perhaps, `list`.
        name: how the user knows it.
        note: called with each sentence for the user about what was guessed or is not used.
        mapping: role -> the file's column; roles left out are recognised.
        values: the file's own value of `list` -> name of a group, or empty for none.
    """
    file = read_text(source, name)
    rows, _, notes = _rows(file, target_roles(groups), mapping or {}, values or {})
    if note is not None:
        for sentence in (*file.notes, *notes):
            note(f"{file.name}: {sentence}")
    found = {
        cells["occupation"]: _group_name(cells.get("list", ""), groups, f"{file.name}, row {row}")
        for row, cells in rows
    }
    found.pop("", None)
    if not found:
        raise InputTextError(f"{file.name} has no target; put one on each line.")
    return found


def is_plain(name: str) -> bool:
    """Whether a file of this name has one sentence or target a line, and no columns."""
    return Path(name).suffix.lower() in _PLAIN


def _rows(
    file: TextFile, roles: Roles, mapping: Mapping[str, str], values: Mapping[str, str]
) -> tuple[list[Row], list[LeftOutSentence], list[str]]:
    """The rows of a table, or the lines of a text; those that cannot be read; and what is said."""
    role = roles.required[0]
    if is_plain(file.name):
        if mapping or values:
            raise InputTextError(f"{file.name} has one {role} a line, and no columns to choose.")
        lines = enumerate(file.text.splitlines(), start=1)
        return [(row, {role: line.strip()}) for row, line in lines if line.strip()], [], []
    mapping = mapping if file.header else by_number(mapping)
    _, cells = cells_of(file, partial(roles.fit, mapping))
    columns = column_mapping(file.called, cells.header, mapping, roles, file.missing)
    meant = translate(file.name, cells, roles.values_in(columns), values)
    places = {role: cells.header.index(column) for role, column in columns.items()}
    rows = [
        (row, {role: values[place].strip() for role, place in places.items()})
        for row, values in cells.good
    ]
    bad = [
        LeftOutSentence(row, ", ".join(map(str.strip, held)), why) for row, why, held in cells.bad
    ]
    bad += [
        LeftOutSentence(row, "", f"the {role} is empty{cells.written(row, places[role])}")
        for row, found in rows
        if not found[role]
    ]
    notes = [*cells.notes, *unused_columns(cells.header, columns, mapping, roles), *meant]
    if "list" in columns and "occupation" not in columns:
        notes.append(
            f"The column {columns['list']!r} is not used: it says where an occupation is listed, "
            "and there is no column occupation."
        )
    return [(row, found) for row, found in rows if found[role]], bad, notes


def _lists(rows: Sequence[Row], groups: Groups, file: str) -> dict[str, str]:
    """Target -> group from the column `list`."""
    found: dict[str, str] = {}
    for row, cells in rows:
        target, listed = cells.get("occupation", ""), cells.get("list", "")
        if not target or not listed:
            continue
        group = _group_name(listed, groups, f"{file}, row {row}")
        if found.setdefault(target, group) != group:
            raise InputTextError(f"{file} lists {target!r} as {found[target]} and as {group}.")
    return found


def _group_name(listed: str, groups: Groups, where: str) -> str:
    known = {name.casefold(): name for name in groups.names}
    if listed and listed.casefold() not in known:
        raise InputTextError(
            f"{where}: the list is {listed[:40]!r}; it is {groups.names[0]}, {groups.names[1]} or "
            "empty."
        )
    return known.get(listed.casefold(), "")
