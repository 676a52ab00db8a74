"""The file of a table: `mitigation.json` in the folder that was asked for."""

from __future__ import annotations

from typing import Any

from engine.core.errors import InputTextError, why
from engine.core.paths import ordinary_file
from engine.files.records import parsed_object
from engine.mitigation.report import check_report

NAME = "mitigation.json"
_MOST_BYTES = 32 * 2**20


def read_file(path: str) -> dict[str, Any]:
    """A table that was written before.

    Raises:
        InputTextError: if it is none, or was changed.
    """
    try:
        with ordinary_file(path, "a mitigation table").open("rb") as stream:
            data = stream.read(_MOST_BYTES + 1)
    except OSError as error:
        raise InputTextError(f"{path} cannot be read ({why(error)}).") from None
    if len(data) > _MOST_BYTES:
        raise InputTextError(f"{path} is larger than any mitigation table.")
    report: dict[str, Any] = parsed_object(data.decode("utf-8", "replace"), path)
    check_report(report, path)
    return report
