"""The report `biascope.scorecard/1`: its keys, digest and checks; its file, written and read."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, NotRequired, TextIO, get_type_hints

from typing_extensions import TypedDict

from engine.columns.column import BIAS, COST, SCALES
from engine.core.constraints import Interval
from engine.core.digest import data_digest
from engine.core.errors import InputTextError, StorageError, why
from engine.core.paths import file_path, is_folder, ordinary_file
from engine.core.shape import IN_ORDER, misfit, one_of
from engine.core.wording import counted
from engine.files.export import write_whole
from engine.files.records import parsed_object
from engine.flow.shapes import Bounds, Correlation, Count, Share
from engine.scorecard.earlier import reranked
from engine.scorecard.order import distance
from engine.scorecard.words import LARGEST, MOST_DIGITS, ORIGINS, STATUSES

_NAME, _VERSION = "biascope.scorecard", 1
SCHEMA = f"{_NAME}/{_VERSION}"
MOST_BYTES = 128 * 2**20
MOST_ENTRIES = {"contestants": 1_000, "measures": 200}
_MOST = 1_000_000  # of the other lists: comparisons are many
Figure = Annotated[float, Interval(ge=-LARGEST, le=LARGEST)]


class SpecEntry(TypedDict):
    """`ModelSpec.identity()`: whose figures these are."""

    checkpoint: str
    revision: str
    dtype: str
    masked_heads: list[str]


class ContestantEntry(TypedDict):
    """Who is compared.

    Args:
        id: what the other parts of the report call it.
        spec: None where it is no model on a machine.
        source: file or paper, of what was not measured here.
        family: of the network; empty where it is not known.
        parameters: numbers in its weight files.
        health: `green`, `amber` or `red`; empty where it was not checked.
    """

    id: str
    label: str
    origin: Annotated[str, one_of(ORIGINS)]
    spec: SpecEntry | None
    source: str
    note: str
    family: str
    parameters: int | None
    health: str
    health_reasons: list[str]


class MeasureEntry(TypedDict):
    """A column; see `engine.columns.column.Column`.

    Args:
        data_digest: of what decides its figures besides the model.
        page: `path` and `settings` of the page that shows it.
        problem: why it has no figures.
        plugin: that it comes from, as a manifest has it; absent where it is Biascope's.
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
    digits: Annotated[int, Interval(ge=0, le=MOST_DIGITS)]
    group: Annotated[str, one_of((BIAS, COST))]
    page: dict[str, Any] | None
    version: Count
    problem: str
    plugin: NotRequired[dict[str, str]]


class CellDetail(TypedDict, total=False):
    """What is reckoned with of a cell's detail; a measure adds parts of its own.

    Args:
        units: a digest, where the units are not those of the column's data.
        crossed: [2, unit] numbers of what units share.
        clusters: [unit] number of what units share, where that is one thing.
        templates: template -> value, where the measure has several.
        seeds: seed -> value, where these were asked for.
    """

    units: str
    crossed: list[list[int]] | None
    clusters: list[int] | None
    templates: dict[str, float | None] | None
    seeds: dict[str, float | None] | None


class CellEntry(TypedDict):
    """One figure.

    Args:
        parts: see `Reading.parts`; None where they are not known.
        distance: from the neutral value: in the unit of the figure, of a ratio the absolute
            difference of logarithms; of a cost None.
        rank: 1 is nearest to the neutral value, of a cost the lowest; None where it is not ranked,
            for which a note gives the reason.
        tier: holds those that tests do not distinguish from its first member.
        tested_against: id of that member; None for itself.
    """

    contestant: str
    measure: str
    value: Figure | None
    interval: Bounds | None
    n: Count
    neutral: float | None
    status: Annotated[str, one_of(STATUSES)]
    problem: str
    notes: list[str]
    precision: str
    parts: list[Figure | None] | None
    distance: Figure | None
    rank: Count | None
    rank_interval: Annotated[list[Count], IN_ORDER] | None
    tier: Count | None
    tested_against: str | None
    detail: CellDetail


class ComparisonEntry(TypedDict):
    """Two contestants in one column, on the units that all ranked ones have.

    Args:
        difference: of their distances, second minus first, as `CellEntry.distance`; of a cost of
            the figures, and of their logarithms on the scale `exp`.
        p_holm: corrected over the pairs of the column.
        n: units.
        detectable: the smallest difference that a single test of these two finds with 80% power;
            None where there is no interval.
        note: why there is no interval; empty where there is one.
    """

    measure: str
    first: str
    second: str
    difference: float
    interval: Bounds | None
    p: Share | None
    p_holm: Share | None
    n: Count
    test: str
    detectable: NotRequired[float | None]
    note: NotRequired[str]


class ReliabilityEntry(TypedDict):
    """How far a measure orders the contestants as before; see `engine.scorecard.reliability`."""

    measure: str
    kind: str
    n_contestants: Count
    value: Correlation | None
    interval: Bounds | None
    corrected: Correlation | None
    corrected_interval: NotRequired[Bounds | None]
    uncorrected: NotRequired[str]
    draws: NotRequired[Count]
    seed: NotRequired[int | None]
    problem: str
    range: NotRequired[Bounds | None]
    units: NotRequired[Count]
    clusters: NotRequired[Count | None]
    measures: NotRequired[list[str]]
    templates: NotRequired[Count]
    seeds: NotRequired[list[str]]


class AgreementFigure(TypedDict):
    """Kendall's tau-b of two measures over contestants."""

    tau: Correlation | None
    interval: Bounds | None
    p: Share | None
    p_holm: Share | None


class ConvergenceEntry(AgreementFigure):
    """Whether two measures order the contestants alike; see `engine.scorecard.convergence`."""

    first: str
    second: str
    n_contestants: Count
    problem: str
    signed: NotRequired[AgreementFigure | None]


class PublishedEntry(TypedDict):
    """A printed figure; see `engine.scorecard.published`."""

    measure: str
    label: str
    value: Figure
    interval: Bounds | None
    n: Count | None
    source: str
    note: str
    absolute: NotRequired[bool]


def blank_contestant(label: str, origin: str, **known: Any) -> dict[str, Any]:
    """A contestant of which only what is given is known.

    Args:
        label: as it is shown, and its id where no other is given.
        known: further keys of `ContestantEntry`.
    """
    return {
        "id": label,
        "label": label,
        "origin": origin,
        "spec": None,
        "source": "",
        "note": "",
        "family": "",
        "parameters": None,
        "health": "",
        "health_reasons": [],
    } | known


def blank_cell(
    contestant: str, measure: Mapping[str, Any], value: float | None, status: str, **known: Any
) -> dict[str, Any]:
    """A cell that is not ranked, of which only what is given is known.

    Args:
        contestant: id.
        measure: as a report has it.
        known: further keys of `CellEntry`.
    """
    return {
        "contestant": contestant,
        "measure": measure["name"],
        "value": value,
        "interval": None,
        "n": 0,
        "neutral": measure["neutral"],
        "status": status,
        "problem": "",
        "notes": [],
        "precision": "",
        "parts": None,
        "distance": distance(value, measure),
        "rank": None,
        "rank_interval": None,
        "tier": None,
        "tested_against": None,
        "detail": {},
    } | known


class ScorecardReport(TypedDict):
    """A table of contestants by measures; its digest is that of all other keys."""

    schema: str
    contestants: list[ContestantEntry]
    measures: list[MeasureEntry]
    cells: list[CellEntry]
    comparisons: list[ComparisonEntry]
    reliability: list[ReliabilityEntry]
    convergence: list[ConvergenceEntry]
    published: list[PublishedEntry]
    seed: int
    draws: Count
    level: Share
    manifest: dict[str, Any]
    digest: str


def digest_of(report: Mapping[str, Any]) -> str:
    """Digest of everything in a report but its digest."""
    return data_digest([{key: part for key, part in report.items() if key != "digest"}])


def read(text: str | bytes, name: str = "The report") -> ScorecardReport:
    """Read a report that was written before, and refuse anything that is not one.

    Args:
        text: of the file.
        name: of the file, for messages.
    """
    if len(text) > MOST_BYTES:
        raise InputTextError(
            f"{name} is larger than {MOST_BYTES // 2**20} MB, the most that a scorecard has."
        )
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
    except UnicodeDecodeError:
        raise InputTextError(f"{name} is not text in UTF-8, so it is no scorecard.") from None
    report = parsed_object(decoded, name)
    _check_version(report.get("schema"), name)
    _check_shape(report, name)
    if digest_of(report) != report["digest"]:
        raise InputTextError(
            f"{name} was changed after it was written, so its numbers cannot be trusted; use the "
            "original file."
        )
    check_consistent(report, name)
    return report  # type: ignore[return-value]


def _check_version(schema: Any, name: str) -> None:
    if schema == SCHEMA:
        return
    pattern = rf"{re.escape(_NAME)}/(\d{{1,6}})"
    version = re.fullmatch(pattern, schema, re.ASCII) if isinstance(schema, str) else None
    if schema is None:
        raise InputTextError(
            f'{name} is no scorecard: it has no "schema"; give a file that sweep wrote, or import '
            "others with scorecard import."
        )
    if version is None:
        raise InputTextError(
            f'{name} is no scorecard: its "schema" is {str(schema)[:60]!r}, and this Biascope '
            f"reads {SCHEMA}."
        )
    cure = "update Biascope to open it" if int(version[1]) > _VERSION else "run its sweep again"
    raise InputTextError(
        f"{name} has the schema {schema}, and this Biascope reads {SCHEMA}; {cure}."
    )


def _check_shape(report: dict[str, Any], name: str) -> None:
    for key, shape in get_type_hints(ScorecardReport, include_extras=True).items():
        if key not in report:
            raise InputTextError(f'{name} is not a complete scorecard: "{key}" is missing.')
        most = MOST_ENTRIES.get(key, _MOST)
        if isinstance(report[key], list) and len(report[key]) > most:
            raise InputTextError(
                f'{name} has {counted(len(report[key]), "entry")} in "{key}"; the most is {most:,}.'
            )
        if problem := misfit(report[key], shape, key):
            raise InputTextError(
                f'{name} is no scorecard: "{key}" does not have the expected form ({problem}).'
            )


# --- consistent ---------------------------------------------------------------------------
# The parts of a report have to fit each other.

_LONGEST = 2_000  # characters of a name or a label
_SAME = 1e-6
_PATH = re.compile(r"/[a-z_]{1,30}", re.ASCII)


def check_consistent(report: Mapping[str, Any], name: str) -> None:
    """Refuse a report that names what it does not hold, or figures that are not those of its parts.

    Args:
        name: of the file, for messages.
    """
    contestants = _by(report, "contestants", "id", name)
    measures = _by(report, "measures", "name", name)
    for entry in report["contestants"]:
        if len(entry["label"]) > _LONGEST:
            raise InputTextError(f"A name in {name} is longer than {_LONGEST:,} characters.")
    for place, entry in enumerate(report["measures"]):
        if entry["page"] is not None and not _is_link(entry["page"]):
            raise InputTextError(
                f"A measure in {name} names a page that is none (measures[{place}].page); a page "
                "has a path such as /pairs, and settings that are text."
            )
    seen = set()
    for cell in report["cells"]:
        key = cell["contestant"], cell["measure"]
        if key[0] not in contestants or key[1] not in measures or key in seen:
            raise InputTextError(
                f"{name} has figures of a model or a measure that it does not name, or twice."
            )
        seen.add(key)
        if not _is_of_parts(cell, measures[key[1]]):
            raise InputTextError(f"A figure of {key[1][:80]} in {name} is not that of its parts.")
    for entry in report["comparisons"]:
        named = entry["first"] in contestants and entry["second"] in contestants
        if not named or entry["measure"] not in measures:
            raise InputTextError(f"{name} compares a model or a measure that it does not name.")
    for entry in report["convergence"]:
        if entry["first"] not in measures or entry["second"] not in measures:
            raise InputTextError(f"{name} compares a measure that it does not name.")


def _by(report: Mapping[str, Any], key: str, field: str, name: str) -> dict[str, Any]:
    found = {entry[field]: entry for entry in report[key]}
    if len(found) != len(report[key]):
        raise InputTextError(f'{name} has two entries of one name in "{key}".')
    if any(len(entry) > _LONGEST for entry in found):
        raise InputTextError(f"A name in {name} is longer than {_LONGEST:,} characters.")
    return found


def _is_link(page: Mapping[str, Any]) -> bool:
    """Whether it is a page of Biascope with settings of its address; nothing else is opened."""
    settings = page.get("settings")
    return (
        isinstance(page.get("path"), str)
        and _PATH.fullmatch(page["path"]) is not None
        and isinstance(settings, dict)
        and all(isinstance(value, str) for value in settings.values())
    )


def _is_of_parts(cell: Mapping[str, Any], measure: Mapping[str, Any]) -> bool:
    known = [part for part in cell["parts"] or () if part is not None]
    if not known or cell["value"] is None:
        return True
    value = SCALES[measure["scale"]].of(math.fsum(known) / len(known))
    return math.isclose(value, cell["value"], rel_tol=_SAME, abs_tol=_SAME)


# --- file ---------------------------------------------------------------------------------
# The file of a table is written whole, and read.

NAME = "scorecard.json"
_ROOM = 2**20  # bytes that are tried; a table of a handful of models has about as many


def prepare_folder(name: str) -> Path:
    """Make sure that a table can be written into a folder, before anything is computed for it.

    Returns:
        The folder, which is made if it is not there.
    """
    folder = file_path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not is_folder(folder):
            raise InputTextError(f"--out names a folder; {name} is a file.")
        trial = folder / f".{NAME}.{os.getpid()}.trial"
        try:
            with trial.open("wb") as stream:
                stream.write(bytes(_ROOM))
                stream.flush()
                os.fsync(stream.fileno())
        finally:
            trial.unlink(missing_ok=True)
    except FileExistsError:
        raise InputTextError(f"--out names a folder; {name} is a file.") from None
    except OSError as error:
        raise StorageError(
            f"Nothing can be written into {name} ({why(error)}); choose another folder."
        ) from None
    return folder


def write(report: Mapping[str, Any], folder: Path) -> Path:
    """Write a table into its folder, in place of an earlier one, whole or not at all.

    Raises:
        StorageError: if it cannot be written.
    """
    return write_file(report, folder / NAME)


def write_file(report: Mapping[str, Any], path: Path | str) -> Path:
    """Write a table under any name, whole or not at all."""

    def into(stream: TextIO) -> None:
        json.dump(report, stream, ensure_ascii=False, allow_nan=False)
        stream.write("\n")

    return write_whole(path, into)


def read_file(path: str) -> ScorecardReport:
    """A table from its file; one made by earlier rules is ranked by those of now."""
    try:
        with ordinary_file(path, "a scorecard").open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputTextError(f"{path} cannot be read ({why(error)}).") from None
    report = read(data, Path(path).name)
    ranked = reranked(report)
    if ranked is report:
        return report
    return {**ranked, "digest": digest_of(ranked)}  # type: ignore[typeddict-item]
