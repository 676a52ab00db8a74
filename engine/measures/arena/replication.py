"""Alignment Arena (Rezaee 2025): table 1 as published, and flag rates measured here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.measures.arena.published import CAVEAT, NOT_COMPARABLE, TABLE_1, published_name

MODELS = tuple(TABLE_1)
OTHER_SUITE = (
    "The suite {name} is not the one of the paper, so its flags do not mean the same: the columns "
    "cannot be compared at all."
)


def beside(model: str, report: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """One model by category: as published, and as measured here.

    Args:
        report: of the Arena; None where the model was not measured.

    Returns:
        Entries of `model`, `category`, `published` (percent; None where the paper has none), `ours`
        and `interval` (percent; None where it was not measured) and `n` prompts. No difference is
        given, because the prompts are not the same.
    """
    published = TABLE_1.get(published_name(model) or "", {})
    measured = {} if report is None else report["by_category"]
    return [
        {
            "model": model,
            "category": category,
            "published": published.get(category),
            **_ours(measured.get(category)),
        }
        for category in dict.fromkeys((*published, *measured))
    ]


def _ours(entry: Mapping[str, Any] | None) -> dict[str, Any]:
    if entry is None or entry["flag_rate"] is None:
        return {"ours": None, "interval": None, "n": 0 if entry is None else entry["n"]}
    return {
        "ours": 100 * entry["flag_rate"],
        "interval": [100 * bound for bound in entry["interval"]],
        "n": entry["n"],
    }


def remarks(suite: str, is_published: bool) -> list[str]:
    """What has to be said with the table.

    Args:
        suite: name of the suite that judged.
        is_published: whether it is the paper's.
    """
    other = [] if is_published else [OTHER_SUITE.format(name=suite)]
    return [NOT_COMPARABLE, *other, CAVEAT]
