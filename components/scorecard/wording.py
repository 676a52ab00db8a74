"""Cells of the table in words and numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.frame.present.numbers import bracketed, interval_text, number
from engine.columns.scale import EXP, PERCENT
from engine.scorecard.words import (
    IMPORTED,
    MEASURED,
    MISSING,
    PUBLISHED,
    REFUSED,
    WITHOUT_SIGN,
    tier_letter,
)

Entry = Mapping[str, Any]

NO_VALUE = "no value"
ABSOLUTE = "absolute"  # key of a cell's detail
_SPACE = "\N{NO-BREAK SPACE}"
# Status -> what the table says where there is no value.
_WITHOUT = {REFUSED: "refused", MISSING: "–"}
# Status -> where a value comes from; nothing to say of one measured here.
ORIGINS = {MEASURED: "measured here", IMPORTED: "imported", PUBLISHED: "published"}
_ATTACHED = ("%",)  # units written without a space
_POINTS = "points"  # of a difference of percentages
_RATIO_DIGITS = 2
_UNITLESS = ("d",)  # units that are the name of the figure, said where it is explained


def value_text(value: float | None, measure: Entry, with_unit: bool = True) -> str:
    """A figure in the digits and the unit of its measure."""
    if value is None:
        return NO_VALUE
    unit = str(measure["unit"]) if with_unit else ""
    space = "" if not unit or unit in _ATTACHED else _SPACE
    return f"{number(value, _spec(measure))}{space}{'' if unit in _UNITLESS else unit}".rstrip()


def figure_text(cell: Entry, measure: Entry) -> str:
    """The figure of a cell; one that was printed without its sign as `|d| 0.62`."""
    text = value_text(cell["value"], measure)
    return f"{WITHOUT_SIGN}{_SPACE}{text}" if is_absolute(cell) else text


def is_absolute(cell: Entry) -> bool:
    """Whether it is a published figure without its sign, which shows no direction."""
    return cell["status"] == PUBLISHED and bool(cell["detail"].get(ABSOLUTE))


def difference_text(
    difference: float, interval: Sequence[float] | None, measure: Entry
) -> tuple[str, str]:
    """A difference of two models and its interval: in points, in the unit, or as a ratio.

    Args:
        difference: as in a report; on the exponential scale one of logarithms.

    Returns:
        `+3.3 points` or `× 1.18`, and `[−1.2, +7.8]` or an empty text.
    """
    ends = None if interval is None else [*interval]
    if measure["scale"] == EXP.name:
        spec = f".{max(_RATIO_DIGITS, int(measure['digits']))}f"
        ratios = None if ends is None else [EXP.of(end) for end in ends]
        return f"×{_SPACE}{number(EXP.of(difference), spec)}", bracketed(ratios, spec)
    spec = f"+{_spec(measure)}"
    unit = _POINTS if measure["scale"] == PERCENT.name else str(measure["unit"])
    unit = "" if unit in _UNITLESS else unit
    return f"{number(difference, spec)}{_SPACE}{unit}".rstrip(), bracketed(ends, spec)


def unit_text(measure: Entry) -> str:
    """The unit of a measure after its name: ` (%)`; empty where it has none to name."""
    unit = str(measure["unit"])
    return f" ({unit})" if unit and unit not in _UNITLESS else ""


def confidence_text(interval: Sequence[float] | None, measure: Entry) -> str:
    """`95% CI [51, 58]`; empty without one."""
    return interval_text(interval, _spec(measure))


def ends_text(interval: Sequence[float] | None, measure: Entry) -> str:
    """`[51, 58]`; empty without one."""
    return bracketed(interval, _spec(measure))


def _spec(measure: Entry) -> str:
    return f".{measure['digits']}f"


def cell_text(cell: Entry | None, measure: Entry) -> str:
    """What the table says in one cell: value, interval, n and tier, or why there is none."""
    if cell is None:
        return _WITHOUT[MISSING]
    if cell["value"] is None:
        return without_value(cell)
    parts = [figure_text(cell, measure), ends_text(cell["interval"], measure)]
    if cell["n"]:
        parts.append(f"n {cell['n']:,}")
    if cell.get("tier") is not None:
        parts.append(f"tier {tier_letter(cell['tier'])}")
    if cell["status"] in (IMPORTED, PUBLISHED):
        parts.append(ORIGINS[cell["status"]])
    return " · ".join(filter(None, parts))


def without_value(cell: Entry) -> str:
    """In a word or two, why a cell has no value."""
    return _WITHOUT.get(cell["status"], NO_VALUE)


def rank_text(cell: Entry) -> str:
    """`rank 2, 95% CI [1, 3]`; empty without a rank."""
    if cell.get("rank") is None:
        return ""
    return ", ".join(
        filter(None, [f"rank {cell['rank']}", interval_text(cell.get("rank_interval"), "d")])
    )


def neutral_text(measure: Entry) -> str:
    """What the measure calls neutral, in words."""
    if measure["neutral"] is None:
        return "A cost: it has no neutral value; it says how well the model works."
    return f"Neutral: {value_text(measure['neutral'], measure)}."


def listed_once(texts: Sequence[str]) -> list[str]:
    """Texts in their order, each once, without empty ones."""
    return [*dict.fromkeys(text for text in texts if text)]
