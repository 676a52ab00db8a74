"""The Scorecard page's way to the engine: measures by name, finished cells, and the report."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.session.measuring import store
from engine.errors import BiascopeError
from engine.spec import ModelSpec

if TYPE_CHECKING:
    from engine.scorecard.cells import Cell
    from engine.scorecard.column import Column
    from engine.scorecard.plan import Contestant

Report = dict[str, Any]
Cells = Mapping[tuple[ModelSpec, str], "Cell"]  # a contestant and the name of a measure
_PATH = re.compile(r"[/\\~]|\.\w{1,5}(:|$)")  # what only the name of a file has
_NOT_MEASURED = "Not measured yet."


def scorecard_measures(group: str) -> dict[str, str]:
    """Names of the measures that need nothing besides the project -> what they are called.

    Args:
        group: `bias` or `cost`.
    """
    found = {}
    for name in _suggested():
        column = _column(name)
        if not isinstance(column, BiascopeError) and column.group == group:
            found[column.name] = column.title
    return found


def scorecard_first() -> list[str]:
    """Names of the measures that the page opens with."""
    from engine.first_sight.examples import SCORECARD_MEASURES

    found = (_column(name) for name in SCORECARD_MEASURES)
    return [column.name for column in found if not isinstance(column, BiascopeError)]


def _suggested() -> list[str]:
    from engine.scorecard.columns.registry import FAMILIES

    return [name for family in FAMILIES.values() for name in family.suggested]


def scorecard_column(name: str) -> Column:
    """A measure by its name; one of the user's own file is read again when it is asked for.

    Raises:
        BiascopeError: if it cannot be had.
    """
    if scorecard_file(name):
        from engine.scorecard.columns.registry import column

        return column(name)
    found = _column(name)
    if isinstance(found, BiascopeError):
        raise type(found)(str(found))
    return found


@st.cache_resource(show_spinner="Reading the measures …", max_entries=200, ttl=600)
def _column(name: str) -> Column | BiascopeError:
    from engine.scorecard.columns.registry import column

    try:
        return column(name)
    except BiascopeError as error:
        return error


def scorecard_file(name: str) -> str:
    """The file of the user's that the name of a measure holds; empty where it holds none."""
    from engine.datasets.registry import data_sets

    data = name.partition(":")[2]
    if not _PATH.search(data) or re.split(r"[/:]", data)[0] in data_sets():
        return ""
    return data


def scorecard_cells(
    specs: Sequence[ModelSpec], columns: Sequence[Column], seed: int
) -> dict[tuple[ModelSpec, str], Cell]:
    """The cells that are finished; nothing is loaded or computed."""
    from engine.scorecard.cells import stored_cell

    found = {}
    for spec in specs:
        for column in columns:
            if (cell := stored_cell(spec, column, store(), seed)) is not None:
                found[spec, column.name] = cell
    return found


def scorecard_report(
    contestants: Sequence[Contestant],
    columns: Sequence[Column],
    cells: Cells,
    seed: int,
    imports: Sequence[Any] = (),
) -> Report:
    """The report of what is known by now.

    Args:
        contestants: models measured here.
        cells: that are finished.
        seed: of the tests.
        imports: contestants from elsewhere.
    """
    from engine.scorecard.cells import refused, stored_health
    from engine.scorecard.table import cell_entry, contestant_entry, measure_entry, report_of

    measures = [measure_entry(column) for column in columns]
    entries, rows = [], []
    for number, contestant in enumerate(contestants, 1):
        spec = contestant.spec
        entries.append(contestant_entry(number, contestant, stored_health(spec, store())))
        for measure in measures:
            cell = cells.get((spec, measure["name"]))
            known = cell or refused(_NOT_MEASURED)
            entry = cell_entry(f"c{number}", measure, known, spec.dtype)
            rows.append(entry if cell is not None else entry | {"status": "missing"})
    made: dict[str, Any] = dict(report_of(entries, measures, rows, seed))
    return made
