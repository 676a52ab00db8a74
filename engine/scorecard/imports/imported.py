"""What an import gives, in the form of a report, and joining it to the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.wording import listed
from engine.scorecard.words import IMPORTED, REFUSED, Entry

# What two measures of one name must share for their figures to be in one column.
_SAME = ("data_digest", "scale", "neutral", "unit", "group", "version")


@dataclass(frozen=True)
class Imported:
    """Contestants from elsewhere, their measures and cells, as a report has them.

    Args:
        notes: sentences for the user: what was not read, and what was guessed.
    """

    contestants: tuple[Entry, ...]
    measures: tuple[Entry, ...]
    cells: tuple[Entry, ...]
    notes: tuple[str, ...] = ()


def table_of(report: Entry) -> Imported:
    """The contestants, measures and cells of a report, as they are."""
    return Imported(*(tuple(report[key]) for key in ("contestants", "measures", "cells")))


def join_imported(table: Imported, others: Sequence[Imported]) -> Imported:
    """A table with what was imported.

    Contestants of one label, source and spec become one, so that the files of one model share a
    row. One whose spec the table has already shares that row; figures that are there are kept. A
    measure of the same name on other items, or of another version, is not put into the
    same column: the cell says so.

    Args:
        table: contestants whose ids stay as they are; may be empty.
        others: in the order in which they follow.
    """
    contestants, measures = list(table.contestants), list(table.measures)
    cells = {(cell["contestant"], cell["measure"]): cell for cell in table.cells}
    notes = list(table.notes)
    known: dict[Any, str] = {}
    own = {repr(entry["spec"]): entry["id"] for entry in table.contestants if entry["spec"]}
    taken = {entry["id"] for entry in contestants}
    labels = {entry["label"] for entry in contestants}
    for other in others:
        notes += other.notes
        ids = {}
        for entry in other.contestants:
            key = (entry["label"], entry["source"], repr(entry["spec"]))
            if (same := own.get(repr(entry["spec"]))) is not None:
                known[key] = same
                notes.append(
                    f"{entry['label']} is in the table already; its row takes what it lacks."
                )
            if key not in known:
                known[key] = _free("i", taken)
                label = _unlike(entry, labels)
                contestants.append({**entry, "id": known[key], "label": label})
            ids[entry["id"]] = known[key]
        by_name = {entry["name"]: entry for entry in measures}
        measures += [entry for entry in other.measures if entry["name"] not in by_name]
        clashes = {
            entry["name"]: _clash(by_name.get(entry["name"]), entry) for entry in other.measures
        }
        for cell in other.cells:
            place = (ids[cell["contestant"]], cell["measure"])
            moved = {**cell, "contestant": place[0]}
            if clashes[cell["measure"]]:
                moved = _refused(moved, clashes[cell["measure"]])
            if place in cells and cells[place]["value"] == cell["value"]:
                continue
            if place in cells and cells[place]["value"] is not None:
                notes.append(f"Two figures of one model in {cell['measure']}; the first is kept.")
                continue
            cells[place] = moved
    return replace(
        table,
        contestants=tuple(contestants),
        measures=tuple(measures),
        cells=tuple(cells.values()),
        notes=tuple(dict.fromkeys(notes)),
    )


def _free(prefix: str, taken: set[str]) -> str:
    number = next(number for number in range(1, len(taken) + 2) if f"{prefix}{number}" not in taken)
    taken.add(f"{prefix}{number}")
    return f"{prefix}{number}"


def _unlike(entry: Entry, labels: set[str]) -> str:
    """A label that no other contestant has: with its source, or with a number."""
    candidates = [entry["label"], f"{entry['label']} ({entry['source'] or IMPORTED})"]
    candidates += [f"{candidates[1]} {number}" for number in range(2, len(labels) + 3)]
    label = str(next(name for name in candidates if name not in labels))
    labels.add(label)
    return label


def _clash(ours: Entry | None, other: Entry) -> str:
    """Why figures of two measures of one name are not in one column; empty where they are."""
    differ = [] if ours is None else [key for key in _SAME if ours[key] != other[key]]
    if not differ:
        return ""
    if differ == ["data_digest"]:
        return "Measured on other items than the column of this name, so it is not comparable."
    words = {"data_digest": "items"}
    named = listed([words.get(key, key) for key in differ])
    return f"Another measure of the same name ({named} differ), so it is not comparable."


def _refused(cell: Entry, reason: str) -> dict[str, Any]:
    gone = dict.fromkeys(("value", "interval", "parts", "distance"))
    return {**cell, **gone, "n": 0, "status": REFUSED, "problem": reason}
