"""What the formats share: which contestants, their cells, and numbers as they are shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from engine.core.errors import InputTextError
from engine.core.intervention_text import in_words, read_identity
from engine.core.wording import bounds_text, counted, figure_text, listed
from engine.files.export import csv_text
from engine.scorecard.words import Entry, Report

NO_SCORE = (
    "Each measure has its own scale and neutral value. There is no overall score: measures that "
    "disagree measure different things and are not averaged."
)


def contestants_of(report: Report, contestant: str = "") -> list[Entry]:
    """All contestants of a report, or the one of an id or a label."""
    entries = list(report["contestants"])
    if not contestant:
        return entries
    found = [entry for entry in entries if contestant == entry["id"]]
    found = found or [entry for entry in entries if contestant == entry["label"]]
    if len(found) == 1:
        return found
    named = listed([f"{entry['id']} ({entry['label']})" for entry in entries])
    problem = f"{counted(len(found), 'model', 'are')} called" if found else "There is no model"
    raise InputTextError(f"{problem} {contestant[:80]!r} in this report; it has {named}.")


def single(report: Report, contestant: str = "") -> Entry:
    """The contestant of a format that describes one model."""
    found = contestants_of(report, contestant)
    if len(found) == 1:
        return found[0]
    counts = Counter(entry["label"] for entry in found)
    labels = [
        repr(one_line(entry["label"]))
        + (f" (as {entry['id']})" if counts[entry["label"]] > 1 else "")
        for entry in found
    ]
    named = listed(labels, len(labels)) or "none: the report has no models"
    raise InputTextError(f"This format describes one model; choose one of these: {named}.")


def cells_by_measure(report: Report, contestant: Entry) -> Iterator[tuple[Entry, Entry]]:
    """(measure, cell) of one contestant, in the order of the measures."""
    cells = {
        cell["measure"]: cell for cell in report["cells"] if cell["contestant"] == contestant["id"]
    }
    for measure in report["measures"]:
        if measure["name"] in cells:
            yield measure, cells[measure["name"]]


def titles_of(report: Report) -> dict[str, str]:
    """Measure -> its title, with its name where another measure has the same title."""
    counts = Counter(measure["title"] for measure in report["measures"])
    return {
        measure["name"]: measure["title"]
        if counts[measure["title"]] == 1
        else f"{measure['title']} ({measure['name']})"
        for measure in report["measures"]
    }


def masked_heads(contestant: Entry) -> list[str]:
    """Heads that are masked in a contestant, as `layer-head` from 1."""
    return [str(head) for head in (contestant["spec"] or {}).get("masked_heads", ())]


def interventions_of(contestant: Entry) -> str:
    """What is done to a contestant besides masking heads, in words; empty where nothing is."""
    return one_line(in_words(read_identity(contestant["spec"] or {})))


def number(value: float, measure: Entry) -> str:
    """A figure with the decimals of its measure."""
    return figure_text(value, f".{measure['digits']}f")


def items_of(cell: Entry) -> int | None:
    """How many items a figure is of; None where an import does not say it."""
    return None if cell["value"] is not None and not cell["n"] else int(cell["n"])


def items_text(cell: Entry) -> str:
    """How many items a figure is of; `not given` where an import does not say it."""
    found = items_of(cell)
    return "not given" if found is None else f"{found:,}"


NO_INTERVAL = "none"


def bounds(interval: Sequence[float] | None, measure: Entry) -> str:
    """An interval as `[low, high]`; `none` where there is none."""
    if interval is None:
        return NO_INTERVAL
    return bounds_text(interval, f".{measure['digits']}f")


def one_line(text: object) -> str:
    """A text without line breaks and control characters."""
    joined = " ".join(str(text).split())
    return "".join(sign for sign in joined if sign.isprintable())


# --- csv ----------------------------------------------------------------------------------
# Every cell of a report as a row of a CSV table, safe to open in a spreadsheet.

_WHOLE = ("n", "rank", "rank_low", "rank_high", "tier", "measure_version")


def write(report: Report, contestant: str = "") -> str:
    """One row a cell.

    Returns:
        CSV with a header. Text that begins like a formula gets an apostrophe.
    """
    import pandas as pd

    rows = [
        _row(one, measure, cell, report)
        for one in contestants_of(report, contestant)
        for measure, cell in cells_by_measure(report, one)
    ]
    frame = pd.DataFrame(rows, columns=_COLUMNS)
    return csv_text(frame.astype(dict.fromkeys(_WHOLE, "Int64")))


def _row(contestant: Entry, measure: Entry, cell: Entry, report: Report) -> dict[str, Any]:
    spec = contestant["spec"] or {}
    row = {key: cell[key] for key in _OF_CELL} | {"n": items_of(cell)}
    row |= {key: contestant[key] for key in ("label", "origin", "source")}
    row |= {key: measure[key] for key in ("title", "data", "variant", "group", "counted", "unit")}
    row |= {key: spec.get(key, "") for key in ("checkpoint", "revision")}
    row["low"], row["high"] = cell["interval"] or (None, None)
    row["rank_low"], row["rank_high"] = cell["rank_interval"] or (None, None)
    return row | {
        "masked_heads": " ".join(masked_heads(contestant)),
        "interventions": interventions_of(contestant),
        "notes": " ".join(cell["notes"]),
        "measure_version": measure["version"],
        "data_digest": measure.get("data_digest", ""),
        "report": report["digest"],
    }


_OF_CELL = (
    *("contestant", "measure", "precision", "value", "n", "neutral", "distance", "rank", "tier"),
    *("status", "problem"),
)
_COLUMNS = (
    *("contestant", "label", "origin", "checkpoint", "revision", "masked_heads", "precision"),
    *("measure", "title", "data", "variant", "group", "value", "low", "high", "n", "counted"),
    *("unit", "neutral", "distance", "rank", "rank_low", "rank_high", "tier", "status"),
    *("problem", "notes", "source", "measure_version", "data_digest", "report", "interventions"),
)
