"""What the Scorecard says, in one sentence: whether its models clearly differ, and in what."""

from __future__ import annotations

from collections.abc import Sequence

from components.frame.present import explain
from components.scorecard.charts.lines import asked_measures
from components.scorecard.grid import Grid, tiers
from components.scorecard.mask_claim import Tested, by_mask, measure_titles
from components.scorecard.whom import (
    are_masks_of_one,
    asked_text,
    begun_of,
    changes_called,
    compared_ids,
    heads_of_mask,
    so_far_text,
    who_is_asked,
)
from engine.columns.column import BIAS, COST
from engine.core.wording import agreeing, counted, listed
from engine.scorecard.differing import differing
from engine.scorecard.words import IMPORTED, WEAK, Entry
from engine.statistics import LEVEL

_MOST_NAMED = 2  # measures; more are counted


def claim_text(grid: Grid) -> str:
    """The sentence (markdown); of models measured here, or of imported ones where there are none.

    Args:
        grid: the report as it is shown.
    """
    said, so_far = claim_parts(grid)
    return f"{so_far}: {said[:1].lower()}{said[1:]}" if so_far else said


def claim_parts(grid: Grid) -> tuple[str, str]:
    """What is said, and of how much of what is asked for, which is empty once all is measured."""
    tested, who = _tested(grid), who_is_asked(grid)
    if not tested.compared:
        return _nothing_compared(grid, who), ""
    begun = begun_of(grid, who)
    return _compared(grid, begun, tested), so_far_text(grid, who, begun)


def _compared(grid: Grid, who: Sequence[Entry], tested: Tested) -> str:
    """Whether models clearly differ in the measures in which they were compared (markdown)."""
    if not are_masks_of_one(who):
        return _by_model(grid, tested)
    if said := by_mask(grid, who, tested):
        return said
    where = _where(tested)
    if tested.clear:
        named = measure_titles(grid, tested.clear, _MOST_NAMED)
        return f"The masks clearly differ from each other in {where}: {named}"
    if all(map(heads_of_mask, who)):
        return f"The masks do not clearly differ from each other in {where}"
    return f"Switching heads off makes no clear difference in {where}"


def _by_model(grid: Grid, tested: Tested) -> str:
    """Which of several models lies clearly nearer to neutral than which (markdown)."""
    if not tested.clear:
        return f"The models do not clearly differ in {_where(tested)}"
    more = len(tested.clear) - _MOST_NAMED
    named = [_furthest_apart(grid, name) for name in tested.clear[:_MOST_NAMED]]
    named += [f"and {more} more"] * (more > 0)
    return f"The models clearly differ in {_where(tested)}: {'; '.join(named)}"


def _furthest_apart(grid: Grid, name: str) -> str:
    """In one measure, the two that clearly differ most: which is nearer to neutral (markdown)."""
    among, measure = compared_ids(grid), grid.measure(name) or {}
    pairs = [
        one
        for one in grid.report["comparisons"]
        if one["measure"] == name
        and {one["first"], one["second"]} <= among
        and one["p_holm"] is not None
        and one["p_holm"] < LEVEL
    ]
    most = max(pairs, key=lambda one: abs(one["difference"]))
    ids = most["first"], most["second"]
    near, far = ids[::-1] if most["difference"] < 0 else ids
    better = "lower" if measure.get("neutral") is None else "nearer to neutral"
    nearer, further = explain.plain(grid.names[near]), explain.plain(grid.names[far])
    return f"{nearer} is clearly {better} than {further} in {explain.plain(grid.titles[name])}"


def _where(tested: Tested) -> str:
    """In how many measures models were compared; where they differ in some, in how many of them."""
    if len(tested.compared) == 1:
        return "the one measure of bias"
    measures = f"{len(tested.compared)} measures of bias"
    return f"{len(tested.clear)} of {measures}" if tested.clear else measures


def statistics_text(grid: Grid) -> str:
    """How much was compared and how, what costs differ, who is not ranked, in one line."""
    who = who_is_asked(grid)
    shown = asked_measures(grid) or {one["name"] for one in grid.measures}
    parts = [f"{asked_text(who)} × {counted(len(shown), 'measure')}"]
    if _tested(grid).compared:
        parts.append(how_tested(grid))
    costs = [
        name for name in differing(grid.report, COST, compared_ids(grid)).clear if name in shown
    ]
    parts += [f"costs clearly differ: {measure_titles(grid, costs, _MOST_NAMED)}"] * bool(costs)
    weak = [grid.names[one["id"]] for one in grid.contestants if one["health"] == WEAK]
    parts += [f"too weak to be ranked: {explain.plain(listed(weak, 2))}"] * bool(weak)
    others = sum(one["origin"] == IMPORTED for one in grid.contestants)
    if others and others < len(who) + others:
        parts.append(f"{counted(others, 'imported model')} below")
    return " · ".join(parts)


def clear_measures(grid: Grid) -> Sequence[str]:
    """Names of the measures that the claim counts."""
    return _tested(grid).clear


def how_tested(grid: Grid) -> str:
    """Which models the claim compares, and how: of masks, each with the original, or any two."""
    who = who_is_asked(grid)
    if not are_masks_of_one(who):
        return "paired tests on the same items, Holm-corrected"
    each = by_mask(grid, begun_of(grid, who), _tested(grid))
    pairs = (
        f"each {changes_called(who)} against the original" if each else "any two of them compared"
    )
    return f"{pairs}, Holm-corrected"


def not_counted_text(grid: Grid) -> str:
    """That letters tell models apart in measures that the claim does not count (markdown)."""
    tested, own = _tested(grid), {one["id"] for one in who_is_asked(grid)}
    lettered = [
        name
        for name in tested.compared
        if name not in tested.clear
        and len(tiers([one for one in grid.values(name) if one["contestant"] in own])) > 1
    ]
    if not lettered:
        return ""
    return (
        f"{measure_titles(grid, lettered, _MOST_NAMED)} {agreeing(len(lettered), 'are')} not "
        "counted above: the letters there hold within the measure, and no longer once "
        f"{counted(len(tested.compared), 'measure', 'are')} tested together."
    )


def _tested(grid: Grid) -> Tested:
    found, asked = differing(grid.report, BIAS, compared_ids(grid)), asked_measures(grid)
    if not asked:
        return Tested(found.compared, found.clear)
    return Tested(*([name for name in names if name in asked] for names in found))


def _nothing_compared(grid: Grid, who: Sequence[Entry]) -> str:
    """What to do where no two models have a figure in the same measure."""
    own = {one["id"] for one in who}
    cells = [one for one in grid.report["cells"] if one["contestant"] in own]
    if not any(cell["value"] is not None for cell in cells):
        return _unmeasured(grid, who)
    strong = [one for one in who if one["health"] != WEAK]
    if not strong:
        return "Too weak to be judged: near neutral, these models would show weakness, not fairness"
    if len(strong) == 1:
        name = explain.plain(grid.names[strong[0]["id"]])
        if len(who) > 1:
            return f"Only {name} can be judged: the other models are too weak to be compared"
        return (
            f"{name} is the only model here: choose another model or other heads to compare it with"
        )
    return "No two models have a figure in the same measure yet"


def _unmeasured(grid: Grid, who: Sequence[Entry]) -> str:
    """That none of the models asked for is measured yet, and whose figures are shown meanwhile."""
    if len(who) == 1:
        said = f"{explain.plain(grid.names[who[0]['id']])} is not measured yet"
    elif are_masks_of_one(who):
        said = f"{asked_text(who)} are not measured yet"
    else:
        said = f"None of the {counted(len(who), 'model')} chosen is measured yet"
    others = sum(one["origin"] == IMPORTED for one in grid.contestants)
    shown = f"; the figure is of {counted(others, 'imported model')}"
    return said + shown * (0 < others < len(grid.contestants))
