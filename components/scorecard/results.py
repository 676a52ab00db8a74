"""The results of the Scorecard page: the claim, the figures, and one cell."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from components.frame import session
from components.frame.present import explain, first_screen, in_words, plot
from components.frame.shell.model_bar import Subject
from components.frame.widgets import tabs
from components.frame.widgets.choice_box import choose
from components.scorecard import claim, comparisons, headline, opened, quality, table
from components.scorecard.charts.cells import cells
from components.scorecard.charts.lines import Lines, parts, room, rows_of
from components.scorecard.grid import AS_CHOSEN, BOX, Grid, clicked
from components.scorecard.wording import GRID, OVERLAP, TIERS, legend_text
from engine.core.intervention_text import in_words as interventions_in_words
from engine.scorecard.words import Report

SORTED_BY = "sorted_by"
FIRST, MORE = "scorecard_cells", "scorecard_more"  # keys of the figures
_MOST_KEPT = 6  # figures
_LEGEND = (0.81, 0.19)  # of the width, for the legend and the link next to it


def grid_of(report: Report, subject: Subject | None) -> Grid:
    """Draw the box that orders the rows; the report as it is shown.

    Args:
        report: of all that is chosen.
        subject: the model of the model bar, whose mask the claim names first.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        whole = table.with_published(report) if table.draw_published_switch(report) else report
        unsorted = Grid(whole)
        by_title = {unsorted.titles[one["name"]]: one["name"] for one in unsorted.measures}
        options = [AS_CHOSEN, *by_title]
        tip = (
            "The model nearest to the neutral value first; letters and shading show the tiers. "
            "Weak models and published figures stay at the end."
        )
        chosen = choose("Sort models by", options, SORTED_BY, BOX, help_text=tip)
    own = [] if subject is None else [str(head) for head in subject.spec.masked_heads]
    besides = "" if subject is None else interventions_in_words(subject.spec.interventions)
    return Grid(whole, by_title.get(chosen, ""), own, besides)


def draw_claim(grid: Grid) -> None:
    """Draw the claim."""
    first_screen.draw_claim(
        f"{claim.claim_text(grid)}.",
        claim.statistics_text(grid),
        limits="\n\n".join(filter(None, [headline.NEVER, OVERLAP, claim.not_counted_text(grid)])),
        more=lambda: _more(grid),
    )


def draw_first_cells(grid: Grid) -> go.Figure:
    """Draw the first figure, which is returned, with its legend."""
    figure = _draw_cells(grid, FIRST, parts(grid).first)
    legend, reading = st.columns(_LEGEND, gap="small", vertical_alignment="center")
    legend.caption(_legend(grid, parts(grid).first))
    with reading:
        explain.reading(f"{GRID}\n\n{TIERS}")
    return figure


def draw_more_cells(grid: Grid) -> go.Figure | None:
    """Draw the measures that the first figure has no room for; None where it has all."""
    lines = parts(grid).more
    if not lines:
        return None
    st.header("More models and measures", anchor=False)
    with st.container(border=True):
        figure = _draw_cells(grid, MORE, lines)
        st.caption(_legend(grid, lines))
    return figure


def _legend(grid: Grid, lines: Lines) -> str:
    """What is seen in a figure."""
    contestants = [one for line in lines for one in rows_of(grid, line)]
    return legend_text(contestants)


def _more(grid: Grid) -> None:
    st.markdown(headline.counts(grid))
    st.markdown(headline.text(grid))


def _draw_cells(grid: Grid, key: str, lines: Lines) -> go.Figure:
    figure = _figure(grid, key, lines)
    with st.container(key=f"{room(lines)}_{key}"):
        plot.draw_figure(
            figure,
            key=key,
            title="Models by measures, each with its 95% interval",
            says=in_words.unmarked(f"{headline.counts(grid)} {headline.text(grid)}"),
            elsewhere="The table below has every number.",
            on_click=lambda: _clicked(grid, key),
        )
    return figure


def _figure(grid: Grid, part: str, lines: Lines) -> go.Figure:
    """The figure, made once for each report, order and theme: it takes a second."""
    kept = session.state.newest(session.state.SCORECARD_FIGURES, _MOST_KEPT)
    shown = grid.report["digest"], len(grid.contestants), grid.sorted_by
    key = *shown, part, st.context.theme.type
    figure: go.Figure | None = kept.get(key)
    if figure is None:
        figure = kept[key] = cells(grid, lines)
    return figure


def _clicked(grid: Grid, key: str) -> None:
    """A callback: open the cell that was clicked on.

    Args:
        key: of the figure.
    """
    event = st.session_state.get(key)
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
