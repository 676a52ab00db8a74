"""Reading a report `biascope.scorecard/1`: its version, form, digest and parts are checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, get_type_hints

from engine.core.errors import BiascopeError, InputTextError
from engine.core.intervention_text import read_identity
from engine.core.shape import misfit
from engine.core.wording import counted
from engine.files.records import parsed_object
from engine.scorecard.consistent import check_consistent
from engine.scorecard.schema import FORMAT, SCHEMA, VERSION, ScorecardReport, digest_of

MOST_BYTES = 128 * 2**20
MOST_ENTRIES = {"contestants": 1_000, "measures": 200}
_MOST = 1_000_000  # of the other lists: comparisons are many


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
    for contestant in report["contestants"]:
        _check_interventions(contestant["spec"] or {}, name)
    check_consistent(report, name)
    return report  # type: ignore[return-value]


def _check_interventions(spec: Mapping[str, Any], name: str) -> None:
    try:
        read_identity(spec)
    except BiascopeError as error:
        raise InputTextError(f"{name} is no scorecard. {error}") from None


def _check_version(schema: Any, name: str) -> None:
    if schema == SCHEMA:
        return
    pattern = rf"{re.escape(FORMAT)}/(\d{{1,6}})"
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
    cure = "update Biascope to open it" if int(version[1]) > VERSION else "run its sweep again"
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
