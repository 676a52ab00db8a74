"""Contestants: what the screen calls the model of a report, and which reports are of the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from components.shell.subject import label_of
from engine.errors import BiascopeError
from engine.spec import ModelSpec, format_heads, parse_heads

_NAMED_HEADS = 4  # in a label; more are counted

Report = Mapping[str, Any]


def names(reports: Sequence[Report]) -> list[str]:
    """A name for each report's model, no two alike.

    Args:
        reports: in any order; equal names are told apart by heads, revision and number.
    """
    found = _by_masks(reports) or [name_of(report) for report in reports]
    for more in (_heads, _revision):
        twice = {name for name, times in Counter(found).items() if times > 1}
        found = [
            " ".join(filter(None, (name, more(report)))) if name in twice else name
            for name, report in zip(found, reports, strict=True)
        ]
    seen: Counter[str] = Counter()
    numbered = []
    for name in found:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return numbered


def _by_masks(reports: Sequence[Report]) -> list[str]:
    """What differs between reports of one model: its masked heads; empty if they are of several."""
    specs = [spec_of(report) for report in reports]
    whole = {spec.unmasked() if spec is not None else None for spec in specs}
    if len(reports) < 2 or len(whole) > 1 or None in whole:
        return []
    return [label_of(spec, spec.unmasked()) for spec in specs if spec is not None]


def name_of(report: Report) -> str:
    """The model of a report as the model bar names it; of one made elsewhere, its own name."""
    spec = spec_of(report)
    if spec is not None:
        return label_of(spec, None)
    return str(report["model"].get("name") or report.get("label") or "unnamed")


def spec_of(report: Report) -> ModelSpec | None:
    """The spec of a report's model; None where the completions were made elsewhere."""
    model = report["model"]
    if not model.get("checkpoint"):
        return None
    try:
        heads = parse_heads(", ".join(model.get("masked_heads") or ()))
        return ModelSpec(
            model["checkpoint"], model.get("revision", ""), model.get("dtype", "float32"), heads
        )
    except (BiascopeError, ValueError, TypeError):
        return None


def identity(report: Report) -> str:
    """What two reports of the same model, prompts, suite and variant share."""
    return json.dumps(
        [
            report["model"],
            report["prompts"].get("digest"),
            report["suite"].get("digest"),
            report.get("variant"),
        ],
        sort_keys=True,
    )


def _heads(report: Report) -> str:
    spec = spec_of(report)
    if spec is None or not spec.masked_heads:
        return ""
    more = ", …" if len(spec.masked_heads) > _NAMED_HEADS else ""
    return f"({format_heads(spec.masked_heads[:_NAMED_HEADS])}{more})"


def _revision(report: Report) -> str:
    return str(report["model"].get("revision", "")).rpartition(":")[2][:7]
