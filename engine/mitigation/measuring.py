"""Every cell of a table, each through the store: run again, a table goes on where it stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.columns.column import Reading
from engine.core.shape import misfit
from engine.flow.derived import derived, stored_derived
from engine.flow.registry import MEASURES
from engine.mitigation.asked import BALANCED, Asked
from engine.mitigation.columns import Chosen
from engine.mitigation.report import VERSION, MitigationReport, Report, report_of
from engine.mitigation.rows import Measured, Row, balanced, names_of, with_controls
from engine.scorecard.cells import refused, stored_cell

if TYPE_CHECKING:
    from engine.storage.store import Store

_NAME = "mitigation"


def size_of(asked: Asked) -> tuple[int, int]:
    """How many rows a table has, and how many random controls in all."""
    return 1 + len(names_of(asked.rows)), asked.controls * len(with_controls(asked.rows))


def measured_table(
    asked: Asked,
    chosen: Chosen,
    rows: Sequence[Row],
    measured: Measured,
    on_cell: Callable[[], None],
    on_row: Callable[[Report], object],
) -> dict[str, Any]:
    """Measure all rows, then their random controls.

    Args:
        rows: from `rows_of`.
        measured: one cell of any spec.
        on_cell: called after every cell.
        on_row: called with what is there after every row.
    """
    readings: dict[tuple[str, str], Reading] = {}
    drawn: dict[tuple[str, str], list[float | None]] = {}
    # The balanced model is another network; the random ones are interventions on this one.
    of_other = [row for row in rows if row.name == BALANCED]
    for row in (one for one in rows if one.name != BALANCED):
        _measure_row(row, chosen, measured, readings, on_cell)
        on_row(report_of(asked, chosen, rows, readings, drawn, finished=False))
    for row in rows:
        for name in chosen.controlled if row.controls else ():
            (column,) = (one for one in chosen.columns if one.name == name)
            own = drawn.setdefault((row.name, name), [])
            for spec in row.controls:
                own.append(measured(spec, column).value)
                on_cell()
        if row.controls:
            on_row(report_of(asked, chosen, rows, readings, drawn, finished=False))
    for row in of_other:
        _measure_row(row, chosen, measured, readings, on_cell)
    return report_of(asked, chosen, rows, readings, drawn)


def _measure_row(
    row: Row,
    chosen: Chosen,
    measured: Measured,
    readings: dict[tuple[str, str], Reading],
    on_cell: Callable[[], None],
) -> None:
    for column in chosen.columns:
        spec = row.spec
        found = refused(row.problem) if spec is None else measured(spec, column)
        readings[row.name, column.name] = found
        on_cell()


# --- kept ---------------------------------------------------------------------------------
# A finished table, for the page and for the same command run again.


def kept_table(asked: Asked, chosen: Chosen, store: Store) -> dict[str, Any] | None:
    """A table that is finished; nothing is loaded or computed."""
    for found in stored_derived(_NAME, VERSION, _item(asked, chosen), {}, store):
        if not misfit(found, MitigationReport):  # one of another version is measured again
            return dict(found)
    return None


def keep_table(asked: Asked, chosen: Chosen, report: Report, store: Store) -> None:
    """Keep a finished table, unless a cell lacks a figure for a reason that may not last."""
    if all(
        cell["value"] is not None or _lasts(cell, report, chosen, asked, store)
        for cell in report["rows"]
    ):
        derived(_NAME, VERSION, _item(asked, chosen), {}, lambda: dict(report), store)


def _lasts(
    cell: dict[str, Any], report: Report, chosen: Chosen, asked: Asked, store: Store
) -> bool:
    from engine.core.spec import ModelSpec

    spec = next(
        one["spec"] for one in report["interventions"] if one["name"] == cell["intervention"]
    )
    if spec is None:
        return True
    (column,) = (one for one in chosen.columns if one.name == cell["measure"])
    return stored_cell(ModelSpec.of_identity(spec), column, store, asked.seed) is not None


def _item(asked: Asked, chosen: Chosen) -> dict[str, Any]:
    """All that decides a table: also the balanced model, which may come later."""
    used: Sequence[str] = sorted({name for column in chosen.columns for name in column.measures})
    made = balanced(asked.spec) if BALANCED in asked.rows else None
    return {
        "asked": asked.identity(),
        "columns": [
            {"name": one.name, "version": [one.version, one.interval_version]}
            | {"identity": dict(one.identity)}
            for one in chosen.columns
        ],
        "controlled": list(chosen.controlled),
        "measures": {name: MEASURES[name].version for name in (*used, "head_bias")},
        "balanced": None if made is None else made[0].identity(),
    }
