"""What the table says in a few sentences: where models clearly differ, and no overall score."""

from __future__ import annotations

from collections import Counter

from components.frame.present import explain
from components.scorecard import claim
from components.scorecard.detectable import detectable_text
from components.scorecard.grid import Grid
from engine.columns.column import BIAS, COST
from engine.core.wording import agreeing, counted, listed
from engine.scorecard.differing import differing_text
from engine.scorecard.nearest import nearest_in_all, nearest_text
from engine.scorecard.words import IMPORTED, MEASURED, MISSING, PUBLISHED, REFUSED, Entry

NEVER = (
    "There is no overall score: the measures have different scales, and those that disagree "
    "measure different things."
)


def text(grid: Grid) -> str:
    """The sentences (markdown)."""
    return " ".join(
        filter(
            None,
            [
                _differ(grid),
                _nearest(grid),
                _apart(grid),
                _differ(grid, COST),
                _refused(grid),
                NEVER,
            ],
        )
    )


def in_short(grid: Grid) -> str:
    """How much is compared and how, next to a claim that says where models differ (markdown)."""
    tested = any(entry["p_holm"] is not None for entry in grid.report["comparisons"])
    how = claim.how_tested(grid)
    said = [counts(grid), f"{how[:1].upper()}{how[1:]}." * tested, claim.not_counted_text(grid)]
    return " ".join([*filter(None, said), "There is no overall score."])


def counts(grid: Grid) -> str:
    """How much is in the table, and from where (markdown)."""
    begun = {cell["contestant"] for cell in grid.report["cells"] if cell["status"] != MISSING}
    origins = Counter(
        MISSING if one["origin"] == MEASURED and one["id"] not in begun else one["origin"]
        for one in grid.contestants
    )
    names = {
        **{MEASURED: "measured here", MISSING: "not measured yet"},
        **{IMPORTED: "imported", PUBLISHED: "published"},
    }
    parts = [f"{origins[key]} {what}" for key, what in names.items() if origins[key]]
    models = counted(len(grid.contestants), "model")
    return f"{models} ({', '.join(parts)}) × {counted(len(grid.measures), 'measure')}."


def _differ(grid: Grid, group: str = BIAS) -> str:
    """In which measures of a group models clearly differ (markdown)."""
    titles = {name: explain.plain(title) for name, title in grid.titles.items()}
    return differing_text(grid.report, group, titles, _detectable, "**")


def _detectable(value: float, measure: Entry) -> str:
    return explain.plain(detectable_text({"detectable": value}, measure))


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
