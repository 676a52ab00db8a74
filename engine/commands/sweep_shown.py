"""A table of contestants by measures for people, and the list of measures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import typer

from engine.command_line.output import write_json, write_table
from engine.core.wording import bounds_text, counted, listed
from engine.scorecard.words import tier_letter

if TYPE_CHECKING:
    from engine.scorecard.schema import ScorecardReport

_IN_TITLE = "d"  # a unit that is the name of the figure
_LAST = 10**9  # where cells without a rank are in a list


def show_measures(as_json: bool) -> None:
    """All measures that a table can have: each name in a line of its own, to be copied."""
    from engine.scorecard.columns import FAMILIES

    if as_json:
        write_json(
            {
                "measures": [
                    {
                        "name": family.name,
                        "title": family.title,
                        "usage": family.usage,
                        "suggested": list(family.suggested),
                    }
                    for family in FAMILIES.values()
                ]
            }
        )
        return
    typer.echo("Measures, as they are named")
    for family in FAMILIES.values():
        typer.echo(f"{family.usage}\n    {family.title}")
    typer.echo("\nWith data that come with Biascope; a comma joins several")
    for name in (name for family in FAMILIES.values() for name in family.suggested):
        typer.echo(name)


def show(report: ScorecardReport) -> None:
    """One table a measure, the best first; there is no order over measures."""
    labels = {entry["id"]: entry["label"] for entry in report["contestants"]}
    for measure in report["measures"]:
        cells = [cell for cell in report["cells"] if cell["measure"] == measure["name"]]
        _show_measure(measure, cells, labels)
        typer.echo()
    for entry in report["contestants"]:
        for reason in entry["health_reasons"]:
            typer.echo(f"{entry['label']}: {reason}")
    typer.echo(
        "Ranks hold within a measure; models of one tier are not distinguished by Holm-corrected "
        "paired tests."
    )


def _show_measure(
    measure: Mapping[str, Any], cells: Sequence[Mapping[str, Any]], labels: Mapping[str, str]
) -> None:
    neutral = measure["neutral"]
    aim = "lower is better" if neutral is None else f"no bias at {neutral:g}"
    unit = f", {measure['unit']}" if measure["unit"] not in ("", _IN_TITLE) else ""
    typer.echo(f"{measure['title']}{unit} ({aim})\n{measure['data']}; {measure['name']}")
    typer.echo(measure["variant"])
    columns = ["model", "value", "95% CI", "n", "rank", "tier"]
    rows = [_row(cell, measure, labels) for cell in sorted(cells, key=_place)]
    write_table("", columns, rows, whole=columns)
    reasons: dict[str, list[str]] = {}
    for cell in cells:
        if reason := _reason(cell):
            reasons.setdefault(reason, []).append(labels[cell["contestant"]])
    for reason, names in reasons.items():
        typer.echo(f"{listed(names)}: {reason}")


def _place(cell: Mapping[str, Any]) -> int:
    return _LAST if cell["rank"] is None else int(cell["rank"])


def _row(
    cell: Mapping[str, Any], measure: Mapping[str, Any], labels: Mapping[str, str]
) -> list[str]:
    spec = f"{'+' if measure['neutral'] == 0 else ''}.{measure['digits']}f"
    name = labels[cell["contestant"]]
    if cell["value"] is None:
        return [name, cell["status"], "", "", "", ""]
    rank, interval = cell["rank"], cell["rank_interval"]
    return [
        name,
        format(cell["value"], spec),
        bounds_text(cell["interval"], spec),
        counted(cell["n"], measure["counted"].removesuffix("s")),
        "" if rank is None else f"{rank} {bounds_text(interval, 'd')}",
        tier_letter(cell["tier"]),
    ]


def _reason(cell: Mapping[str, Any]) -> str:
    """Why a cell has no value, or what should be known of it."""
    return " ".join(filter(None, (cell["problem"], *cell["notes"])))
