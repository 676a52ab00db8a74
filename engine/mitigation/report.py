"""The table as it is written and kept: `biascope.mitigation/1`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NotRequired

from typing_extensions import TypedDict

from engine.columns.column import BIAS, COST, SCALES, Column, Reading
from engine.core.constraints import Interval
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.libraries import library_versions
from engine.core.shape import misfit, one_of
from engine.core.version import version
from engine.flow.shapes import Bounds, Count, Share
from engine.mitigation.asked import ORIGINAL, Asked
from engine.mitigation.columns import Chosen
from engine.mitigation.comparing import (
    BETTER,
    FURTHER,
    NEARER,
    UNCLEAR,
    WORSE,
    Compared,
    compared,
    corrected,
)
from engine.mitigation.controls import among_controls
from engine.mitigation.rows import Row
from engine.scorecard.table import measure_entry

FORMAT, VERSION = "biascope.mitigation", 1
SCHEMA = f"{FORMAT}/{VERSION}"
Report = Mapping[str, Any]
Readings = Mapping[tuple[str, str], Reading]  # name of a row and of a column
# Name of a row and of a column -> [control] its figure.
Drawn = Mapping[tuple[str, str], Sequence[float | None]]


class InterventionEntry(TypedDict):
    """One row; see `rows.Row`. `control` says what its random controls are."""

    name: str
    label: str
    spec: dict[str, Any] | None
    about: str
    problem: str
    control: str


class MitigationMeasure(TypedDict):
    """One column; see `engine.columns.column.Column`.

    Args:
        held_out: what of its data chose an intervention, and which part judges it.
        controlled: whether random controls are measured in it.
    """

    name: str
    title: str
    data: str
    data_digest: str
    variant: str
    counted: str
    unit: str
    scale: Annotated[str, one_of(SCALES)]
    neutral: float | None
    higher: str
    digits: Count
    group: Annotated[str, one_of((BIAS, COST))]
    version: Count
    held_out: str
    controlled: bool
    plugin: NotRequired[dict[str, str]]


class ControlSummary(TypedDict):
    """Where a row stands among its random controls; see `controls.among_controls`."""

    n: Count
    as_good: Count
    p: Share
    least_p: Share
    median: float
    low: float
    high: float


class MitigationCell(TypedDict):
    """One figure of one row; see `comparing.Compared`.

    Args:
        intervention: name of the row.
        value: of the row; `value_interval` is its own 95% interval, and `interval` that of the
            change.
        detectable: smallest change that one test would have detected with 80% power.
    """

    intervention: str
    measure: str
    value: float | None
    value_interval: Bounds | None
    n: Count
    change: float | None
    interval: Bounds | None
    p: Share | None
    distance_change: float | None
    distance_interval: Bounds | None
    distance_p: Share | None
    p_holm: Share | None
    detectable: float | None
    verdict: Annotated[str, one_of((NEARER, FURTHER, WORSE, BETTER, UNCLEAR))]
    control: ControlSummary | None
    problem: str
    notes: list[str]


class RandomEntry(TypedDict):
    """One random control of a row, and its figures by measure."""

    intervention: str
    seed: Count
    values: dict[str, float | None]


class MitigationReport(TypedDict):
    """The whole table."""

    schema: str
    model: dict[str, Any]
    concept: str
    top: Annotated[int, Interval(ge=1)]
    controls: Count
    seed: int
    interventions: list[InterventionEntry]
    measures: list[MitigationMeasure]
    rows: list[MitigationCell]
    random: list[RandomEntry]
    finished: bool
    manifest: dict[str, Any]
    digest: str


def report_of(
    asked: Asked,
    chosen: Chosen,
    rows: Sequence[Row],
    readings: Readings,
    drawn: Drawn,
    finished: bool = True,
) -> dict[str, Any]:
    """The table of what is measured; the same figures give the same bytes.

    Args:
        rows: the original first.
        readings: of those rows and columns that are measured.
        drawn: figures of random controls.
        finished: whether all is measured.
    """
    cells = [
        cell
        for column in chosen.columns
        for cell in _column_cells(column, asked, chosen, rows, readings, drawn)
    ]
    place = {row.name: at for at, row in enumerate(rows)}
    report: dict[str, Any] = {
        "schema": SCHEMA,
        "model": asked.spec.identity(),
        "concept": asked.concept,
        "top": asked.top,
        "controls": asked.controls,
        "seed": asked.seed,
        "interventions": [_intervention(row) for row in rows],
        "measures": [_measure(column, chosen) for column in chosen.columns],
        "rows": sorted(cells, key=lambda cell: place[cell["intervention"]]),
        "random": _random(rows, drawn),
        "finished": finished,
        "manifest": {
            "libraries": library_versions(),
            "biascope": version(),
            "asked": asked.identity(),
        },
    }
    return {**report, "digest": digest_of(report)}


def digest_of(report: Report) -> str:
    """Digest of a report without itself."""
    return data_digest([{key: part for key, part in report.items() if key != "digest"}])


def check_report(report: Mapping[str, Any], name: str = "The report") -> None:
    """Refuse what is no mitigation table, or was changed after it was written."""
    if report.get("schema") != SCHEMA:
        raise InputTextError(f"{name} is no mitigation table of this Biascope ({SCHEMA}).")
    if problem := misfit(report, MitigationReport):
        raise InputTextError(f"{name} does not have the form of a mitigation table ({problem}).")
    if report["digest"] != digest_of(report):
        raise InputTextError(f"{name} was changed after it was written; use the original file.")


def _intervention(row: Row) -> dict[str, Any]:
    return {
        "name": row.name,
        "label": row.label,
        "spec": None if row.spec is None else row.spec.identity(),
        "about": row.about,
        "problem": row.problem,
        "control": row.control,
    }


def _measure(column: Column, chosen: Chosen) -> dict[str, Any]:
    entry = measure_entry(column)
    kept = {key: part for key, part in entry.items() if key not in ("page", "problem")}
    return {
        **kept,
        "held_out": chosen.notes.get(column.name, ""),
        "controlled": column.name in chosen.controlled,
    }


def _column_cells(
    column: Column,
    asked: Asked,
    chosen: Chosen,
    rows: Sequence[Row],
    readings: Readings,
    drawn: Drawn,
) -> list[dict[str, Any]]:
    """All measured cells of one column, their claims corrected together."""
    known = [row for row in rows if (row.name, column.name) in readings]
    before = readings.get((ORIGINAL, column.name))
    others = [row for row in known if row.name != ORIGINAL]
    made = [
        Compared()
        if before is None or readings[row.name, column.name].value is None
        else compared(
            column,
            before,
            readings[row.name, column.name],
            asked.seed,
            chosen.firsts.get(column.name),
        )
        for row in others
    ]
    tested = dict(zip([row.name for row in others], corrected(made, column), strict=True))
    return [
        _cell(
            column,
            row,
            readings[row.name, column.name],
            tested.get(row.name, Compared()),
            drawn.get((row.name, column.name), ()),
        )
        for row in known
    ]


def _cell(
    column: Column, row: Row, reading: Reading, found: Compared, controls: Sequence[float | None]
) -> dict[str, Any]:
    def bounds(pair: Sequence[float] | None) -> list[float] | None:
        return None if pair is None else list(pair)

    return {
        "intervention": row.name,
        "measure": column.name,
        "value": reading.value,
        "value_interval": bounds(reading.interval),
        "n": reading.n,
        "change": found.change,
        "interval": bounds(found.interval),
        "p": found.p,
        "distance_change": found.distance_change,
        "distance_interval": bounds(found.distance_interval),
        "distance_p": found.distance_p,
        "p_holm": found.p_holm,
        "detectable": found.detectable(column),
        "verdict": found.verdict(column),
        "control": among_controls(column, reading.value, controls),
        "problem": reading.problem,
        "notes": [*reading.notes, *filter(None, [found.note])],
    }


def _random(rows: Sequence[Row], drawn: Drawn) -> list[dict[str, Any]]:
    found = []
    for row in rows:
        own = {column: values for (name, column), values in drawn.items() if name == row.name}
        for seed in range(max(map(len, own.values()), default=0)):
            values = {column: each[seed] for column, each in own.items() if seed < len(each)}
            found.append({"intervention": row.name, "seed": seed, "values": values})
    return found
