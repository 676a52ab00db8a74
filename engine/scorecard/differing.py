"""In which measures of a report models clearly differ: one claim a measure, tested together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from statistics import median
from typing import NamedTuple

from engine.columns.column import BIAS, EXP, PERCENT
from engine.core.wording import counted, figure_text
from engine.scorecard.words import IMPORTED, MEASURED, Entry, Report
from engine.statistics import LEVEL, POWER, holm

_MOST_SAID = 4  # measures
_CORRECTED = " (corrected over the measures too)"
_NAMES = {MEASURED: "models measured here", IMPORTED: "imported models"}


class Differing(NamedTuple):
    """Names of measures, in the order of the report.

    Args:
        compared: in which at least two models were compared.
        clear: those of them in which some models clearly differ.
    """

    compared: list[str]
    clear: list[str]


def compared_among(report: Report) -> dict[str, frozenset[str]]:
    """What models are called in a claim -> their ids; those of one claim are one family.

    Several models measured here have a claim of their own, so that what is imported next to them
    neither counts in it nor makes its tests stricter.
    """
    who = report.get("contestants", ())
    ids = {origin: [one["id"] for one in who if one["origin"] == origin] for origin in _NAMES}
    if len(ids[MEASURED]) > 1 and ids[IMPORTED]:
        return {name: frozenset(ids[origin]) for origin, name in _NAMES.items()}
    return {"models": frozenset(one["id"] for one in who)}


def differing(report: Report, group: str, among: Collection[str] = ()) -> Differing:
    """The measures of a group in which models were compared, and clearly differ.

    Args:
        group: of measures, bias or cost; they are one family.
        among: ids of the models that the claim is about; all by default.
    """

    def counts(*who: str) -> bool:
        return not among or all(one in among for one in who)

    ranked: dict[str, set[str]] = {}
    found: dict[str, list[float]] = {}
    for cell in report["cells"]:
        if cell.get("tier") is not None and counts(cell["contestant"]):
            ranked.setdefault(cell["measure"], set()).add(cell["contestant"])
    for entry in report["comparisons"]:
        if entry["p_holm"] is not None and counts(entry["first"], entry["second"]):
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


def differing_text(
    report: Report,
    group: str = BIAS,
    titles: Mapping[str, str] | None = None,
    shown: Callable[[float, Entry], str] | None = None,
    mark: str = "",
) -> str:
    """In which measures of a group models clearly differ, and where none, what would be detected.

    Args:
        group: of measures, bias or cost; they are one family.
        titles: measure -> its title as it is written; that of the report by default.
        shown: a difference as text, of a measure; in its unit by default.
        mark: around the titles of measures in which models differ, `**` in markdown.

    Returns:
        One or two sentences, of models measured here and of imported ones apart where there are
        both; empty where nothing is compared.
    """
    titles = titles or {one["name"]: str(one["title"]) for one in report["measures"]}
    said = []
    for who, among in compared_among(report).items():
        found = differing(report, group, among)
        if found.compared and found.clear:
            named = _in_a_row([f"{mark}{titles[name]}{mark}" for name in found.clear])
            said.append(f"{_clear_text(group, found, who)}: {named}.")
        elif found.compared:
            said.append(_none_clear(report, group, found.compared, who, titles, shown))
    return " ".join(said)


def _none_clear(
    report: Report,
    group: str,
    compared: Sequence[str],
    who: str,
    titles: Mapping[str, str],
    shown: Callable[[float, Entry], str] | None,
) -> str:
    """That models differ in none of the measures compared, and what would have been detected."""
    measures = {one["name"]: one for one in report["measures"]}
    least = [
        f"{(shown or _difference)(value, measures[name])} ({titles[name]})"
        for name, value in detectable_in(report, compared).items()
    ]
    said = _unclear_text(group, len(compared), who)
    if not least:
        return said
    return (
        f"{said} A single test of two of them would have detected {_in_a_row(least)}, with "
        f"{POWER:.0%} power; smaller differences are not ruled out."
    )


def _clear_text(group: str, found: Differing, who: str) -> str:
    """That models differ in so many of the measures compared, without a full stop."""
    clear, compared = len(found.clear), len(found.compared)
    if group != BIAS:
        over = " (corrected over the costs too)" * (compared > 1)
        return f"How well they still work clearly differs{over}"
    corrected = _CORRECTED * (compared > 1)
    which = "all" if clear == compared else str(clear)
    measures = counted(compared, "measure")
    where = measures if compared == 1 else f"{which} of the {measures}"
    return f"In {where} of bias compared, {who} clearly differ{corrected}"


def _unclear_text(group: str, compared: int, who: str) -> str:
    """That models differ in none of the measures compared."""
    if group != BIAS:
        over = ", corrected over them too" * (compared > 1)
        costs = f"{counted(compared, 'cost')}{over}"
        return f"How well they still work does not clearly differ ({costs})."
    if compared == 1:
        return f"In the one measure of bias compared, these {who} do not clearly differ."
    return (
        f"In none of the {counted(compared, 'measure')} of bias compared do these {who} clearly "
        f"differ{_CORRECTED}."
    )


def _in_a_row(parts: Sequence[str]) -> str:
    """Measures or differences; titles have commas of their own."""
    more = [f"and {len(parts) - _MOST_SAID} more"] if len(parts) > _MOST_SAID else []
    return "; ".join([*parts[:_MOST_SAID], *more])


def _difference(value: float, measure: Entry) -> str:
    """A difference in points, as a ratio, or in the unit of its measure."""
    if measure["scale"] == EXP.name:
        return f"x {EXP.of(value):.2f}"
    unit = "points" if measure["scale"] == PERCENT.name else str(measure["unit"])
    digits = int(measure["digits"])
    return f"{figure_text(value, f'.{digits}f')} {unit}".rstrip()
