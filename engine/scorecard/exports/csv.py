"""Every cell of a report as a row of a CSV table, safe to open in a spreadsheet."""

from __future__ import annotations

from typing import Any

from engine.files.export import csv_text
from engine.scorecard.exports.contents import Entry, Report, cells_of, contestants_of, masked_heads

_WHOLE = ("n", "rank", "rank_low", "rank_high", "tier", "measure_version")


def write(report: Report, contestant: str = "") -> str:
    """One row a cell.

    Args:
        report: `biascope.scorecard/1`.
        contestant: id or label; empty for all.

    Returns:
        CSV with a header. Text that begins like a formula gets an apostrophe.
    """
    import pandas as pd

    rows = [
        _row(one, measure, cell, report)
        for one in contestants_of(report, contestant)
        for measure, cell in cells_of(report, one)
    ]
    frame = pd.DataFrame(rows, columns=_COLUMNS)
    return csv_text(frame.astype(dict.fromkeys(_WHOLE, "Int64")))


def _row(contestant: Entry, measure: Entry, cell: Entry, report: Report) -> dict[str, Any]:
    spec = contestant["spec"] or {}
    low, high = cell["interval"] or (None, None)
    rank_low, rank_high = cell["rank_interval"] or (None, None)
    return {
        "contestant": contestant["id"],
        "label": contestant["label"],
        "origin": contestant["origin"],
        "checkpoint": spec.get("checkpoint", ""),
        "revision": spec.get("revision", ""),
        "masked_heads": " ".join(masked_heads(contestant)),
        "precision": cell["precision"],
        "measure": measure["name"],
        "title": measure["title"],
        "data": measure["data"],
        "variant": measure["variant"],
        "group": measure["group"],
        "value": cell["value"],
        "low": low,
        "high": high,
        "n": cell["n"],
        "counted": measure["counted"],
        "unit": measure["unit"],
        "neutral": cell["neutral"],
        "distance": cell["distance"],
        "rank": cell["rank"],
        "rank_low": rank_low,
        "rank_high": rank_high,
        "tier": cell["tier"],
        "status": cell["status"],
        "problem": cell["problem"],
        "notes": " ".join(cell["notes"]),
        "source": contestant["source"],
        "measure_version": measure["version"],
        "data_digest": measure.get("data_digest", ""),
        "report": report["digest"],
    }


_COLUMNS = (
    *("contestant", "label", "origin", "checkpoint", "revision", "masked_heads", "precision"),
    *("measure", "title", "data", "variant", "group", "value", "low", "high", "n", "counted"),
    *("unit", "neutral", "distance", "rank", "rank_low", "rank_high", "tier", "status"),
    *("problem", "notes", "source", "measure_version", "data_digest", "report"),
)
