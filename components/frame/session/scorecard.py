"""The Scorecard page's way to the engine: measures by name, finished cells, and the report."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.frame.session.measuring import store
from components.frame.session.models import source_of
from engine.core.errors import BiascopeError, InputTextError
from engine.core.spec import ModelSpec
from engine.server import shared

if TYPE_CHECKING:
    from engine.columns.column import Column, Reading
    from engine.scorecard.imports.imported import Imported
    from engine.scorecard.plan import Contestant

Report = dict[str, Any]
Cells = Mapping[tuple[ModelSpec, str], "Reading"]  # a contestant and the name of a measure
_PATH = re.compile(r"[/\\~]|\.\w{1,5}(:|$)")  # what only the name of a file has
_MOST_SAID = 3  # problems of files
_NOT_MEASURED = "Not measured yet."


def measures(group: str) -> dict[str, str]:
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


def first() -> list[str]:
    """Names of the measures that the page opens with."""
    from engine.first_sight.examples import SCORECARD_MEASURES

    found = (_column(name) for name in SCORECARD_MEASURES)
    return [column.name for column in found if not isinstance(column, BiascopeError)]


def _suggested() -> list[str]:
    from engine.scorecard.columns import FAMILIES

    return [name for family in FAMILIES.values() for name in family.suggested]


def column(name: str) -> Column:
    """A measure by its name; one of the user's own file is read again when it is asked for."""
    _refuse_files(name)
    if file(name):
        from engine.scorecard.columns import column

        return column(name)
    found = _column(name)
    if isinstance(found, BiascopeError):
        raise type(found)(str(found))
    return found


@st.cache_resource(show_spinner="Reading the measures …", max_entries=200, ttl=600)
def _column(name: str) -> Column | BiascopeError:
    from engine.scorecard.columns import column

    try:
        return column(name)
    except BiascopeError as error:
        return error


def guarded(columns: Sequence[Column]) -> list[Column]:
    """The same measures; those of preferences in guarded precision."""
    from engine.scorecard.plan import guarded_column

    return [guarded_column(column) for column in columns]


def file(name: str) -> str:
    """The file of the user's that the name of a measure holds; empty where it holds none."""
    from engine.files.fetch.registry import data_sets

    data = name.partition(":")[2]
    if not _PATH.search(data) or re.split(r"[/:]", data)[0] in data_sets():
        return ""
    return data


def _refuse_files(name: str) -> None:
    """On a shared server, refuse a measure whose name holds the name of any file there."""
    if not shared.is_shared():
        return
    from engine.core.paths import exists
    from engine.files.fetch.registry import data_sets

    parts = [part for part in name.split(":")[1:] if part not in data_sets()]
    if file(name) or any(part and exists(part) for part in parts):
        shared.refuse("Measuring a file of the server")


def cells(
    specs: Sequence[ModelSpec], columns: Sequence[Column], seed: int
) -> dict[tuple[ModelSpec, str], Reading]:
    """The cells that are finished; nothing is loaded or computed."""
    from engine.scorecard.cells import stored_cell

    found = {}
    for spec in specs:
        for column in columns:
            if (cell := stored_cell(spec, column, store(), seed)) is not None:
                found[spec, column.name] = cell
    return found


def report(
    contestants: Sequence[Contestant],
    columns: Sequence[Column],
    cells: Cells,
    seed: int,
    imports: Sequence[Imported] = (),
) -> Report:
    """The report of what is known by now.

    Args:
        contestants: models measured here.
        cells: that are finished.
        seed: of the tests.
        imports: contestants from elsewhere, which follow.
    """
    from engine.scorecard.cells import refused, stored_health
    from engine.scorecard.plan import PRECISION
    from engine.scorecard.table import cell_entry, contestant_entry, measure_entry, report_of

    measures = [measure_entry(column) for column in columns]
    entries, rows = [], []
    for number, contestant in enumerate(contestants, 1):
        spec = contestant.spec
        entries.append(contestant_entry(number, contestant, stored_health(spec, store())))
        for column, measure in zip(columns, measures, strict=True):
            cell = cells.get((spec, measure["name"]))
            known = cell or refused(_NOT_MEASURED)
            entry = cell_entry(
                f"c{number}", measure, {seed: known}, column.identity.get(PRECISION, spec.dtype)
            )
            rows.append(entry if cell is not None else entry | {"status": "missing"})
    from engine.scorecard.imports.imported import Imported, join_imported
    from engine.scorecard.published import published_for

    whole = join_imported(Imported(tuple(entries), tuple(measures), tuple(rows)), imports)
    published = [one for each in whole.measures for one in published_for(str(each["name"]))]
    made: dict[str, Any] = dict(
        report_of(whole.contestants, whole.measures, whole.cells, seed, published=published)
    )
    return made


def released() -> Imported:
    """The models whose scores were released with GEST; nothing is downloaded."""
    return _released()


@st.cache_resource(show_spinner="Reading the released scores …", max_entries=1, ttl=600)
def _released() -> Imported:
    from engine.scorecard.imports.gest import released

    return released()


def import_(name: str, data: bytes) -> Imported:
    """What an uploaded file holds.

    Args:
        name: of the file.
    """
    from engine.scorecard.imports.files import import_bytes

    shared.check_upload(name, len(data))
    return import_bytes(data, name)


def import_path(path: str) -> list[Imported]:
    """What lies at a path on this machine: a file, or the files of a folder."""
    from engine.scorecard.imports.files import import_files

    shared.refuse("Reading a file of the server")
    found, problems = import_files([path])
    if not found:
        raise InputTextError(" ".join(problems[:_MOST_SAID]))
    return found


def export(report: Mapping[str, Any], name: str, contestant: str) -> str:
    """A report in a format.

    Args:
        name: `json`, `csv` or `latex` of the whole, `hf`, `card` or `eee` of one model.
        contestant: id; empty for all.
    """
    from engine.scorecard.exports.formats import FORMATS

    if name == "json":
        return json.dumps(report, ensure_ascii=False, indent=1, allow_nan=False)
    return FORMATS[name](report, contestant)


def seconds(cells: Sequence[tuple[ModelSpec, Column]]) -> float:
    """About how long cells take to be measured on this machine.

    Args:
        cells: each a model under its mask, and a measure.
    """
    from engine.scorecard.columns import seconds_of

    return sum(seconds_of(column, _weights(spec.unmasked())) for spec, column in cells)


@st.cache_resource(show_spinner=False, max_entries=64)
def _weights(spec: ModelSpec) -> int:
    """Bytes of a model's weights; 0 where they are not known."""
    try:
        return sum(file.stat().st_size for file in source_of(spec).folder.glob("*.safetensors"))
    except (BiascopeError, OSError):
        return 0
