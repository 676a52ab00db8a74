"""Leaderboards as tables for people: models by category, each category, and the groups."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import typer

from engine.command_line.output import write_table
from engine.core.table import TableEntry, TextColumn, field, figure, texts
from engine.core.wording import counted, listed, tier_letter
from engine.measures.arena.commands.shown import FLAGGED, INTERVAL, ranking_columns
from engine.measures.arena.few import ENOUGH, flagged_text
from engine.measures.arena.groups import overlap_text
from engine.measures.arena.leaderboard import SCORES, most_flagged_of
from engine.measures.arena.replication import published_groups
from engine.measures.arena.said import tiers_text

_PLACE = field("place", "")
_SCORE = figure("average_bias_score", "bias score", ".3f")
_COMPLETIONS = figure("n", "completions", ",")
_GROUPS = (_PLACE, field("group"), field("category"), FLAGGED, INTERVAL, _SCORE, _COMPLETIONS)
_IN_CATEGORY = (_PLACE, field("group"), FLAGGED, INTERVAL, _SCORE, _COMPLETIONS)


def show_boards(ranked: TableEntry, by_category: Mapping[str, Mapping[str, Any]]) -> None:
    """Models by categories with their tiers, then the leaderboard of each category."""
    if not ranked["ranking"] or not by_category:
        return
    typer.echo()
    cells = {
        name: {entry["digest"]: {**entry, "n": board["n"]} for entry in board["ranking"]}
        for name, board in by_category.items()
    }
    columns = (
        field("label", "model"),
        *(TextColumn(name, _cell(name, cells[name])) for name in by_category),
    )
    tiers = ", tier in brackets" if len(ranked["ranking"]) > 1 else ""
    write_table(f"Flag rates by category{tiers}", *texts(columns, ranked["ranking"]))
    for name, board in by_category.items():
        typer.echo()
        entries = [{**entry, "n": board["n"]} for entry in board["ranking"]]
        if not entries:
            typer.echo(f"{name}: no prompt that all models have a figure for.")
            continue
        title = f"{name}: flag rates, lowest first ({counted(board['n'], 'prompt')})"
        write_table(title, *texts(ranking_columns(entries), entries))
        if said := tiers_text(board):
            typer.echo(said)
    if len(ranked["ranking"]) > 1:
        typer.echo("Tests of all categories are corrected together (Holm).")


def _cell(name: str, cells: Mapping[str, TableEntry]) -> Any:
    """What the grid says of a model in a category."""

    def text(entry: TableEntry) -> str:
        found = cells.get(entry["digest"])
        if found is None:
            return "none"
        tier = f" ({tier_letter(found['tier'])})" if found["tier"] else ""
        return f"{flagged_text(found['flag_rate'], found['n'])}{tier}"

    return text


def show_groups(found: TableEntry) -> None:
    """The most flagged groups over all contestants, and those of each category."""
    if not most_flagged_of(found):
        return
    order = "average bias score" if found["by"] == SCORES else "flag rate"
    models = counted(len(found["models"]), "model")
    typer.echo()
    title = f"Most flagged groups over {models}, by {order}"
    write_table(title, *texts(_GROUPS, map(_counted, most_flagged_of(found))))
    _show_published(None)
    for category in dict.fromkeys(entry["category"] for entry in found["groups"]):
        if top := most_flagged_of(found, category):
            typer.echo()
            write_table(f"{category}: most flagged", *texts(_IN_CATEGORY, map(_counted, top)))
            _show_published(category)
    typer.echo(
        f"All of {listed(found['models'])} count alike. Below {ENOUGH} completions flagged ones "
        "are counted, with a decimal where several verdicts or words share one; the interval is "
        "then of that count."
    )
    typer.echo(found["said"])
    if overlap := overlap_text([entry["group"] for entry in most_flagged_of(found)]):
        typer.echo(overlap)


def _show_published(category: str | None) -> None:
    """The groups that the paper names, which are those of other prompts."""
    if names := published_groups(category):
        typer.echo(f"The paper names {listed(names)}: other prompts, not comparable.")


def _counted(entry: TableEntry) -> TableEntry:
    """An entry whose figures are of completions."""
    return {**entry, "n": entry["completions"]}
