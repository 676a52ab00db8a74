"""Reports as files: their version, their digest, and reading one that came from elsewhere."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NotRequired, get_args, get_origin, get_type_hints

from engine.core.digest import canonical_json, data_digest
from engine.core.errors import BiascopeError, InputTextError, is_unicode, json_problem
from engine.core.intervention_text import read_identity
from engine.core.shape import misfit
from engine.core.wording import counted
from engine.measures.arena.settings import ArenaSettings
from engine.measures.arena.value import ArenaReport

_NAME, _VERSION = "biascope.arena", 1
SCHEMA = f"{_NAME}/{_VERSION}"
MOST_BYTES = 32 * 1024 * 1024
MOST_ITEMS = 100_000
MOST_NAMES = 5_000  # groups, categories, sentence types or evaluators
_LONGEST_LABEL = 500
_BY_NAME = (
    "by_category",
    "by_group",
    "by_sentence_type",
    "by_evaluator",
    "baseline",
    "extremes",
    "readings",
)


def digest_of(report: Mapping[str, Any]) -> str:
    """Digest of everything in a report but its digest."""
    return data_digest([{key: part for key, part in report.items() if key != "digest"}])


def read_report(text: str | bytes, name: str) -> ArenaReport:
    """Read a report that someone exported, and refuse anything that is not one."""
    report = _parsed(text, name)
    _check_version(report.get("schema"), name)
    _check_shape(report, name)
    if not is_unicode(canonical_json(report)):
        raise InputTextError(f"{name} contains text that is not valid Unicode.")
    if digest_of(report) != report["digest"]:
        raise InputTextError(
            f"{name} was changed after it was exported, so its numbers cannot be trusted; import "
            "the original file."
        )
    _check_consistent(report, name)
    return report  # type: ignore[return-value]


def _parsed(text: str | bytes, name: str) -> dict[str, Any]:
    if len(text) > MOST_BYTES:
        raise InputTextError(
            f"{name} is no report of the Arena: a report has at most {MOST_BYTES // 2**20} MB, and "
            "this file is larger."
        )
    try:
        decoded = text.decode("utf-8-sig") if isinstance(text, bytes) else text
        report = json.loads(decoded, parse_constant=_refuse_constant, parse_float=_finite)
    except UnicodeDecodeError:
        raise InputTextError(f"{name} is not text in UTF-8, so it is not a report.") from None
    except _NotANumberError as error:
        raise InputTextError(
            f"{name} contains {error}, which no report does; use the file as it was exported."
        ) from None
    except (ValueError, RecursionError) as error:
        reason = f" ({json_problem(error)})" if isinstance(error, json.JSONDecodeError) else ""
        raise InputTextError(f"{name} is not JSON{reason}, so it is not a report.") from None
    if not isinstance(report, dict) or "schema" not in report:
        raise InputTextError(
            f'{name} is not a report of the Arena: it has no "schema". Reports are exported on '
            "the Arena page and by `arena run`."
        )
    return report


class _NotANumberError(Exception):
    """NaN or an infinity, which JSON does not have but Python reads."""


def _refuse_constant(constant: str) -> float:
    raise _NotANumberError(constant)


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise _NotANumberError(f"the number {text[:20]}, too large for a float")
    return number


def _check_version(schema: Any, name: str) -> None:
    if schema == SCHEMA:
        return
    version = re.fullmatch(rf"{re.escape(_NAME)}/(\d{{1,6}})", str(schema), re.ASCII)
    if version is None:
        raise InputTextError(
            f"{name} is not a report of the Arena: its schema is {str(schema)[:60]!r}, and this "
            f"Biascope reads {SCHEMA}."
        )
    if int(version[1]) > _VERSION:
        raise InputTextError(
            f"{name} was written by a newer Biascope ({schema}); this one reads {SCHEMA}. "
            "Update Biascope to open it."
        )
    raise InputTextError(
        f"{name} has the schema {schema}, which this Biascope does not read; it reads {SCHEMA}."
    )


def _check_shape(report: dict[str, Any], name: str) -> None:
    for key, shape in get_type_hints(ArenaReport, include_extras=True).items():
        if get_origin(shape) is NotRequired:
            if key not in report:
                continue
            (shape,) = get_args(shape)
        if key not in report:
            raise InputTextError(f'{name} is not a complete report: "{key}" is missing.')
        if problem := misfit(report[key], shape, key):
            raise InputTextError(
                f'{name} is not a report of the Arena: "{key}" does not have the expected form '
                f"({problem})."
            )
    for key in _BY_NAME:
        if len(report[key]) > MOST_NAMES:
            raise InputTextError(
                f'{name} has {counted(len(report[key]), "entry")} in "{key}"; a report has at most '
                f"{MOST_NAMES:,}."
            )
    if len(report["label"]) > _LONGEST_LABEL:
        raise InputTextError(
            f"The name of the model in {name} has {counted(len(report['label']), 'character')}; "
            "at most "
            f"{_LONGEST_LABEL} are shown."
        )


def _check_consistent(report: dict[str, Any], name: str) -> None:
    """Refuse figures that contradict the items: the ranking is made from the items."""
    size, items = report["prompts"]["n"], report["items"]
    columns = [items[key] for key in ("flag", "score", "group", "template") if key in items]
    if size > MOST_ITEMS or any(len(column) != size for column in columns):
        raise InputTextError(
            f"{name} has figures of {len(items['flag']):,} prompts, not of {size:,}; a report has "
            f"a flag, a score and a group of each, and at most {MOST_ITEMS:,} prompts."
        )
    if any(place >= len(report["by_group"]) for place in items["group"]):
        raise InputTextError(f"{name} has prompts of a group that it has no figures of.")
    try:
        variant = ArenaSettings(**report["settings"]).variant
    except (InputTextError, TypeError):
        variant = None
    if variant != report["variant"]:
        raise InputTextError(f"{name} names a variant that its settings do not make.")
    try:
        read_identity(report["model"])
    except BiascopeError as error:
        raise InputTextError(f"{name} is no report of the Arena. {error}") from None
    flags = [value for value in items["flag"] if value is not None]
    overall = report["overall"]
    if overall["n"] != len(flags) or not _same(flags, overall["flag_rate"]):
        raise InputTextError(f"The flag rate in {name} is not that of its prompts.")


def _same(values: list[float], mean: float | None) -> bool:
    if not values or mean is None:
        return not values and mean is None
    return math.isclose(sum(values) / len(values), mean, abs_tol=1e-6)
