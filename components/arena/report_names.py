"""Reports by name: a different one for each, and what tells two of the same model apart."""

from __future__ import annotations

from collections.abc import Sequence

from components.arena.figures import Report
from components.present.labels import short

_LONGEST = 80  # characters of a label in a box or a column
_DIGEST = 8  # characters of a digest that tell two reports apart


def by_name(reports: Sequence[Report]) -> dict[str, Report]:
    """Reports under their labels; equal labels are followed by the beginning of the digest."""
    labels = [short(label_of(report), _LONGEST) for report in reports]
    return {
        label if labels.count(label) == 1 else f"{label} ({_digest(report)})": report
        for label, report in zip(labels, reports, strict=True)
    }


def label_of(report: Report) -> str:
    """What a report calls its model."""
    return str(report.get("label") or report["model"].get("checkpoint") or "unnamed model")


def set_text(report: Report) -> str:
    """The prompt set of a report: `bundled 1.0, drawn with seed 0`."""
    prompts = report["prompts"]
    name = " ".join(filter(None, [prompts["name"], prompts.get("version")]))
    drawn = prompts.get("drawn")
    return f"{name}, drawn with seed {drawn['seed']}" if drawn else name


def suite_text(report: Report) -> str:
    """The suite of a report, and whether its figures are a demonstration."""
    suite = report["suite"]
    return f"{suite['name']} (demonstration)" if suite["demo"] else str(suite["name"])


def _digest(report: Report) -> str:
    return str(report["digest"]).partition(":")[2][:_DIGEST]
