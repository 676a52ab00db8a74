"""Contestants: what the screen calls the model of a report, and which reports are of the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from components.frame.shell.subject import label_of, masked_count
from engine.core.digest import data_digest
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec, format_heads, parse_heads

_NAMED_HEADS = 3  # in a label; more are counted
_DIGEST = 6  # characters that tell two masks of as many heads apart

Report = Mapping[str, Any]


def names(reports: Sequence[Report]) -> list[str]:
    """A name for each report's model, no two alike.

    Args:
        reports: in any order; equal names are told apart by heads, revision and number.
    """
    found = _by_masks(reports) or [name_of(report) for report in reports]
    if sum(_is_masked(report) for report in reports) > 1:
        found = [with_heads(report, name) for report, name in zip(reports, found, strict=True)]
    for more in (_mask_digest, _revision):
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


def with_heads(report: Report, name: str, all_of_them: bool = False) -> str:
    """A name that says which heads are masked instead of how many, where these are few.

    Args:
        name: from `name_of`, or only its masks.
        all_of_them: name the heads however many they are.
    """
    spec = spec_of(report)
    heads = () if spec is None else spec.masked_heads
    if not heads or (len(heads) > _NAMED_HEADS and not all_of_them):
        return name
    which = f"{'head' if len(heads) == 1 else 'heads'} {format_heads(heads)} masked"
    return name.removesuffix(masked_count(heads)) + which


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


def _is_masked(report: Report) -> bool:
    spec = spec_of(report)
    return spec is not None and bool(spec.masked_heads)


def _mask_digest(report: Report) -> str:
    """Tells masks of many heads apart; the same for the same heads."""
    spec = spec_of(report)
    if spec is None or len(spec.masked_heads) <= _NAMED_HEADS:
        return ""
    digest = data_digest([format_heads(spec.masked_heads)])
    return f"({digest.rpartition(':')[2][:_DIGEST]})"


def _revision(report: Report) -> str:
    return str(report["model"].get("revision", "")).rpartition(":")[2][:7]
