"""What a run found, in sentences: which planted gaps a measure noticed, and what it would need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.frame.present import explain
from components.frame.present.numbers import minus_signs, points_text
from engine.core.wording import counted, figure_text
from engine.lab.dose.readings import LPBS, SHARE
from engine.lab.dose.settings import dose_text
from engine.lab.readings import ASSOCIATION, CABM, CPS, SIGNED, UNMASKING, WEAT

Entry = Mapping[str, Any]  # of a report: a summary, or what it says of a measure

# Readings that have a short name; columns have their own.
_SHORT = {
    UNMASKING: "pronoun probability",
    CPS: "CPS of pairs",
    SHARE: "pairs that prefer he",
    LPBS: "LPBS",
    ASSOCIATION: "association (SEAT)",
    WEAT: "cosine (WEAT)",
    CABM: "CABM",
    SIGNED: "CABM context, signed",
}


def short_name(measure: str) -> str:
    """A name that fits the axis of a figure; that of a column is what it is asked for by."""
    return _SHORT.get(measure, measure)


def gaps_of(report: Mapping[str, Any]) -> dict[float, float]:
    """Dose -> planted gap, 0 to 1."""
    return {entry["dose"]: entry["gap"] for entry in report["doses"]}


def noticed_text(found: Entry, measure: Entry, gaps: Mapping[float, float]) -> str:
    """Which planted gaps one measure noticed, one sentence (markdown).

    Args:
        found: of the summary.
        measure: what the report says of the measure.
        gaps: dose -> planted gap.
    """
    if problem := found.get("problem"):
        return explain.plain(problem)
    limit = found["detection_limit"]
    if not measure["planted"]:
        return _as_it_is(found, gaps)
    smallest = min(dose for dose in gaps if dose)
    if limit is None:
        return (
            f"It did not notice the largest planted gap, {points_text(gaps[max(gaps)])}"
            f"{_would_need(found, measure, gaps)}."
        )
    if limit == smallest:
        return f"It noticed every planted gap, the smallest of {_gap_and_dose(limit, gaps)}."
    return (
        f"It noticed a planted gap of {_gap_and_dose(limit, gaps)} or more"
        f"{_would_need(found, measure, gaps)}."
    )


def _gap_and_dose(dose: float, gaps: Mapping[float, float]) -> str:
    return f"{points_text(gaps[dose])} (dose {dose_text(dose)})"


def _as_it_is(found: Entry, gaps: Mapping[float, float]) -> str:
    limit = found["detection_limit"]
    begin = "Nothing was planted in its sentences, so it cannot follow what was planted"
    if limit is None:
        return f"{begin}; no consistent change was found."
    return f"{begin}; its figure changed all the same from {_gap_and_dose(limit, gaps)} on."


def _would_need(found: Entry, measure: Entry, gaps: Mapping[float, float]) -> str:
    """How many units would notice the next smaller gap; empty where that is not known."""
    needed, dose = found["needed_n"], found["next_dose"]
    if dose is None:
        return ""
    if needed is None:
        return f"; at {points_text(gaps[dose])} it did not move in the planted direction"
    noun = measure["counted"].removesuffix("s")
    sentences = f" ({counted(needed * measure['texts'], 'sentence')})" if measure["texts"] else ""
    size = f"about {counted(needed, noun)}{sentences} in place of {found['n']:,}"
    if found["detection_limit"] is None:
        return f", which would take {size}"
    return f"; for {points_text(gaps[dose])} it would need {size}"


def taken_up_text(report: Mapping[str, Any]) -> str:
    """How much of the largest planted gap the models took up; empty where that was not read."""
    found = next((one for one in report["summary"] if one["measure"] == UNMASKING), None)
    if found is None or not found["differences"]:
        return ""
    last = found["differences"][-1]
    if last["difference"] is None:
        return ""
    points = figure_text(100 * last["difference"], "+.1f")
    return (
        f"pronoun probabilities of the halves moved apart by {minus_signs(points)} points at dose "
        f"{dose_text(last['dose'])}"
    )


def claim_of(report: Mapping[str, Any]) -> str:
    """What a run found, in one sentence (markdown)."""
    planted = {entry["measure"] for entry in report["measures"] if entry["planted"]}
    limits = [
        entry["detection_limit"]
        for entry in report["summary"]
        if entry["measure"] in planted and "problem" not in entry
    ]
    gaps = gaps_of(report)
    known = [limit for limit in limits if limit is not None]
    if not limits:
        return "No measure could be read on these models."
    if not known:
        return (
            f"None of {counted(len(limits), 'measure')} noticed a planted gap of up to "
            f"{points_text(gaps[max(gaps)])}."
        )
    least = min(known)
    said = (
        f"{known.count(least)} of {counted(len(limits), 'measure')} noticed a planted gap of "
        f"{points_text(gaps[least])}"
    )
    if missed := len(limits) - len(known):
        return f"{said}; {missed} noticed none of up to {points_text(gaps[max(gaps)])}."
    if len(set(known)) > 1:
        return f"{said}; all noticed {points_text(gaps[max(known)])}."
    return f"{said}." if least == min(dose for dose in gaps if dose) else f"{said}, and none less."
