"""Exports of a report: our own JSON and table, and the formats of papers, hubs and registries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.frame import session
from components.frame.present import download, explain
from components.frame.widgets import export
from components.frame.widgets.result import where_to_run
from components.scorecard import claim, headline, table
from components.scorecard.charts.cells import cells
from components.scorecard.charts.lines import claimed_first, parts
from components.scorecard.choice import Choice
from components.scorecard.grid import Grid
from engine.core.errors import BiascopeError
from engine.scorecard.words import MEASURED, Report

_HINT = f"{where_to_run()} What was imported here is added with --import FILE.".strip()
_JSON, _TEXT = "application/json", "text/plain"


@dataclass(frozen=True)
class _Format:
    """A format of a whole report.

    Args:
        name: as the engine calls it.
        label: on the button.
        file: name of the file.
        kind: media type.
        tip: tooltip.
    """

    name: str
    label: str
    file: str
    kind: str
    tip: str


_WHOLE = (
    _Format(
        "json",
        "Report (JSON)",
        "biascope-scorecard-report.json",
        _JSON,
        "Everything, with the parts of each figure; another Biascope can import it.",
    ),
    _Format(
        "csv",
        "Cells (CSV)",
        "biascope-scorecard-cells.csv",
        "text/csv",
        "One row a cell, with variant and data.",
    ),
    _Format(
        "latex", "Table (LaTeX)", "biascope-scorecard.tex", _TEXT, "For a paper, with booktabs."
    ),
)
_OF_ONE = (
    _Format(
        "hf",
        "Hugging Face results (YAML)",
        "eval-results.yaml",
        "text/yaml",
        "For the .eval_results folder of the model's repository.",
    ),
    _Format("card", "Model card (Markdown)", "bias.md", "text/markdown", "A section on bias."),
    _Format(
        "eee",
        "Every Eval Ever (JSON)",
        "every-eval-ever.json",
        _JSON,
        "Version 0.3 of the schema.",
    ),
)


@dataclass(frozen=True, eq=False)
class Exporter:
    """What the figures of the page export and pin.

    Args:
        grid: the report as it is shown, whose cells and figures are exported.
        report: the report itself, without the rows of published figures.
        choice: what was measured; None where everything is imported, which no command measures.
    """

    grid: Grid
    report: Report
    choice: Choice | None

    def draw_first(self, figure: go.Figure) -> None:
        """Draw the buttons at the claim: all cells, with the figure of the first screen."""
        grid = self.grid
        said, so_far = claim.claim_parts(grid)
        self._row(
            "scorecard",
            table.numbers(grid),
            figure,
            "Models by measures",
            f"{so_far}. {headline.in_short(grid)}" if so_far else headline.in_short(grid),
            f"So far, {said[:1].lower()}{said[1:]}" if so_far else said,
            stage=lambda: cells(grid, claimed_first(grid, claim.clear_measures(grid))),
        )

    def draw_more(self, figure: go.Figure) -> None:
        """Draw the buttons of the figure of further models and measures: its cells alone."""
        frame = table.numbers(self.grid)
        names = {self.grid.titles[one["name"]] for line in parts(self.grid).more for one in line}
        rows = frame[frame["measure"].isin(names) & frame["value"].notna()]
        self._row("scorecard-more", rows, figure, "More models and measures")

    def _row(
        self,
        name: str,
        frame: pd.DataFrame,
        figure: go.Figure,
        title: str,
        reading: str = "",
        claimed: str = "",
        stage: Callable[[], go.Figure] | None = None,
    ) -> None:
        """The arguments are those of `Result`."""
        if self.choice is None:
            return
        manifest = {**self.report["manifest"], "digest": self.report["digest"]}
        command = self.choice.command().line()
        export.row(
            name,
            frame,
            figure,
            command,
            manifest,
            title,
            _HINT,
            reading=reading,
            claim=claimed,
            stage=stage,
        )


def draw_report_formats(grid: Grid, report: Report) -> None:
    """Draw the buttons for the whole report, and for one model of it, in the formats of others.

    Args:
        grid: the report as it is shown.
        report: the report itself, without the rows of published figures.
    """
    with st.container(horizontal=True, gap="small"):
        with st.popover("Report", icon=":material/download:"):
            for each in _WHOLE:
                _button(each, partial(session.scorecard.export, report, each.name, ""))
        with st.popover("One model", icon=":material/download:"):
            _one_model(grid, report)


def _one_model(grid: Grid, report: Report) -> None:
    """The formats that describe one model."""
    names = {
        one["id"]: grid.names[one["id"]]
        for one in report["contestants"]
        if any(cell["value"] is not None for cell in _cells(report, one["id"]))
    }
    if not names:
        st.markdown(":gray[No model has a figure yet.]")
        return
    chosen = st.selectbox(
        "Model to export", [*names], format_func=names.__getitem__, key="scorecard_export_model"
    )
    for each in _OF_ONE:
        _of_one(each, report, chosen or next(iter(names)))
    origin = next(one["origin"] for one in report["contestants"] if one["id"] == chosen)
    if origin != MEASURED:
        st.caption("These figures are imported; the file says so.")


def _of_one(each: _Format, report: Report, contestant: str) -> None:
    """A format of one model, or in a sentence why it cannot hold this one."""
    try:
        text = session.scorecard.export(report, each.name, contestant)
    except BiascopeError as error:
        st.caption(f"{each.label}: {explain.plain(str(error))}")
        return
    _button(each, lambda: text)


def _cells(report: Report, contestant: str) -> list[Mapping[str, Any]]:
    return [cell for cell in report["cells"] if cell["contestant"] == contestant]


def _button(each: _Format, make: Callable[[], str]) -> None:
    download.button(
        each.label,
        make,
        each.file,
        each.kind,
        f"scorecard_as_{each.name}",
        tip=explain.plain(each.tip),
    )
