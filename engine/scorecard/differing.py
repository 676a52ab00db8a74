"""In which measures of a report models clearly differ: one claim a measure, tested together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.columns.column import BIAS
from engine.core.wording import counted, listed
from engine.scorecard.words import Report
from engine.statistics import LEVEL, holm


class Differing(NamedTuple):
    """Names of measures, in the order of the report.

    Args:
        compared: in which at least two models were compared.
        clear: those of them in which some models clearly differ.
    """

    compared: list[str]
    clear: list[str]


def differing(report: Report, group: str) -> Differing:
    """The measures of a group in which models were compared, and clearly differ.

    Args:
        group: of measures, bias or cost; they are one family.
    """
    ranked: dict[str, set[str]] = {}
    found: dict[str, list[float]] = {}
    for cell in report["cells"]:
        if cell.get("tier") is not None:
            ranked.setdefault(cell["measure"], set()).add(cell["contestant"])
    for entry in report["comparisons"]:
        if entry["p_holm"] is not None:
            found.setdefault(entry["measure"], []).append(entry["p_holm"])
    compared = [
        one["name"]
        for one in report["measures"]
        if one["group"] == group and len(ranked.get(one["name"], ())) > 1
    ]
    return Differing(compared, clearly({name: found.get(name, []) for name in compared}))


def clearly(p_values: Mapping[str, Sequence[float]]) -> list[str]:
    """The measures in which some models clearly differ.

    Args:
        p_values: measure -> [pair of models], Holm-corrected within the measure. Their smallest is
            the p of the claim that some models differ in it, which is corrected over the measures.

    Source: Holm 1979; the smallest corrected p of a family tests that nothing differs in it.
    """
    corrected = holm([min(each, default=None) for each in p_values.values()])
    return [
        name for name, p in zip(p_values, corrected, strict=True) if p is not None and p < LEVEL
    ]


def differing_text(report: Report) -> str:
    """In which measures of bias models clearly differ, one sentence; empty where none compare."""
    compared, clear = differing(report, BIAS)
    if not compared:
        return ""
    titles = {one["name"]: str(one["title"]) for one in report["measures"]}
    where = f"{len(clear) or 'none'} of the {counted(len(compared), 'measure')} of bias compared"
    named = f": {listed([titles[name] for name in clear])}" if clear else ""
    corrected = " (corrected over the measures too)" * (len(compared) > 1)
    return f"In {where}, models clearly differ{corrected}{named}."
