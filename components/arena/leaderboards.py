"""Reports at hand by category, models in a grid, and the most flagged groups over all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from components.arena import wording
from components.arena.charts import ranking as ranking_chart
from components.arena.charts.grid import Cell, cell_text, models_by_category
from components.arena.charts.rates import Row, bias_scores, in_words_of, rates
from components.arena.figures import AnyReport
from components.arena.parts import category_name, in_order
from components.arena.ranking import Ranked
from components.frame.present import download, explain, in_words, plot
from components.frame.present.numbers import number
from engine.core.wording import counted, listed
from engine.files.export import csv_text
from engine.measures.arena.few import flagged_text
from engine.measures.arena.groups import overlap_text
from engine.measures.arena.leaderboard import (
    FLAGS,
    ORDERS,
    SCORES,
    groups_over_reports,
    leaderboard_rows,
    most_flagged_of,
    rank_by_category,
)
from engine.measures.arena.replication import published_groups
from engine.measures.arena.said import tiers_text

ALL = "all"
_HEAD = "All models at hand"
_ALONE = (
    "Only this model so far, and its categories and groups are shown above. Once another one is "
    "ranked with it, the models by category and the groups most flagged over all of them are here."
)
_ORDERS = {FLAGS: "Flag rate", SCORES: "Average bias score, as in the paper"}


def draw_leaderboards(ranked: Ranked, chosen: str = "") -> None:
    """Draw the section: models by category on one side, groups on the other.

    Where the model of the page is the only one, a sentence says so: all of it is shown above.

    Args:
        chosen: digest of the report of the page.
    """
    if not ranked.entries:
        return
    if [entry["digest"] for entry in ranked.entries] == [chosen]:
        st.header(_HEAD, anchor=False)
        st.markdown(f":gray[{_ALONE}]")
        return
    by_category, groups = _boards(tuple(map(_digest, ranked.reports)), ranked.reports)
    st.header(_HEAD, anchor=False)
    left, right = st.columns(2, gap="medium")
    with left.container(border=True, height="stretch"):
        _draw_models(ranked, by_category, chosen)
    with right.container(border=True, height="stretch"):
        by = _draw_groups(groups, in_order(by_category))
    frame = leaderboard_rows(ranked.entries, ranked.n, by_category, groups[by])
    names = {entry["label"]: ranked.name_of[entry["digest"]] for entry in ranked.entries}
    frame = frame.replace({"model": names})
    download.button(
        "CSV",
        lambda: csv_text(frame),
        "biascope-arena-leaderboard.csv",
        "text/csv",
        "arena_leaderboard_csv",
        ":material/download:",
        tip="All ranks, tiers and groups of this section. The command arena rank with --out "
        "writes the same from report files.",
    )


@st.cache_data(show_spinner="Ranking by category …", max_entries=16)
def _boards(
    digests: tuple[str, ...], _reports: Sequence[AnyReport]
) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
    """Rankings by category, and groups in each order; everything is in the digests."""
    groups = {by: groups_over_reports(_reports, by) for by in ORDERS}
    return rank_by_category(_reports), groups


def _digest(report: AnyReport) -> str:
    return str(report["digest"])


def _draw_models(ranked: Ranked, by_category: Mapping[str, Mapping[str, Any]], chosen: str) -> None:
    """Draw the grid of models by categories, and the leaderboard of one category."""
    categories = in_order(by_category)
    st.markdown("**Models by category**")
    cells = cells_of(ranked, by_category)
    columns = ["All", *map(category_name, categories)]
    plot.draw_figure(
        models_by_category(ranked.names, columns, cells),
        key="arena_grid",
        title="Flag rate and tier of each model in each category",
        says=in_words.each(
            (name, in_words.listed_texts(_said(columns, row)))
            for name, row in zip(ranked.names, cells, strict=True)
        ),
    )
    explain.reading(wording.GRID if len(ranked.entries) > 1 else wording.GRID_ALONE)
    category = _pick("Leaderboard of", categories, "board", categories[0])
    board = by_category[category]
    if not board["ranking"]:
        st.markdown(":gray[No sentence of this category has a figure from all of these models.]")
        return
    names = [ranked.name_of[entry["digest"]] for entry in board["ranking"]]
    plot.draw_figure(
        ranking_chart.ranking(board["ranking"], names, chosen, board["n"]),
        key="arena_board",
        title=f"Models by flag rate in {category}",
        says=in_words.listed_texts(
            (name, entry["flag_rate"], flagged_text(entry["flag_rate"], board["n"]))
            for name, entry in zip(names, board["ranking"], strict=True)
        ),
    )
    st.caption(_tiers(board))


def cells_of(
    ranked: Ranked, by_category: Mapping[str, Mapping[str, Any]]
) -> list[list[Cell | None]]:
    """[model][column] what the grid holds: all sentences, then each category."""
    boards = [
        {entry["digest"]: {**entry, "n": by_category[name]["n"]} for entry in board["ranking"]}
        for name in in_order(by_category)
        for board in [by_category[name]]
    ]
    return [
        [{**entry, "n": ranked.n}, *(board.get(entry["digest"]) for board in boards)]
        for entry in ranked.entries
    ]


def _said(columns: Sequence[str], row: Sequence[Cell | None]) -> list[tuple[str, float, str]]:
    return [
        (column, cell["flag_rate"], cell_text(cell))
        for column, cell in zip(columns, row, strict=True)
        if cell is not None
    ]


def _tiers(board: Mapping[str, Any]) -> str:
    """What the tiers of a category say, with the number of sentences."""
    return " ".join(filter(None, [f"{counted(board['n'], 'sentence')}.", tiers_text(board)]))


def _pick(label: str, names: Sequence[str], key: str, first: str) -> str:
    """Draw a row of categories; the chosen one."""
    chosen = st.segmented_control(
        label,
        names,
        format_func=category_name,
        default=first,
        key=key,
        bind="query-params",
    )
    return first if chosen is None or chosen not in names else chosen


def _draw_groups(groups: Mapping[str, Mapping[str, Any]], categories: Sequence[str]) -> str:
    """Draw the most flagged groups over all models; what they are put in order by."""
    models = groups[FLAGS]["models"]
    st.markdown(f"**Most flagged groups over {counted(len(models), 'model')}**")
    by = st.segmented_control(
        "In order of",
        ORDERS,
        format_func=_ORDERS.__getitem__,
        default=FLAGS,
        key="groups_by",
        bind="query-params",
    )
    by = by if by in ORDERS else FLAGS
    found = groups[by]
    category = _pick("Groups of", [ALL, *categories], "groups_of", ALL)
    own = None if category == ALL else category
    rows = group_rows(found, own)
    if not rows:
        st.markdown(":gray[No group has enough sentences that all models have a figure for.]")
        return by
    draw = bias_scores if by == SCORES else rates
    key = "average_bias_score" if by == SCORES else "flag_rate"
    plot.draw_figure(
        draw(rows, found["overall"][key]),
        key="arena_groups_over_models",
        title="The groups that are flagged most over all models",
        says=_scores_in_words(rows) if by == SCORES else in_words_of(rows),
    )
    explain.reading(wording.GROUPS_OVER_MODELS)
    overlap = overlap_text([row.name for row in rows])
    st.caption(" ".join(filter(None, [found["said"], overlap, paper_names(own)])))
    return by


def group_rows(found: Mapping[str, Any], category: str | None) -> list[Row]:
    """The ten groups at the top as rows; `n` is the number of their completions."""
    scores = found["by"] == SCORES
    figures = ("average_bias_score", "score_interval") if scores else ("flag_rate", "interval")
    return [
        Row(
            entry["group"],
            entry[figures[0]],
            entry[figures[1]],
            entry["completions"],
            side=entry["side"],
        )
        for entry in most_flagged_of(found, category)
    ]


def _scores_in_words(rows: Sequence[Row]) -> str:
    return in_words.listed_texts((row.name, row.rate, number(row.rate, ".3f")) for row in rows)


def paper_names(category: str | None) -> str:
    """The groups that the paper names as most flagged; empty where it names none (markdown)."""
    names = published_groups(category)
    if not names:
        return ""
    return f"Most flagged in the paper, by other models in other sentences: {listed(names)}."
