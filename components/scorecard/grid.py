"""A report as the page shows it: its rows and columns in an order, and their cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import streamlit as st

from components.frame.present import explain
from components.frame.present.labels import distinct
from components.frame.widgets.choice_box import choose
from engine.columns.column import BIAS, COST
from engine.scorecard.words import FAILED, MEASURED, PUBLISHED, REFUSED, WEAK, Entry, Report

AS_CHOSEN = "As chosen"
BOX = 420  # pixels


@dataclass(frozen=True, eq=False)
class Grid:
    """A report with its contestants in the order of the screen.

    Args:
        report: as the engine makes it.
        sorted_by: name of the measure that orders the contestants, the nearest to neutral first;
            empty for the order in which they were chosen.
        own_mask: the heads that the model bar switches off, as they are written.
        own_interventions: what it does besides, in words.
    """

    report: Report
    sorted_by: str = ""
    own_mask: Sequence[str] = ()
    own_interventions: str = ""

    @cached_property
    def measures(self) -> list[Entry]:
        """Bias first, then cost; those that only imported models have come last of each."""
        shown, cells = [*self.report["measures"]], self.report["cells"]
        here = {cell["measure"] for cell in cells if cell["status"] in (MEASURED, REFUSED, FAILED)}
        groups = {BIAS: 0, COST: 2}
        return sorted(
            shown, key=lambda one: groups.get(one["group"], 1) + (one["name"] not in here) * 0.5
        )

    @cached_property
    def contestants(self) -> list[Entry]:
        """In the order of the rows; without a figure in the measure that sorts them late, then
        those too weak to be judged, and last the published ones; nothing ranks either."""

        def place(one: Entry) -> tuple[bool, bool, bool, float]:
            cell = self.cell(one["id"], self.sorted_by) if self.sorted_by else None
            far = distance(cell) if cell is not None else None
            weak = one["health"] == WEAK
            return one["origin"] == PUBLISHED, weak, far is None, far or 0.0

        return sorted(self.report["contestants"], key=place)

    @cached_property
    def names(self) -> dict[str, str]:
        """Contestant -> what it is called, no two alike."""
        every = self.report["contestants"]
        labels = distinct([str(one["label"] or one["id"]) for one in every])
        return {one["id"]: label for one, label in zip(every, labels, strict=True)}

    @cached_property
    def titles(self) -> dict[str, str]:
        """Measure -> what it is called, no two alike."""
        every = self.report["measures"]
        plain = [str(one["title"]) for one in every]
        alike = {_family(one) for one in every if plain.count(str(one["title"])) > 1}
        with_data = [
            f"{title}, {one['data']}" if _family(one) in alike else title
            for title, one in zip(plain, every, strict=True)
        ]
        with_variant = [
            f"{title}, {one['name'].rpartition(':')[2]}" if with_data.count(title) > 1 else title
            for title, one in zip(with_data, every, strict=True)
        ]
        return {
            one["name"]: title for one, title in zip(every, distinct(with_variant), strict=True)
        }

    @cached_property
    def _cells(self) -> dict[tuple[str, str], Entry]:
        return {(cell["contestant"], cell["measure"]): cell for cell in self.report["cells"]}

    def cell(self, contestant: str, measure: str) -> Entry | None:
        """One cell; None where the report has none."""
        return self._cells.get((contestant, measure))

    def column(self, measure: str) -> list[Entry | None]:
        """The cells of a measure in the order of the rows."""
        return [self.cell(one["id"], measure) for one in self.contestants]

    def values(self, measure: str) -> list[Entry]:
        """The cells of a measure that have a value, in the order of the rows."""
        return [cell for cell in self.column(measure) if cell and cell["value"] is not None]

    def contestant(self, name: str) -> Entry | None:
        """A contestant by its id."""
        return next((one for one in self.report["contestants"] if one["id"] == name), None)

    def measure(self, name: str) -> Entry | None:
        """A measure by its name."""
        return next((one for one in self.report["measures"] if one["name"] == name), None)


def _family(measure: Entry) -> str:
    """The word before the first colon of its name: `gest` of `gest:bundled:0`."""
    return str(measure["name"]).partition(":")[0]


def is_weak(grid: Grid, cell: Entry) -> bool:
    """Whether a cell is of a model that is too weak to be judged."""
    one = grid.contestant(cell["contestant"])
    return one is not None and one["health"] == WEAK


def distance(cell: Entry) -> float | None:
    """What orders a column: the distance from neutral; of a cost, the rank or else the value."""
    if cell["value"] is None:
        return None
    if cell.get("distance") is not None:
        return float(cell["distance"])
    return float(cell["rank"] if cell.get("rank") is not None else cell["value"])


def tiers(cells: Sequence[Entry | None]) -> list[int]:
    """The tiers of a column, in order."""
    return sorted({cell["tier"] for cell in cells if cell and cell.get("tier") is not None})


# --- cell choice --------------------------------------------------------------------------
# Which cell is open: chosen by its model and its measure, or by a click on its dot.

MODEL, MEASURE = "cell_model", "cell_measure"  # of the boxes, in the session and the address


def choose_cell(grid: Grid) -> Entry | None:
    """Draw the boxes; the cell, None where the report has none of it."""
    names, titles = grid.names, grid.titles
    first = _first(grid)
    models = [names[one["id"]] for one in grid.contestants]
    measures = [titles[one["name"]] for one in grid.measures]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        model = choose("Model", models, MODEL, BOX, names[first["contestant"]] if first else "")
        measure = choose(
            "Measure", measures, MEASURE, BOX, titles[first["measure"]] if first else ""
        )
    contestant = next(one for one, name in names.items() if name == model)
    return grid.cell(contestant, next(one for one, title in titles.items() if title == measure))


def _first(grid: Grid) -> Entry | None:
    """The first cell with a value, in the order of the screen."""
    for measure in grid.measures:
        if found := grid.values(measure["name"]):
            return found[0]
    return None


def clicked(selection: Mapping[str, Any], grid: Grid) -> None:
    """Open the cell that was clicked on; for the callback of the figure.

    Args:
        selection: as Streamlit gives it: `points`, each with its `customdata`.
    """
    for point in selection.get("points", []):
        contestant, measure, *_ = point.get("customdata") or ("", "")
        if grid.cell(contestant, measure) is not None:
            st.session_state[MODEL] = grid.names[contestant]
            st.session_state[MEASURE] = grid.titles[measure]
            name, title = grid.names[contestant], grid.titles[measure]
            st.toast(explain.plain(f"Opened below under One cell: {name}, {title}."))
            return
