"""The parts of a report have to fit each other."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

from engine.columns.column import SCALES
from engine.core.errors import InputTextError

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
