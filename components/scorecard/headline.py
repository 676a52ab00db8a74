"""What the table says in a few sentences: where models clearly differ, and no overall score."""

from __future__ import annotations

from collections import Counter

from components.frame.present import explain
from components.scorecard.grid import Grid
from components.scorecard.wording import detectable_text
from engine.columns.column import BIAS, COST
from engine.core.wording import agreeing, counted, listed
from engine.scorecard.differing import detectable_in, differing
from engine.scorecard.nearest import nearest_in_all, nearest_text
from engine.scorecard.words import IMPORTED, MEASURED, PUBLISHED, REFUSED, Entry
from engine.statistics import POWER

_MOST_SAID = 4  # measures
_NEVER = (
    "There is no overall score: the measures have different scales, and those that disagree "
    "measure different things."
)


def text(grid: Grid) -> str:
    """The sentences (markdown)."""
    return " ".join(
        filter(
            None,
            [_differ(grid), _nearest(grid), _apart(grid), _costs(grid), _refused(grid), _NEVER],
        )
    )


def in_short(grid: Grid) -> str:
    """Where models clearly differ, and that there is no overall score (markdown)."""
    return f"{_differ(grid)} There is no overall score."


def counts(grid: Grid) -> str:
    """How much is in the table, and from where (markdown)."""
    origins = Counter(one["origin"] for one in grid.contestants)
    names = {MEASURED: "measured here", IMPORTED: "imported", PUBLISHED: "published"}
    parts = [f"{origins[key]} {what}" for key, what in names.items() if origins[key]]
    models = counted(len(grid.contestants), "model")
    return f"{models} ({', '.join(parts)}) × {counted(len(grid.measures), 'measure')}."


def _differ(grid: Grid) -> str:
    """In which measures of bias models clearly differ."""
    compared, clear = differing(grid.report, BIAS)
    if not compared:
        return ""
    measures = counted(len(compared), "measure")
    if not clear:
        return (
            f"In none of the {measures} of bias compared do these models clearly differ."
            f"{_smallest(grid, compared)}"
        )
    named = _listed(grid, clear)
    which = "all" if len(clear) == len(compared) else str(len(clear))
    where = measures if len(compared) == 1 else f"{which} of the {measures}"
    corrected = " (corrected over the measures too)" * (len(compared) > 1)
    return f"In {where} of bias compared, models clearly differ{corrected}: {named}."


def _smallest(grid: Grid, names: list[str]) -> str:
    """What the test of two models in the middle would have detected in each measure (markdown)."""
    said = []
    for name, value in detectable_in(grid.report, names).items():
        if (measure := grid.measure(name)) is not None:
            text = detectable_text({"detectable": value}, measure)
            said.append(explain.plain(f"{text} ({grid.titles[name]})"))
    if not said:
        return ""
    more = f"; and {len(said) - _MOST_SAID} more" if len(said) > _MOST_SAID else ""
    return (
        f" A single test of two of them would have detected {'; '.join(said[:_MOST_SAID])}{more}, "
        f"with {POWER:.0%} power; smaller differences are not ruled out."
    )


def _listed(grid: Grid, names: list[str]) -> str:
    """Measures by their titles, which have commas of their own (markdown)."""
    titles = [f"**{explain.plain(grid.titles[name])}**" for name in names[:_MOST_SAID]]
    more = [f"{len(names) - _MOST_SAID} more"] if len(names) > _MOST_SAID else []
    return "; ".join([*titles, *more])


def _costs(grid: Grid) -> str:
    """In which costs models clearly differ."""
    compared, clear = differing(grid.report, COST)
    if not compared:
        return ""
    if not clear:
        return (
            f"How well they still work does not clearly differ ({counted(len(compared), 'cost')})."
            f"{_smallest(grid, compared)}"
        )
    return f"How well they still work clearly differs: {_listed(grid, clear)}."


def _apart(grid: Grid) -> str:
    """That models of this machine and imported ones have no measure in common."""
    have = {
        origin: {
            one["name"]
            for one in grid.measures
            if any(cell["status"] == origin for cell in grid.values(one["name"]))
        }
        for origin in (MEASURED, IMPORTED)
    }
    if not all(have.values()) or have[MEASURED] & have[IMPORTED]:
        return ""
    return (
        "Models measured here and imported ones have no measure in common, so they are compared "
        "only among themselves."
    )


def _nearest(grid: Grid) -> str:
    """Whether one model is nearest to neutral in all measures of bias (markdown)."""
    found = nearest_in_all(grid.report)
    names = {id_: explain.plain(name) for id_, name in grid.names.items()}
    return "" if found is None else nearest_text(found, names)


def _refused(grid: Grid) -> str:
    """Models that the health check refuses."""
    red = [grid.names[one["id"]] for one in grid.contestants if _is_refused(grid, one)]
    if not red:
        return ""
    named = explain.plain(listed(red, 3))
    verb = agreeing(len(red), "are")
    return f"{named} {verb} refused: open a cell to see why."


def _is_refused(grid: Grid, contestant: Entry) -> bool:
    """Whether the health check failed, or every cell has a reason instead of a figure."""
    cells = [grid.cell(contestant["id"], one["name"]) for one in grid.measures]
    known = [cell["status"] for cell in cells if cell is not None]
    return contestant["health"] == "red" or (bool(known) and set(known) == {REFUSED})
