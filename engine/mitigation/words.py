"""What may be concluded from a table: which interventions help, at which cost, beyond chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from engine.columns.column import BIAS, COST, EXP
from engine.core.wording import agreeing, counted, figure_text, in_a_row
from engine.mitigation.asked import ORIGINAL
from engine.mitigation.comparing import FURTHER, NEARER, UNCLEAR, WORSE
from engine.mitigation.controls import beats, words_of_controls
from engine.mitigation.report import Report
from engine.statistics import POWER

_NAMED = 3  # interventions in a claim; more are counted


@dataclass(frozen=True)
class Outcome:
    """What one intervention did.

    Args:
        nearer, further: titles of measures of bias that clearly moved.
        worse: titles of costs that clearly rose.
        on_control: whether the measure in which random controls were measured is nearer.
        control: its controls there; None without any.
        cheap: whether its cost is below that of the controls; None without any.
    """

    name: str
    label: str
    nearer: tuple[str, ...]
    further: tuple[str, ...]
    worse: tuple[str, ...]
    on_control: bool
    control: Mapping[str, Any] | None
    cheap: bool | None

    @property
    def helps(self) -> bool:
        """Nearer to neutral without a clear cost, and by more than random ones of its size.

        An intervention without random ones of its size helps by the first two alone.
        """
        if not self.nearer or self.further or self.worse:
            return False
        return self.control is None or (self.on_control and bool(beats(self.control)))

    @property
    def forgot(self) -> bool:
        """Nearer to neutral and clearly worse at language, and no more than random ones do."""
        return bool(self.nearer and self.worse) and beats(self.control) is False


def outcomes(report: Report) -> list[Outcome]:
    """What every intervention did that has a figure of bias, in the order of the table."""
    measures = {one["name"]: one for one in report["measures"]}
    titles = {name: _short(one) for name, one in measures.items()}
    found = []
    for row in report["interventions"]:
        cells = [
            one
            for one in report["rows"]
            if one["intervention"] == row["name"] and one["value"] is not None
        ]
        by = {
            verdict: tuple(titles[one["measure"]] for one in cells if one["verdict"] == verdict)
            for verdict in (NEARER, FURTHER, WORSE)
        }
        if row["name"] == ORIGINAL or not _of(cells, measures, BIAS):
            continue
        controlled = [one for one in cells if one["control"] is not None]
        bias, cost = (_of(controlled, measures, group) for group in (BIAS, COST))
        found.append(
            Outcome(
                row["name"],
                row["label"],
                by[NEARER],
                by[FURTHER],
                by[WORSE],
                any(one["verdict"] == NEARER for one in bias),
                bias[0]["control"] if bias else None,
                beats(cost[0]["control"]) if cost else None,
            )
        )
    return found


def claim(report: Report, name: str = "") -> str:
    """What the table shows, in one or two sentences that need no terms of the field.

    Args:
        name: of the model, where it is shown by another than its checkpoint.
    """
    found = outcomes(report)
    model = name or report["model"]["checkpoint"]
    measures = sum(one["group"] == BIAS for one in report["measures"])
    if not found:
        return f"No intervention on {model} could be measured."
    number = counted(len(found), "intervention")
    of = counted(measures, "measure") if measures > 1 else "the measure"
    nearer = [one for one in found if one.nearer]
    if not nearer:
        return (
            f"None of {number} on {model} clearly brings {'any of ' * (measures > 1)}{of} of bias "
            "nearer to neutral."
        )
    helping = [one for one in nearer if one.helps]
    some = f"{len(nearer)} of {number} on {model} clearly {agreeing(len(nearer), 'bring')}"
    what = f"at least one of {of} of bias" if measures > 1 else "the measure of bias"
    best = _which(helping)
    return f"{some} {what} nearer to neutral; {best}"


def _which(helping: Sequence[Outcome]) -> str:
    """Which of them do so without a cost and beyond chance."""
    without = "without a clear cost to the language model and by more than random changes do"
    if not helping:
        return f"none does so {without}."
    names = [one.label for one in helping[:_NAMED]]
    more = len(helping) - len(names)
    named = in_a_row([*names, *([f"{more} more"] if more else [])])
    untested = [one.label for one in helping if one.control is None]
    caveat = f" ({in_a_row(untested)}: no random changes to compare with)" if untested else ""
    do = "does" if len(helping) == 1 else "do"
    return f"{len(helping)} {do} so {without}: {named}{caveat}."


def sentences(report: Report) -> list[str]:
    """One sentence or two on every intervention, in the order of the table."""
    return [outcome_text(one, report) for one in outcomes(report)]


def outcome_text(one: Outcome, report: Report) -> str:
    """What one intervention did, what it cost, and what random ones of its size did."""
    parts = [f"{in_a_row(one.nearer)} nearer to neutral"] * bool(one.nearer)
    parts += [f"{in_a_row(one.further)} further from it"] * bool(one.further)
    bias = (
        in_a_row(parts)
        if parts
        else "no measure of bias is clearly nearer to neutral or further from it"
    )
    measured = any(measure["group"] == COST for measure in report["measures"])
    cost = f"clearly worse: {in_a_row(one.worse)}" if one.worse else "no clear cost"
    said = f"{one.label}: {bias}" + (f"; {cost}." if measured else ".")
    if one.control is not None:
        said += f" {words_of_controls(one.control, BIAS)}"
    if one.forgot:
        said += (
            " The model predicts language clearly worse, and random changes of the same size bring "
            "bias as near to neutral: this is what any damage to the model would do."
        )
    return said


def how_tested(report: Report) -> str:
    """Units, tests and corrections of the table, in two or three sentences."""
    controlled = [_short(one) for one in report["measures"] if one["controlled"]]
    said = (
        "Each row is compared with the original on the same items. A measure lies nearer to "
        "neutral where it changed and would also differ from the original mirrored at neutral "
        "(the larger of two paired p, Holm-corrected over the rows of a column)."
    )
    if least := _least(report):
        said += (
            f" Of what is not clear, a single test would have detected a change of {least}, with "
            f"{POWER:.0%} power; smaller changes are not ruled out."
        )
    if not report["controls"]:
        return f"{said} No random controls were measured, so nothing is said against chance."
    smallest = 1 / (1 + report["controls"])
    return (
        f"{said} {counted(report['controls'], 'random control')} of the same kind and size for "
        f"each row are measured in {in_a_row(controlled)} alone, the quickest measures; the "
        f"smallest p that so many can give is {smallest:.3f}, without a correction over the rows."
    )


def _least(report: Report) -> str:
    """The median smallest detectable change of the unclear rows of each measure."""
    found = []
    for measure in report["measures"]:
        known = [
            one["detectable"]
            for one in report["rows"]
            if one["measure"] == measure["name"]
            and one["verdict"] == UNCLEAR
            and one["detectable"] is not None
        ]
        if known:
            ratio = measure["scale"] == EXP.name
            digits = f".{2 if ratio else measure['digits']}f"
            unit = "" if ratio else f" {'points' if measure['unit'] == '%' else measure['unit']}"
            number = f"{'x ' * ratio}{figure_text(median(known), digits)}{unit}".rstrip()
            found.append(f"{number} ({_short(measure)})")
    return in_a_row(found)


LIMITS = (
    "One model and the words, pairs and templates of these measures; of gender, women and men "
    "alone. An erasure acts on the last states: what earlier layers do with the concept, and what "
    "can be read from them, can stay (Gonen and Goldberg 2019). Nearer to neutral in these "
    "measures is not fair in use, and what is not clear is not shown to be absent."
)


def _of(
    cells: Sequence[Mapping[str, Any]], measures: Mapping[str, Any], group: str
) -> list[Mapping[str, Any]]:
    return [one for one in cells if measures[one["measure"]]["group"] == group]


_SHORT = {
    "seat": "SEAT",
    "pairs": "sentence pairs",
    "unmasking": "pronoun gap",
    "lpbs": "LPBS",
    "pppl": "pseudo-perplexity",
    "cloze": "plain cloze",
    "knowledge": "everyday knowledge",
}


def _short(measure: Mapping[str, Any]) -> str:
    """A measure in a word or two."""
    return _SHORT.get(str(measure["name"]).partition(":")[0], str(measure["title"]))


def short_title(measure: Mapping[str, Any]) -> str:
    """A measure in a word or two, as a heading."""
    said = _short(measure)
    return said[:1].upper() + said[1:]
