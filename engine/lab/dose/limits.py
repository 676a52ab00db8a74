"""The smallest planted bias that a measure noticed in the newest run on this machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from engine.core.errors import StorageError
from engine.core.spec import DTYPES, ModelSpec
from engine.lab.dose.place import places


@dataclass(frozen=True)
class DetectionLimit:
    """What one run says of one measure.

    Args:
        dose: the smallest that was noticed, as were all larger ones; None where none was.
        gap: that it plants, see `report.planted_gaps`, 0 to 1; that of the largest dose where none
            was noticed.
        seeds: of the run.
        counted: what `n` counts, as `occupations`.
        n: units of the measure.
    """

    dose: float | None
    gap: float
    seeds: int
    counted: str
    n: int


def detection_limit_of(measure: str, spec: ModelSpec) -> DetectionLimit | None:
    """What the newest finished run on a model says of a measure.

    Args:
        measure: name of a reading of `dose.readings`, or of a column.
        spec: of the model; a run says nothing of it with masked heads.

    Returns:
        None where no run has measured it.
    """
    plain = replace(spec, dtype=DTYPES[0])
    reports = (report for found, report in _finished() if found == plain)
    return next(filter(None, (limit_in(report, measure) for report in reports)), None)


def _finished() -> Iterator[tuple[ModelSpec, dict[str, Any]]]:
    """Models that were planted in, with the reports on them, newest first."""
    for place in places():
        with suppress(StorageError):
            if (report := place.report()) is not None:
                yield place.request().injection.spec, report


def limit_in(report: Mapping[str, Any], measure: str) -> DetectionLimit | None:
    """What a report says of a measure; None where it says nothing.

    Args:
        report: see `report.dose_report`.
        measure: as `detection_limit_of` takes it.
    """
    found = next((one for one in report["summary"] if one["measure"] == measure), None)
    told = next((one for one in report["measures"] if one["measure"] == measure), None)
    if found is None or told is None or not told["planted"] or "problem" in found:
        return None
    gaps = {entry["dose"]: entry["gap"] for entry in report["doses"]}
    limit = found["detection_limit"]
    gap = gaps[max(gaps) if limit is None else limit]
    return DetectionLimit(limit, gap, len(report["seeds"]), told["counted"], found["n"])
