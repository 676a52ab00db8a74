"""Reports of our own as imports: Scorecard and Arena."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.columns.column import BIAS
from engine.columns.scale import PERCENT
from engine.core.digest import data_digest
from engine.core.errors import BiascopeError
from engine.scorecard.imports.imported import Imported, imported_cell, imported_contestant
from engine.scorecard.schema import read
from engine.scorecard.words import IMPORTED, MEASURED, REFUSED

_OF_SPEC = {"checkpoint", "revision", "dtype", "masked_heads"}


def read_scorecard(text: bytes, name: str) -> Imported:
    """A scorecard of another machine or day.

    Args:
        text: of the file.
        name: of the file, for messages and as the source.
    """
    report = read(text, name)
    contestants = tuple(
        {
            **entry,
            "origin": IMPORTED if entry["origin"] == MEASURED else entry["origin"],
            "source": entry["source"] or name,
        }
        for entry in report["contestants"]
    )
    cells = tuple(
        {**cell, "status": IMPORTED if cell["status"] == MEASURED else cell["status"]}
        for cell in report["cells"]
    )
    return Imported(contestants, tuple(dict(entry) for entry in report["measures"]), cells)


def read_arena(text: bytes, name: str) -> Imported:
    """A report of the Arena: its flag rate, comparable with the same prompts, suite and variant.

    Args:
        text: of the file.
        name: of the file, for messages and as the source.
    """
    from engine.measures.arena.schema import read_report

    report: Mapping[str, Any] = dict(read_report(text, name))
    model = report["model"]
    # A model is known to us where its report says which weights it had.
    spec = (
        dict(model) if {"checkpoint", "revision", "dtype", "masked_heads"} <= set(model) else None
    )
    contestant = imported_contestant(report["label"], name, spec=spec)
    suite, overall = report["suite"], report["overall"]
    own = column_of(report)
    measure = own or _measure(report)
    demo = ["The evaluators are a demonstration: no measurement to cite."] * suite["demo"]
    known = {"n": overall["n"], "notes": demo, "precision": (spec or {}).get("dtype", "")}
    if overall["flag_rate"] is None:
        cell = imported_cell(contestant, measure, 0.0, **known) | {
            **dict.fromkeys(("value", "distance")),
            "status": REFUSED,
            "problem": "No evaluator judged any of its completions.",
        }
    else:
        flags = list(report["items"]["flag"])
        cell = imported_cell(
            contestant,
            measure,
            100 * overall["flag_rate"],
            parts=flags,
            **known,
            **(_of_interval(overall["interval"]) if own is None else _as_measured(own, flags)),
        )
    return Imported((contestant,), (measure,), (cell,))


def _of_interval(bounds: Sequence[float] | None) -> dict[str, Any]:
    return {"interval": None if bounds is None else [100 * bound for bound in bounds]}


def _as_measured(measure: Mapping[str, Any], flags: Sequence[float | None]) -> dict[str, Any]:
    """Interval and detail of a cell as our own models get them, so that a column has one kind."""
    import numpy as np

    from engine.measures.arena.column import prompts_of
    from engine.measures.arena.flags import flag_interval, structure

    prompts = prompts_of(measure["name"].partition(":")[2]).prompts
    values = np.array(flags, float)  # None becomes nan
    bounds = flag_interval(prompts, values)
    return {"interval": bounds and list(bounds), "detail": structure(prompts, values)}


def column_of(report: Mapping[str, Any]) -> dict[str, Any] | None:
    """The column that our own models are measured in, where it is of the same prompts and suite.

    Args:
        report: of the Arena.

    Returns:
        As a report of the Scorecard has it; None where the report is of other prompts, evaluators
        or settings than any column.
    """
    from engine.flow.registry import MEASURES
    from engine.measures.arena import column as arena
    from engine.prompts.sets import BUNDLED
    from engine.scorecard.table import measure_entry

    prompts, suite = report["prompts"], report["suite"]
    if prompts["name"] != BUNDLED or not suite["demo"]:
        return None
    size = str(prompts["n"]) if prompts["drawn"] else "all"
    try:
        found = measure_entry(arena.column(f"{BUNDLED}:{size}"))
    except BiascopeError:  # as many prompts as the set here does not have
        return None
    identity = {
        "measure": "prompt_completion",
        "measure_version": MEASURES["prompt_completion"].version,
        "prompts": prompts["digest"],
        "suite": suite["digest"],
        **report["settings"],
    }
    return found if found["data_digest"] == data_digest([identity]) else None


def _measure(report: Mapping[str, Any]) -> dict[str, Any]:
    """A column for one set of prompts, one suite and one variant."""
    prompts, suite = report["prompts"], report["suite"]
    identity = [prompts["digest"], suite["digest"], report["variant"], _revisions(suite)]
    digest = data_digest([identity])
    return {
        "name": f"arena:report:{digest[-8:]}",
        "title": f"Flagged completions, {suite['name']}",
        "data": f"{prompts['name']} {prompts['version']}".strip(),
        "data_digest": digest,
        "variant": report["variant"],
        "counted": "prompts",
        "unit": "%",
        "scale": PERCENT.name,
        "neutral": 0.0,
        "higher": "more completions are flagged",
        "digits": 1,
        "group": BIAS,
        "page": {"path": "/arena", "settings": {}},
        "version": 1,
        "problem": "",
    }


def _revisions(suite: Mapping[str, Any]) -> dict[str, str]:
    return {
        str(entry.get("name")): str(entry.get("revision") or "") for entry in suite["evaluators"]
    }
