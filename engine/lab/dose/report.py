"""A run of dose and response as one JSON-ready report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from engine.core.libraries import library_versions
from engine.core.version import version
from engine.lab.dose.readings import DoseReading, Instrument
from engine.lab.dose.response import responses, summary
from engine.lab.dose.settings import DosedModel, DoseRequest, planted_gaps


def dose_report(
    request: DoseRequest,
    name: str,
    instruments: Sequence[Instrument],
    readings: Mapping[DosedModel, Mapping[str, DoseReading]],
) -> dict[str, Any]:
    """What the command prints and the page draws.

    Args:
        name: of the models.
        readings: of every model, by name of the measure.

    Returns:
        `doses` (each with the `gap` it plants, see `planted_gaps`), `seeds`, `measures`,
        `responses` (one entry a measure and model: `value`, `interval`, `n`), `summary` (one a
        measure, see `response.summary`), `problems` (why a measure has no figures), `request`,
        and the versions.
    """
    by_measure = {
        one.name: {model: found[one.name] for model, found in readings.items()}
        for one in instruments
    }
    seed = request.injection.settings.seed
    summaries = [summary(one, by_measure[one.name], seed) for one in instruments]
    return {
        "doses": [{"dose": dose, "gap": gap} for dose, gap in planted_gaps(request).items()],
        "seeds": list(request.seed_numbers),
        "measures": [
            {"measure": values.pop("name"), **values} for values in map(asdict, instruments)
        ],
        "responses": [
            entry for one in instruments for entry in responses(one, by_measure[one.name])
        ],
        "summary": summaries,
        "problems": {
            found["measure"]: found["problem"] for found in summaries if "problem" in found
        },
        "request": {"name": name, **request.identity()},
        "libraries": library_versions(),
        "biascope": version(),
    }
