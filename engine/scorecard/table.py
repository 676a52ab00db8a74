"""All cells in one report, with comparisons of contestants on the same units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.columns.column import Column, Reading
from engine.core.digest import data_digest
from engine.core.libraries import library_versions
from engine.core.version import version
from engine.scorecard.blank import blank_cell, blank_contestant
from engine.scorecard.cells import Failed, Health
from engine.scorecard.columns import PLUGIN
from engine.scorecard.convergence import convergence
from engine.scorecard.order import RULES, RULES_KEY, ordered, weak_ones
from engine.scorecard.plan import PRECISION, Contestant
from engine.scorecard.reliability import reliability
from engine.scorecard.schema import SCHEMA, ScorecardReport, digest_of
from engine.scorecard.words import FAILED, MEASURED, REFUSED, Entry
from engine.statistics import DRAWS, LEVEL


def contestant_entry(
    number: int, contestant: Contestant, health: Health | None = None
) -> dict[str, Any]:
    """A contestant as a report has it.

    Args:
        number: from 1, which makes its id.
        health: None where it was not checked.
    """
    return blank_contestant(
        contestant.label,
        MEASURED,
        id=f"c{number}",
        spec=None if contestant.problem else contestant.spec.identity(),
        note=" ".join(filter(None, (contestant.note, contestant.problem))),
        family=contestant.family,
        parameters=contestant.parameters,
        health="" if health is None else health.status,
        health_reasons=[] if health is None else list(health.reasons),
    )


def measure_entry(column: Column) -> dict[str, Any]:
    """A column as a report has it."""
    page = column.page
    plugin = column.identity.get(PLUGIN)
    return {
        "name": column.name,
        "title": column.title,
        "data": column.data,
        "data_digest": data_digest(
            [{key: part for key, part in column.identity.items() if key != PRECISION}]
        ),
        "variant": column.variant,
        "counted": column.counted,
        "unit": column.unit,
        "scale": column.scale.name,
        "neutral": column.neutral,
        "higher": column.higher,
        "digits": column.digits,
        "group": column.group,
        "page": None if page is None else {"path": page.path, "settings": dict(page.settings)},
        "version": column.version,
        "problem": "",
        **({PLUGIN: plugin} if plugin else {}),
    }


def cell_entry(
    contestant: str, measure: Mapping[str, Any], by_seed: Mapping[int, Reading], precision: str
) -> dict[str, Any]:
    """A cell as a report has it, before it is ranked.

    Args:
        contestant: id.
        measure: from `measure_entry`.
        by_seed: seed -> figure; the first one is that of the table.
        precision: of the weights.
    """
    reading = next(iter(by_seed.values()))
    detail = dict(reading.detail)
    if len(by_seed) > 1:
        detail["seeds"] = {str(seed): found.value for seed, found in by_seed.items()}
    return blank_cell(
        contestant,
        measure,
        reading.value,
        _status(reading),
        interval=None if reading.interval is None else list(reading.interval),
        n=reading.n,
        problem=reading.problem,
        notes=list(reading.notes),
        precision=precision,
        parts=list(reading.parts) or None,
        detail=detail,
    )


def _status(reading: Reading) -> str:
    if isinstance(reading, Failed):
        return FAILED
    return REFUSED if reading.value is None else MEASURED


def report_of(
    contestants: Sequence[Entry],
    measures: Sequence[Entry],
    cells: Sequence[Entry],
    seed: int = 0,
    draws: int = DRAWS,
    ranked: bool = True,
    published: Sequence[Entry] = (),
    manifest: Mapping[str, Any] | None = None,
) -> ScorecardReport:
    """The report of a table: contestants are ranked in each column, never over columns.

    Those too weak to be judged are shown and not ranked.

    Over all contestants of a column it says how reliable the measure is, and over all columns
    whether they agree.

    The same cells give the same bytes: no time, place or device is part of it.

    Args:
        contestants, measures, cells: as in a report.
        seed: of the bootstrap.
        ranked: False for the report of a table that is not finished.
        published: figures from papers, see `engine.scorecard.published`.
        manifest: what is needed to repeat it; versions of the libraries are added.
    """
    weak = weak_ones(contestants)
    found = ordered(measures, cells, seed, draws, weak) if ranked else None
    report: dict[str, Any] = {
        "schema": SCHEMA,
        "contestants": [dict(entry) for entry in contestants],
        "measures": [dict(entry) for entry in measures],
        "cells": [dict(entry) for entry in cells] if found is None else found.cells,
        "comparisons": [] if found is None else found.comparisons,
        "reliability": [],
        "convergence": [],
        "published": [dict(entry) for entry in published],
        "seed": seed,
        "draws": draws,
        "level": LEVEL,
        "manifest": {
            "libraries": library_versions(),
            "biascope": version(),
            "finished": ranked,
            RULES_KEY: RULES,
            **(manifest or {}),
        },
    }
    if ranked:
        report["reliability"] = reliability(report, seed)
        report["convergence"] = convergence(report, seed, draws)
    report["digest"] = digest_of(report)
    return report  # type: ignore[return-value]
