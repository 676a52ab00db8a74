"""In which measures of a report models clearly differ: one claim a measure, tested together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median
from typing import NamedTuple

from engine.columns.column import BIAS, EXP, PERCENT
from engine.core.wording import counted, figure_text, listed
from engine.scorecard.words import Entry, Report
from engine.statistics import LEVEL, POWER, holm


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


def detectable_in(report: Report, names: Sequence[str]) -> dict[str, float]:
    """Measure -> the difference that the test of two models in the middle would have detected.

    Args:
        names: of measures; those without any such test are left out.

    Returns:
        As in the comparisons of the report: with 80% power, by a single test.
    """
    known: dict[str, list[float]] = {}
    for entry in report["comparisons"]:
        if entry.get("detectable") is not None:
            known.setdefault(entry["measure"], []).append(entry["detectable"])
    return {name: median(known[name]) for name in names if name in known}


def differing_text(report: Report) -> str:
    """In which measures of bias models clearly differ, and where none, what would be detected.

    Returns:
        One or two sentences; empty where nothing is compared.
    """
    compared, clear = differing(report, BIAS)
    if not compared:
        return ""
    measures = {one["name"]: one for one in report["measures"]}
    where = f"of the {counted(len(compared), 'measure')} of bias compared"
    corrected = " (corrected over the measures too)" * (len(compared) > 1)
    if clear:
        named = listed([str(measures[name]["title"]) for name in clear])
        return f"In {len(clear)} {where}, models clearly differ{corrected}: {named}."
    said = f"In none {where} do these models clearly differ{corrected}."
    least = [
        f"{_difference(value, measures[name])} ({measures[name]['title']})"
        for name, value in detectable_in(report, compared).items()
    ]
    if not least:
        return said
    return (
        f"{said} A single test of two of them would have detected {listed(least, 4)}, with "
        f"{POWER:.0%} power; smaller differences are not ruled out."
    )


def _difference(value: float, measure: Entry) -> str:
    """A difference in points, as a ratio, or in the unit of its measure."""
    if measure["scale"] == EXP.name:
        return f"x {EXP.of(value):.2f}"
    unit = "points" if measure["scale"] == PERCENT.name else str(measure["unit"])
    digits = int(measure["digits"])
    return f"{figure_text(value, f'.{digits}f')} {unit}".rstrip()
