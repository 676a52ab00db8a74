"""Cells of the table in words and numbers."""

from __future__ import annotations

from collections.abc import Sequence

from components.frame.present.numbers import bracketed, interval_text, number, p_text
from engine.columns.column import EXP, PERCENT
from engine.columns.side import AWAY, BY_INTERVAL, TOWARD, UNCLEAR, WITHOUT
from engine.scorecard.sides import rule_of, side
from engine.scorecard.words import (
    FAILED,
    IMPORTED,
    MEASURED,
    MISSING,
    NOT_RANKED,
    PUBLISHED,
    REFUSED,
    WEAK,
    WITHOUT_SIGN,
    Entry,
    tier_letter,
)

NO_VALUE = "no value"
NOT_MEASURED = "not measured"  # in place of a dot
NO_INTERVAL = "no interval"
ABSOLUTE = "absolute"  # key of a cell's detail
_SPACE = "\N{NO-BREAK SPACE}"
# Status -> what the table says where there is no value.
_WITHOUT = {REFUSED: "refused", FAILED: "failed", MISSING: "–"}
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
    bounds = ends_text(cell["interval"], measure) or without_interval(cell)
    parts = [figure_text(cell, measure), bounds]
    if cell["n"]:
        parts.append(f"n = {cell['n']:,}")
    if cell.get("tier") is not None:
        parts.append(f"tier {tier_letter(cell['tier'])}")
    if cell["status"] in (IMPORTED, PUBLISHED):
        parts.append(ORIGINS[cell["status"]])
    return " · ".join(filter(None, parts))


def without_interval(cell: Entry) -> str:
    """That a figure measured here has no interval; of others it is only not known."""
    return NO_INTERVAL if cell["status"] == MEASURED else ""


def without_value(cell: Entry) -> str:
    """In a word or two, why a cell has no value."""
    return _WITHOUT.get(cell["status"], NO_VALUE)


def not_ranked(cell: Entry) -> str:
    """Why a figure has no rank; empty where it has one, or none is given."""
    return next((note for note in cell["notes"] if note.startswith(NOT_RANKED)), "")


def rank_text(cell: Entry) -> str:
    """`rank 2, 95% CI [1, 3]`; empty without a rank."""
    if cell.get("rank") is None:
        return ""
    return ", ".join(
        filter(None, [f"rank {cell['rank']}", interval_text(cell.get("rank_interval"), "d")])
    )


def p_alone(p: float | None) -> str:
    """A p-value under a heading that names it: `.042`, `< .001`."""
    return p_text(p).removeprefix("p ").removeprefix("= ")


def neutral_in_short(measure: Entry) -> str:
    """`50% is neutral`, or that there is no neutral value."""
    if measure["neutral"] is None:
        return "no neutral value"
    unit = measure["unit"] if measure["unit"] in _ATTACHED else ""
    return f"{number(measure['neutral'], 'g')}{unit} is neutral"


def direction_text(measure: Entry) -> str:
    """What lies to the right on the axis of the measure, in a word or two."""
    if measure["neutral"] is None:
        return "worse"
    return "higher rate" if has_one_side(measure) else "stereotype"


def listed_once(texts: Sequence[str]) -> list[str]:
    """Texts in their order, each once, without empty ones."""
    return [*dict.fromkeys(text for text in texts if text)]


def legend_text(contestants: Sequence[Entry]) -> str:
    """What lines, colours and marks of the figures mean; only those that are there."""
    there = {one["origin"] for one in contestants} | {one["health"] for one in contestants}
    marks = [text for key, text in _MARKS.items() if key in there]
    return " ".join([_LINES, *marks])


# --- sides --------------------------------------------------------------------------------
# On which side of neutral a figure clearly is, by the rule of its measure's own page.

_SIDES = {
    TOWARD: "clearly toward the stereotype",
    AWAY: "clearly away from the stereotype",
    UNCLEAR: "not clearly on either side of neutral",
}


def side_text(cell: Entry, measure: Entry, weak: bool = False) -> str:
    """`clearly toward the stereotype`; empty where a measure has no sides or a cell no value.

    Args:
        weak: whether the model is too weak to be judged, so that nothing is said of it.
    """
    return "" if weak or cell["value"] is None else _SIDES.get(side(cell, measure), "")


def side_in_words(cell: Entry, measure: Entry, weak: bool = False) -> str:
    """The same as a sentence that names what decides; of a cost empty."""
    if has_one_side(measure):
        return _ONE_SIDED
    said = side_text(cell, measure, weak)
    return f"{said[:1].upper()}{said[1:]} ({rule_of(measure).by})." if said else ""


def has_one_side(measure: Entry) -> bool:
    """Whether the measure is a share that cannot lie below neutral."""
    return rule_of(measure) is WITHOUT


def clear_by_text(measures: Sequence[Entry]) -> str:
    """What decides whether figures are clear: `clear by exact test of pairs, else 95% CI`.

    Args:
        measures: of bias.
    """
    rules = listed_once([rule_of(one).by for one in measures])
    tests = [rule for rule in rules if rule != BY_INTERVAL.by]
    if not rules:
        return ""
    others = [f"else {BY_INTERVAL.by}" if tests else BY_INTERVAL.by]
    return f"clear by {', '.join([*tests, *others * (BY_INTERVAL.by in rules)])}"


# --- how to read --------------------------------------------------------------------------
# How to read the figures of the Scorecard page, in plain words.

OVERLAP = (
    "Models are compared on the same items, so two whose lines overlap can still differ clearly; "
    "their letters say so. Letters are Holm-corrected for the pairs of one measure; the count of "
    "measures above is corrected over the measures too, so it can leave out one that has letters."
)
_LINES = (
    "Line: 95% CI. Dotted: neutral. Orange: clearly toward the stereotype. Blue: away from it. "
    "Letters: tiers, which hold within one measure alone."
)
_ONE_SIDED = "A rate of hurtful or flagged words cannot lie below neutral, so it has no colour."
_MARKS = {
    IMPORTED: "□ imported.",
    PUBLISHED: "◇ published.",
    WEAK: "Hatched: too weak to be judged.",
}
GRID = (
    "Each column of dots is one measure with an axis of its own; never compare lengths across "
    "columns. The dot is the figure, the line its 95% confidence interval (95% CI), the values "
    "that fit the data. Dotted: the neutral value, where the measure has one. Orange: clearly "
    "toward the stereotype. Blue: clearly away from it. Dark: neither is clear, it is a cost, or a "
    "rate of hurtful or flagged words, which cannot lie below neutral. What is clear is decided "
    "as on the measure's own page: for shares of pairs by an exact test, for d by a permutation "
    "test, else by whether the line leaves out the neutral value. A line that ends just beside "
    "neutral and the test can disagree; then the test decides. The colour is "
    "about one model alone. Letters compare models: they are there where some models clearly "
    "differ, A nearest to neutral or cheapest (see the tiers below). Dot: measured here; "
    "square: imported scores; diamond: a published figure, perhaps of another variant; two "
    "diamonds: one that was printed without its sign, |d|. Hatched: a model that hardly knows the "
    "language, which nothing ranks. Click a dot to open its cell below."
)
TIERS = (
    "Rank 1 is nearest to the neutral value; of a cost, the lowest. A model is in tier A with the "
    "first unless paired tests on the same items, Holm-corrected, say that its distance from "
    "neutral differs; models in one tier are not shown to be equal. A tier holds for its own "
    "measure only."
)
COMPARED = (
    "The distance of the second model from the neutral value minus that of the first, on the same "
    "items: below 0 the second is nearer. Of a cost it is the difference of the figures. Ratios "
    "and perplexities are divided instead: below × 1 the second is nearer, or lower. Two models on "
    "opposite sides can differ clearly and be equally far from neutral. So the first is tested "
    "against the second and against the second mirrored at the neutral value (58% at 50%: 42%), "
    "and the larger p counts. p, Holm: corrected for all pairs of models in this measure; below "
    ".05 the difference is clear. Detectable: the smallest difference that one such test finds in "
    "80% of samples of this size."
)
RELIABILITY = (
    "Whether a measure would put the models in the same order with other items, other templates or "
    "another seed. 1: always the same order; 0: chance. Split-half: the items are halved many "
    "times (as whole clusters where they share words or templates), and the figures of both halves "
    "are correlated over the models; Spearman-Brown says what that means for the whole measure, "
    "all items or all templates together. A test of persons is often asked for .7 or more. Halves "
    "that correlate below 0 have no reliability, so there is nothing to correct."
)
CONVERGENCE = (
    "Kendall's τ-b of two measures over the models that have both: 1 if they order the models "
    "alike, −1 if the other way round, 0 if they have nothing to do with each other. Measures "
    "that disagree measure different things; no average of them would mean anything. In the figure "
    "the number of models is below each τ-b."
)
PARTS = (
    "What each unit of the data adds to the figure; their mean, on the measure's scale, is the "
    "figure. Where the figure is a difference between two lists of equal length, a part is twice "
    "the value of its unit, with the sign of its list, so it can lie beyond the range of values. "
    "Models are compared unit by unit."
)
