"""What the Scorecard says, in one sentence: whether its models clearly differ, and in what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.frame.present import explain
from components.scorecard.charts.lines import asked_measures
from components.scorecard.choice import mask_text
from components.scorecard.grid import Grid, tiers
from components.scorecard.whom import (
    are_masks_of_one,
    asked_text,
    begun_of,
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
_MOST_MASKS = 2  # that clearly change something; of more, the measures are named instead


@dataclass(frozen=True)
class _Tested:
    """Names of the measures of bias in which models were compared, and clearly differ."""

    compared: Sequence[str]
    clear: Sequence[str]


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


def _compared(grid: Grid, who: Sequence[Entry], tested: _Tested) -> str:
    """Whether models clearly differ in the measures in which they were compared (markdown)."""
    masks = are_masks_of_one(who)
    if masks and (said := _by_mask(grid, who, tested)):
        return said
    named, clear = _titles(grid, tested.clear), len(tested.clear)
    subject = "Which heads are switched off makes" if masks else "The models"
    one = len(tested.compared) == 1
    where = "the one measure of bias" if one else f"{len(tested.compared)} measures of bias"
    if not clear:
        none = "no clear difference" if masks else "do not clearly differ"
        return f"{subject} {none} in {where}"
    some = "a clear difference" if masks else "clearly differ"
    return f"{subject} {some} in {where if one else f'{clear} of {where}'}: {named}"


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
    parts += [f"costs clearly differ: {_titles(grid, costs)}"] * bool(costs)
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
    by_mask = _by_mask(grid, begun_of(grid, who), _tested(grid))
    pairs = "each mask against the original" if by_mask else "any two of them compared"
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
        f"{_titles(grid, lettered)} {agreeing(len(lettered), 'are')} not counted above: the "
        "letters there hold within the measure, and no longer once "
        f"{counted(len(tested.compared), 'measure', 'are')} tested together."
    )


def _tested(grid: Grid) -> _Tested:
    found, asked = differing(grid.report, BIAS, compared_ids(grid)), asked_measures(grid)
    if not asked:
        return _Tested(found.compared, found.clear)
    return _Tested(*([name for name in names if name in asked] for names in found))


def _by_mask(grid: Grid, who: Sequence[Entry], tested: _Tested) -> str:
    """Which way measures move with each mask; empty where none clearly does, or many do.

    A mask counts only in a measure in which models clearly differ at all.
    """
    plain = next((one["id"] for one in who if not heads_of_mask(one)), None)
    masked = {one["id"]: one for one in who if one["id"] != plain}
    moved: dict[str, dict[str, bool]] = {}  # mask -> measure -> whether it is nearer to neutral
    for entry in grid.report["comparisons"]:
        pair = {entry["first"], entry["second"]}
        p, clear = entry["p_holm"], entry["measure"] in tested.clear
        if plain in pair and pair <= {plain, *masked} and clear and p is not None and p < LEVEL:
            (other,) = pair - {plain}
            nearer = (entry["difference"] < 0) == (entry["first"] == plain)
            moved.setdefault(other, {})[entry["measure"]] = nearer
    if not moved or len(moved) > _MOST_MASKS:
        return ""
    sizes = [len(heads_of_mask(one)) for one in masked.values()]
    said: list[str] = []
    side = ""
    for mask, measures in sorted(moved.items(), key=lambda one: -len(one[1])):
        named = _mask_text(masked[mask], sizes) or explain.plain(grid.names[mask])
        moves = _moves(measures, 0 if said else len(tested.compared))
        if len(moved) == len(measures) == 1:
            moves = _move(grid, next(iter(measures)), moves, len(tested.compared))
        said.append(f"with {named}, {moves.removesuffix(side) if side else moves}")
        side = side or f" clearly {moves.rpartition(' clearly ')[2]}"
    others = [one for id_, one in masked.items() if id_ not in moved]
    text = "; ".join([*said, *_others(others)])
    return text[:1].upper() + text[1:]


def _move(grid: Grid, measure: str, moves: str, compared: int) -> str:
    """The same of one measure, by its name."""
    alone = f", alone of {counted(compared, 'measure')} of bias" if compared > 1 else ""
    return f"{_titles(grid, [measure])} is clearly {moves.rpartition(' clearly ')[2]}{alone}"


def _moves(measures: Mapping[str, bool], compared: int) -> str:
    """How many measures lie clearly nearer to neutral, and further.

    Args:
        measures: that clearly differ -> whether they are nearer.
        compared: of how many; 0 where that was said before.
    """
    found: list[str] = []
    for nearer, side in ((True, "nearer to neutral"), (False, "further from neutral")):
        if number := sum(each is nearer for each in measures.values()):
            of = f" of {counted(compared, 'measure')} of bias" if compared and not found else ""
            found.append(f"{number}{of} {agreeing(number, 'are')} clearly {side}")
    return " and ".join(found)


def _others(unmoved: Sequence[Entry]) -> list[str]:
    """That the further masks change nothing clearly; a single one is named by its heads."""
    number = len(unmoved)
    if not number:
        return []
    if number == 1 and (named := mask_text(heads_of_mask(unmoved[0]))):
        return [f"with {named}, none clearly changes"]
    sets = "the other set" if number == 1 else f"the {counted(number, 'other set')}"
    return [f"{sets} of heads clearly {agreeing(number, 'change')} none"]


def _mask_text(one: Entry, sizes: Sequence[int]) -> str:
    """The heads of a mask, or how many where no other has as many; empty where that is unclear.

    Args:
        sizes: [mask] numbers of heads of all masks.
    """
    heads = heads_of_mask(one)
    unlike = sizes.count(len(heads)) == 1
    return mask_text(heads) or f"{counted(len(heads), 'head')} switched off" * unlike


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


def _titles(grid: Grid, names: Sequence[str]) -> str:
    """Titles of measures, which have commas of their own; those after the first are counted."""
    shown = [explain.plain(grid.titles[name]) for name in names[:_MOST_NAMED]]
    more = len(names) - len(shown)
    return "; ".join([*shown, *([f"and {more} more"] if more else [])])
