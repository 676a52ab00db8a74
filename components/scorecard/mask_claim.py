"""What the Scorecard claims of one model under masks: each mask against the model without one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.frame.present import explain
from components.scorecard.choice import NAMED_HEADS, mask_text
from components.scorecard.grid import Grid
from components.scorecard.whom import heads_of_mask, is_changed, other_done
from engine.core.intervention_text import done_in_words
from engine.core.wording import agreeing, counted
from engine.scorecard.words import Entry
from engine.statistics import LEVEL

_MOST_MASKS = 2  # named, of those that clearly change something; more are counted


@dataclass(frozen=True)
class Tested:
    """Names of the measures of bias in which models were compared, and clearly differ."""

    compared: Sequence[str]
    clear: Sequence[str]


def by_mask(grid: Grid, who: Sequence[Entry], tested: Tested) -> str:
    """Which way measures move with each mask; empty where none clearly does (markdown).

    The mask of the model bar is named first, whatever it changes, then those that change most.

    Args:
        who: the model under its masks, as far as they are measured.
        tested: a mask counts only in a measure in which models clearly differ at all.
    """
    plain = next((one["id"] for one in who if not is_changed(one)), None)
    masked = {one["id"]: one for one in who if one["id"] != plain}
    moved = _moved(grid, plain, masked, tested)
    if not moved:
        return ""
    own = [id_ for id_, one in masked.items() if _is_of_model_bar(grid, one)]
    most = sorted(moved, key=lambda id_: -len(moved[id_]))
    named = [*dict.fromkeys([*own, *most])][: max(_MOST_MASKS, len(own))]
    sizes = [len(heads_of_mask(one)) for one in masked.values() if not other_done(one)]
    noun = "intervention" if any(map(other_done, masked.values())) else ""
    said: list[str] = []
    side = ""
    for id_ in named:
        mask = _mask_text(masked[id_], sizes) or explain.plain(grid.names[id_])
        moves = _change(grid, moved.get(id_, {}), 0 if said else len(tested.compared), len(moved))
        said.append(f"with {mask}, {moves.removesuffix(side) if side else moves}")
        if id_ in moved:
            side = side or f" clearly {moves.rpartition(' clearly ')[2]}"
    rest = {id_: one for id_, one in masked.items() if id_ not in named}
    unmoved = [one for id_, one in rest.items() if id_ not in moved]
    text = "; ".join([*said, *_others(unmoved, len(rest) - len(unmoved), noun)])
    return text[:1].upper() + text[1:]


def _is_of_model_bar(grid: Grid, one: Entry) -> bool:
    same_heads = {*heads_of_mask(one)} == {*grid.own_mask}
    return same_heads and other_done(one) == grid.own_interventions


def _moved(
    grid: Grid, plain: str | None, masked: Mapping[str, Entry], tested: Tested
) -> dict[str, dict[str, bool]]:
    """Mask -> the measures that it clearly moves -> whether they are nearer to neutral."""
    moved: dict[str, dict[str, bool]] = {}
    for entry in grid.report["comparisons"]:
        pair = {entry["first"], entry["second"]}
        p, clear = entry["p_holm"], entry["measure"] in tested.clear
        if plain in pair and pair <= {plain, *masked} and clear and p is not None and p < LEVEL:
            (other,) = pair - {plain}
            nearer = (entry["difference"] < 0) == (entry["first"] == plain)
            moved.setdefault(other, {})[entry["measure"]] = nearer
    return moved


def _change(grid: Grid, measures: Mapping[str, bool], compared: int, moved: int) -> str:
    """What one mask changes; a measure that is the only one any mask moves is named.

    Args:
        measures: that it clearly moves -> whether they are nearer.
        compared: how many were; 0 where that was said before.
        moved: how many masks move anything.
    """
    if not measures:
        of = f" of {counted(compared, 'measure')} of bias" if compared > 1 else ""
        return f"none{of} clearly changes"
    moves = _moves(measures, compared)
    if moved > 1 or len(measures) > 1:
        return moves
    alone = f", alone of {counted(compared, 'measure')} of bias" if compared > 1 else ""
    title = measure_titles(grid, [*measures], 1)
    return f"{title} is clearly {moves.rpartition(' clearly ')[2]}{alone}"


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


def _others(unmoved: Sequence[Entry], moved: int, noun: str) -> list[str]:
    """What the further masks change; a single one that changes nothing is named by its heads.

    Args:
        unmoved: those that clearly change nothing.
        moved: how many of them clearly change something.
        noun: what they are called where they are not all sets of heads; else empty.
    """
    number = len(unmoved)
    if not number and not moved:
        return []
    if moved and number:
        sets = f"of the {_counted(number + moved, noun)}"
        return [f"{sets}, {moved} clearly {agreeing(moved, 'change')} some measure"]
    if number == 1 and (named := _named(unmoved[0])):
        return [f"with {named}, none clearly changes"]
    total = number + moved
    sets = f"the {_counted(total, noun)}".replace("the 1 other", "the other")
    what = "some measure" if moved else "none"
    return [f"{sets} clearly {agreeing(total, 'change')} {what}"]


def _counted(number: int, noun: str) -> str:
    """Further changes: `2 other sets of heads`, `2 other interventions`."""
    if noun:
        return counted(number, f"other {noun}")
    return f"{counted(number, 'other set')} of heads"


def _named(one: Entry) -> str:
    """What is done to one; of heads alone, where they are few enough to be named."""
    if not other_done(one):
        return mask_text(heads_of_mask(one))
    return explain.plain(done_in_words(one["spec"], NAMED_HEADS))


def _mask_text(one: Entry, sizes: Sequence[int]) -> str:
    """The heads of a mask, or how many where no other has as many; empty where that is unclear.

    Args:
        sizes: [mask] numbers of heads of all masks.
    """
    if other_done(one):
        return _named(one)
    heads = heads_of_mask(one)
    unlike = sizes.count(len(heads)) == 1
    return mask_text(heads) or f"{counted(len(heads), 'head')} switched off" * unlike


def measure_titles(grid: Grid, names: Sequence[str], most: int) -> str:
    """Titles of measures, which have commas of their own; those after the first are counted.

    Args:
        names: of the measures.
        most: how many are named.
    """
    shown = [explain.plain(grid.titles[name]) for name in names[:most]]
    more = len(names) - len(shown)
    return "; ".join([*shown, *([f"and {more} more"] if more else [])])
