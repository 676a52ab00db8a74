"""Reports by name: a different one for each, and what tells two of the same model apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from components.arena import contestants, wording
from components.arena.figures import Report
from components.frame.present.labels import short

_LONGEST = 80  # characters of a label in a box
_DIGEST = 8  # characters of a digest that tell two reports apart


def by_name(reports: Sequence[Report]) -> dict[str, Report]:
    """Reports under their labels; what tells equal ones apart follows, at last a digest."""
    labels = [short(label_of(report), _LONGEST) for report in reports]
    parts: list[Callable[[Report], str]] = [set_text, suite_text, lambda report: report["variant"]]
    for part in parts:
        added = [part(report) for report in reports]
        labels = [
            f"{label} · {more}" if _differs(label, labels, added) else label
            for label, more in zip(labels, added, strict=True)
        ]
    return {
        label if labels.count(label) == 1 else f"{label} ({_digest(report)})": report
        for label, report in zip(labels, reports, strict=True)
    }


def _differs(label: str, labels: Sequence[str], added: Sequence[str]) -> bool:
    """Whether reports of one label differ in what could be added to it."""
    return len({more for name, more in zip(labels, added, strict=True) if name == label}) > 1


def label_of(report: Report) -> str:
    """The model of a report as the model bar names it, with its masked heads where they are few."""
    return contestants.with_heads(report, contestants.name_of(report))


def model_text(report: Report) -> str:
    """The model of a report with all of its masked heads."""
    return contestants.with_heads(report, contestants.name_of(report), all_of_them=True)


def full_text(report: Report) -> str:
    """Model, sentences, evaluators and variant of a report."""
    return " · ".join([model_text(report), set_text(report), suite_text(report), report["variant"]])


def set_text(report: Report) -> str:
    """The sentences of a report: `1,000 of Biascope's sentences, seed 0`."""
    prompts = report["prompts"]
    named = wording.SETS.get(prompts["name"])
    name = named or " ".join(filter(None, [prompts["name"], prompts.get("version")]))
    drawn = prompts.get("drawn")
    text = f"{prompts['n']:,} of {name}"
    return f"{text}, seed {drawn['seed']}" if drawn else text


def suite_text(report: Report) -> str:
    """The suite of a report, and whether its figures are a demonstration."""
    suite = report["suite"]
    if suite["demo"]:
        return "demo" if suite["name"] == "demo" else f"{suite['name']} (demonstration)"
    return str(suite["name"])


def _digest(report: Report) -> str:
    return str(report["digest"]).partition(":")[2][:_DIGEST]
