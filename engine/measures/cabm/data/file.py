"""Framed sentences from a user's file: a table with columns, or plain lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from engine.core.errors import InputTextError
from engine.files.cells import Cells, cells_of
from engine.files.columns import shown_columns
from engine.files.text_file import TextFile, read_text
from engine.measures.cabm.data.sentences import FramedSet, Framer, Groups, framed_once

# Role -> names of columns, the surest first.
COLUMNS = {
    "sentence": ("sentence", "text", "sent"),
    "occupation": ("occupation", "target", "profession", "job"),
    "pronoun": ("pronoun", "attribute", "group_word"),
    "gender": ("gender", "group", "framing"),
    "list": ("list", "label", "stereotype", "majority"),
}
_PLAIN = (".txt", ".text", "")


def read_framed(
    source: Path | str | bytes,
    groups: Groups,
    targets: Iterable[str] = (),
    lists: Mapping[str, str] | None = None,
    name: str | None = None,
) -> FramedSet:
    """Read a file of sentences.

    Args:
        source: path, or the bytes of an upload. A table has the column `sentence` and may
            have `occupation`, `pronoun`, `gender` and `list`; a text file has one sentence a
            line.
        targets: to look for where no column names the target.
        lists: target -> group, where the file has no column `list`.
        name: how the user knows it.
    """
    file = read_text(source, name)
    rows = _rows(file)
    if not rows:
        raise InputTextError(f"{file.name} has no rows with a sentence.")
    framer = Framer(groups, targets)
    sentences, left = framed_once(
        (row, cells["sentence"], framer.frame(**_asked(cells))) for row, cells in rows
    )
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
        file.notes,
        {"rows in the file": len(rows)},
    )


def read_targets(
    source: Path | str | bytes, groups: Groups, name: str | None = None
) -> dict[str, str]:
    """Targets of a file with the group each is listed with; empty where none is named.

    Args:
        source: a text file with one target a line, or a table with the columns `occupation`
            and, perhaps, `list`.
    """
    file = read_text(source, name)
    if Path(file.name).suffix.lower() in _PLAIN:
        found = {line.strip(): "" for line in file.text.splitlines() if line.strip()}
    else:
        _, cells = cells_of(file, lambda header: bool(_places(header, ("occupation",))))
        places = _places(cells.header, ("occupation", "list"))
        if "occupation" not in places:
            raise InputTextError(
                f"{file.name} has the columns {shown_columns(cells.header)}; a file of targets "
                "needs the column occupation and may have list."
            )
        found = {}
        for row, values in cells.good:
            listed = values[places["list"]].strip() if "list" in places else ""
            found[values[places["occupation"]].strip()] = _group_name(
                listed, groups, f"{file.name}, row {row}"
            )
    found.pop("", None)
    if not found:
        raise InputTextError(f"{file.name} has no target; put one on each line.")
    return found


def _asked(cells: Mapping[str, str]) -> dict[str, str]:
    return {
        "text": cells["sentence"],
        "target": cells.get("occupation", ""),
        "word": cells.get("pronoun", ""),
        "group": cells.get("gender", ""),
    }


def _rows(file: TextFile) -> list[tuple[int, dict[str, str]]]:
    if not file.text.strip():
        raise InputTextError(f"{file.name} is empty.")
    if Path(file.name).suffix.lower() in _PLAIN:
        lines = enumerate(file.text.splitlines(), start=1)
        return [(row, {"sentence": line.strip()}) for row, line in lines if line.strip()]
    _, cells = cells_of(file, lambda header: "sentence" in _places(header, ("sentence",)))
    return _table(file, cells)


def _table(file: TextFile, cells: Cells) -> list[tuple[int, dict[str, str]]]:
    places = _places(cells.header, tuple(COLUMNS))
    if "sentence" not in places:
        raise InputTextError(
            f"{file.name} has the columns {shown_columns(cells.header)}; one has to be called "
            "sentence. Columns occupation, pronoun, gender and list are read too."
        )
    return [
        (row, {role: values[place].strip() for role, place in places.items()})
        for row, values in cells.good
    ]


def _places(header: Sequence[str], roles: Sequence[str]) -> dict[str, int]:
    """Role -> place of its column, for the roles that have one."""
    folded = [name.strip().casefold() for name in header]
    return {
        role: folded.index(name)
        for role in roles
        for name in [next((name for name in COLUMNS[role] if name in folded), None)]
        if name is not None
    }


def _lists(
    rows: Sequence[tuple[int, Mapping[str, str]]], groups: Groups, file: str
) -> dict[str, str]:
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
