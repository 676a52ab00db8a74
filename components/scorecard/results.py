"""The results of the Scorecard page: what the table says, the figure, the table, and one cell."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.widgets import tabs
from components.frame.widgets.choice_box import choose
from components.scorecard import comparisons, headline, opened, quality, table
from components.scorecard.charts.cells import cells
from components.scorecard.charts.lines import room
from components.scorecard.grid import AS_CHOSEN, BOX, Grid, clicked
from components.scorecard.wording import GRID, OVERLAP, TIERS
from engine.scorecard.words import Report

SORTED_BY = "sorted_by"
_FIGURE = "scorecard_cells"
_MOST_KEPT = 6  # figures


def grid_of(report: Report) -> Grid:
    """Draw the box that orders the rows; the report as it is shown."""
    whole = table.with_published(report) if table.draw_published_switch(report) else report
    unsorted = Grid(whole)
    by_title = {unsorted.titles[one["name"]]: one["name"] for one in unsorted.measures}
    options = [AS_CHOSEN, *by_title]
    tip = (
        "The model nearest to the neutral value first; letters and shading show the tiers. "
        "Published figures stay at the end."
    )
    chosen = choose("Sort models by", options, SORTED_BY, BOX, help_text=tip)
    return Grid(whole, by_title.get(chosen, ""))


def draw_scorecard_results(report: Report) -> tuple[Grid, go.Figure]:
    """Draw what is at the top: the words, the figure and the table.

    Returns:
        The report as it is shown, and its figure.
    """
    with st.container(border=True):
        place = st.container()
        with st.container(horizontal=True, vertical_alignment="bottom"):
            grid = grid_of(report)
        with place:
            st.markdown(f"**{headline.counts(grid)}** {headline.text(grid)}")
        figure = _figure(grid)
        with st.container(key=f"{room(grid)}_{_FIGURE}"):
            plot.draw_figure(
                figure,
                key=_FIGURE,
                title="Models by measures, each with its 95% interval",
                says=in_words.unmarked(f"{headline.counts(grid)} {headline.text(grid)}")
                + " The table below has every number.",
                on_click=lambda: _clicked(grid),
            )
        st.caption(OVERLAP)
        with st.container(horizontal=True):
            explain.reading(GRID)
            explain.reading(TIERS, "What rank and tier mean")
    table.draw_scorecard_table(grid)
    return grid, figure


def _figure(grid: Grid) -> go.Figure:
    """The figure, made once for each report, order and theme: it takes a second."""
    kept = session.state.newest(session.state.SCORECARD_FIGURES, _MOST_KEPT)
    key = grid.report["digest"], len(grid.contestants), grid.sorted_by, st.context.theme.type
    figure: go.Figure | None = kept.get(key)
    if figure is None:
        figure = kept[key] = cells(grid)
    return figure


def _clicked(grid: Grid) -> None:
    """A callback: open the cell that was clicked on."""
    event = st.session_state.get(_FIGURE)
    if event:
        clicked(event["selection"], grid)


def details(grid: Grid) -> None:
    """Draw one cell, pairs of models, and what the measures are worth."""
    st.header("One cell", anchor=False)
    with st.container(border=True), explain.errors(ends_page=False):
        opened.draw_opened_cell(grid)
    st.header("More about these figures", anchor=False)
    parts = {
        "Pairs of models": comparisons.draw_comparisons,
        "Reliability": quality.reliability,
        "Agreement of measures": quality.convergence,
    }
    name, container = tabs.opened_tab([*parts], "scorecard_tab")
    with container, explain.errors(ends_page=False):
        parts[name](grid)
