"""Figures of a model as Every Eval Ever 0.3, the shared format for results of evaluations.

Source: github.com/evaleval/every_eval_ever, schema 0.3.0.
"""

from __future__ import annotations

import json
import re
import time
from typing import Any

from engine.core.spec import is_commit
from engine.files.fetch.registry import data_sets
from engine.scorecard.exports.contents import (
    cells_by_measure,
    interventions_of,
    items_of,
    masked_heads,
    one_line,
    single,
)
from engine.scorecard.exports.hf_eval_results import hub_data
from engine.scorecard.words import Entry, Report

SCHEMA_VERSION = "0.3.0"
_CONFIDENCE = 0.95
_ENDLESS = ("-Infinity", "Infinity")
# Of a scale with the unit that makes it one; differences of shares, in points, have no such end.
_RANGES: dict[tuple[str, str], tuple[float | str, float | str]] = {
    ("percent", "%"): (0, 100),
    ("exp", ""): (0, "Infinity"),
}
_NEARER = (
    "The schema asks whether lower is better. A figure is better the nearer it is to its neutral "
    "value, so lower is better above it and higher is better below it."
)


def write(report: Report, contestant: str = "", at: float | None = None) -> str:
    """The figures of one model as JSON; cells without one are left out.

    Args:
        at: seconds since 1970, for the time the record was made; None for now.
    """
    chosen = single(report, contestant)
    made = str(int(time.time() if at is None else at))
    model, measured = _model(chosen), chosen["origin"] == "measured"
    record = {
        "schema_version": SCHEMA_VERSION,
        "evaluation_id": f"biascope/{_name(model['id'])}/{made}",
        "retrieved_timestamp": made,
        "source_metadata": {
            "source_name": one_line(chosen["source"]) or "Biascope",
            "source_type": "evaluation_run" if measured else "documentation",
            "source_organization_name": "unknown",
            "evaluator_relationship": "other",
            "additional_details": {
                "origin": chosen["origin"],
                "report": one_line(report["digest"]),
            },
        },
        "model_info": model,
        "eval_library": _library(report, measured),
        "evaluation_results": [
            _result(measure, cell)
            for measure, cell in cells_by_measure(report, chosen)
            if cell["value"] is not None
        ],
    }
    return json.dumps(record, ensure_ascii=False, allow_nan=False, indent=2) + "\n"


def _library(report: Report, measured: bool) -> dict[str, str]:
    """What computed the figures; reports of earlier versions do not say which version."""
    if not measured:
        return {"name": "unknown", "version": "unknown"}
    version = one_line(report["manifest"].get("biascope", ""))
    return {"name": "biascope", "version": version or "unknown"}


def _model(contestant: Entry) -> dict[str, Any]:
    spec = contestant["spec"] or {}
    known = is_commit(spec.get("revision", ""))  # a model of the hub
    details = {
        "deployment_type": "self_deployed" if spec else "unknown",
        "model_availability": "open_weights" if known else "unknown",
    }
    details |= {key: str(spec[key]) for key in ("revision", "dtype") if key in spec}
    if heads := masked_heads(contestant):
        details["masked_heads"] = ", ".join(heads)
    if done := interventions_of(contestant):
        details["interventions"] = done
    identity = spec.get("checkpoint") or contestant["label"]
    return {
        "name": one_line(contestant["label"]),
        "id": one_line(identity),
        "additional_details": details,
    }


def _name(text: str) -> str:
    """A model's id as a part of an evaluation's."""
    return re.sub(r"[^\w.-]+", "_", text).strip("_") or "model"


def _result(measure: Entry, cell: Entry) -> dict[str, Any]:
    low, high = _RANGES.get((measure["scale"], measure["unit"]), _ENDLESS)
    details = {"notes": " ".join(cell["notes"]), "status": cell["status"]}
    if cell["distance"] is not None:
        details["distance_from_neutral"] = str(cell["distance"])
    score: dict[str, Any] = {
        "score": float(cell["value"]),
        "details": {key: one_line(text) for key, text in details.items() if text},
    }
    uncertainty: dict[str, Any] = _samples("num_samples", cell)
    if cell["interval"] is not None:
        uncertainty["confidence_interval"] = {
            "lower": float(cell["interval"][0]),
            "upper": float(cell["interval"][1]),
            "confidence_level": _CONFIDENCE,
        }
    if uncertainty:
        score["uncertainty"] = uncertainty
    return {
        "evaluation_result_id": measure["name"],
        "evaluation_name": one_line(measure["title"]),
        "source_data": _data(measure, cell),
        "metric_config": {
            "evaluation_description": one_line(measure["variant"]),
            "metric_id": f"biascope.{measure['name']}",
            "metric_name": one_line(measure["title"]),
            "metric_unit": one_line(measure["unit"]) or "none",
            "lower_is_better": measure["neutral"] is None or cell["value"] > measure["neutral"],
            "score_type": "continuous",
            "min_score": low,
            "max_score": high,
            "additional_details": _details(measure, cell),
        },
        "score_details": score,
    }


def _samples(name: str, cell: Entry) -> dict[str, int]:
    """How many items a figure is of, under a name; empty where an import does not say it."""
    found = items_of(cell)
    return {} if found is None else {name: found}


def _details(measure: Entry, cell: Entry) -> dict[str, str]:
    found = {
        "higher": measure["higher"],
        "counted": measure["counted"],
        "measure_version": measure["version"],
        "precision": cell["precision"],
    }
    if measure["neutral"] is not None:
        found |= {"neutral": measure["neutral"], "lower_is_better": _NEARER}
    return {key: one_line(value) for key, value in found.items() if value != ""}


def _data(measure: Entry, cell: Entry) -> dict[str, Any]:
    name = one_line(measure["data"]) or "unnamed"
    extra: dict[str, Any] = {}
    if digest := measure.get("data_digest"):
        extra = {"additional_details": {"data_digest": one_line(digest)}}
    if on_hub := hub_data(measure["name"]):
        return {
            "dataset_name": name,
            "source_type": "hf_dataset",
            "hf_repo": on_hub,
            **_samples("samples_number", cell),
            **extra,
        }
    registered = data_sets().get(measure["name"].split(":")[1] if ":" in measure["name"] else "")
    if registered is not None:
        url = [registered.source]
        return {"dataset_name": name, "source_type": "url", "url": url, **extra}
    return {"dataset_name": name, "source_type": "other", **extra}
