"""A report and a ranking as tables for people."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer

from engine.command_line.inputs import check_folder
from engine.command_line.output import write_table
from engine.core.errors import BiascopeError, InputTextError, why
from engine.core.paths import ordinary_file
from engine.core.table import TableEntry, TextColumn, field, figure, texts
from engine.core.wording import bounds_text, counted, tier_letter
from engine.files.export import write_whole
from engine.files.table_file import save_table
from engine.measures.arena.clusters import OVER_TEXT
from engine.measures.arena.commands.evaluators import note
from engine.measures.arena.commands.unread import unread_sentences
from engine.measures.arena.few import ENOUGH, flagged_text, interval_ends
from engine.measures.arena.replication import CAVEAT
from engine.measures.arena.report import failure_text
from engine.measures.arena.said import groups_text, overlaps_text, rate_text, tiers_text

if TYPE_CHECKING:
    import pandas as pd


_DEMO = (
    "Demonstration: these evaluators show how the Arena works; their figures are no measurement "
    "to cite, and are never ranked with those of other suites."
)


def _interval_text(entry: TableEntry) -> str:
    """The interval of a flag rate, in the unit that the rate is written in."""
    text = bounds_text(interval_ends(entry["interval"], entry["n"]), ".1f")
    return f"{text} of {entry['n']}" if text and entry["n"] < ENOUGH else text


def _rate_text(entry: TableEntry) -> str:
    return flagged_text(entry["flag_rate"], entry["n"], "none judged")


def _ranks_text(entry: TableEntry) -> str:
    return "–".join(str(round(bound)) for bound in entry["rank_interval"])


FLAGGED = TextColumn("flagged", _rate_text)
INTERVAL = TextColumn("95% CI", _interval_text)
_SCORE = figure("average_bias_score", "average bias score", ".3f")
_N = figure("n", "n", ",")
_CATEGORIES = (field("category"), FLAGGED, INTERVAL, _SCORE, _N)
_PLACE = TextColumn("", lambda entry: f"{entry['place']}")
_GROUPS = (_PLACE, field("group"), field("category"), FLAGGED, INTERVAL, _N)
_RANKS = (
    *(field("rank"), TextColumn("95% CI", _ranks_text)),
    TextColumn("tier", lambda entry: tier_letter(entry["tier"])),
)
_FIGURES = (field("label", "model"), FLAGGED, INTERVAL, _SCORE)


def ranking_columns(entries: Sequence[TableEntry]) -> tuple[TextColumn, ...]:
    """The columns of a ranking; a single contestant has no rank."""
    return (*_RANKS, *_FIGURES) if len(entries) > 1 else _FIGURES


def show_report(report: TableEntry) -> None:
    """Overall figures, categories, the most flagged groups, and what they were made with."""
    entries = [{**report["overall"], "category": "all"}]
    entries += [{**entry, "category": name} for name, entry in report["by_category"].items()]
    write_table(f"{report['label']}: flagged sentences", *texts(_CATEGORIES, entries))
    if report["most_flagged"]:
        typer.echo()
        write_table("Most flagged groups", *texts(_GROUPS, report["most_flagged"]))
        if report.get("tied_with_last"):
            typer.echo(f"{counted(report['tied_with_last'], 'more group')} with the last rate.")
        for sentence in (groups_text(report), overlaps_text(report)):
            if sentence:
                typer.echo(sentence)
    typer.echo()
    for sentence in _sentences(report):
        typer.echo(sentence)


def show_ranking(ranked: TableEntry) -> None:
    """The ranking of all prompts."""
    if ranked["ranking"]:
        entries = [{**entry, "n": ranked["n"]} for entry in ranked["ranking"]]
        write_table("Flag rates, lowest first", *texts(ranking_columns(entries), entries))
        if said := tiers_text(ranked):
            typer.echo(said)


def show_ranking_terms(ranked: TableEntry) -> None:
    """What a ranking was made with, and what was not ranked."""
    for entry in ranked["not_ranked"]:
        typer.echo(f"Not ranked: {entry['label']}. {entry['reason']}")
    typer.echo()
    typer.echo(
        f"{_set_text(ranked['prompts'])}; {counted(ranked['n'], 'prompt')} that all have figures "
        f"for; suite {ranked['suite']['name']}; {ranked['variant']}; seed {ranked['seed']}."
    )
    typer.echo(f"Intervals and tests are over {OVER_TEXT[ranked['over']]}.")
    if ranked["demo"]:
        typer.echo(_DEMO)
    typer.echo(CAVEAT)


def _sentences(report: TableEntry) -> list[str]:
    """What every figure is to be read with."""
    said = [
        f"{_set_text(report['prompts'])}; suite {report['suite']['name']}; {report['variant']}; "
        f"seed {report['seed']}."
    ]
    if about := rate_text(report):
        said.append(about)
    left = report["left_out"]
    if left["no_completion"]:
        said.append(f"No word was given for {counted(left['no_completion'], 'prompt')}.")
    if left.get("not_judged"):
        said.append(f"No evaluator judged {counted(left['not_judged'], 'completed prompt')}.")
    said += [f"{failure_text(report, name)}." for name in left["failed"]]
    if any(entry["n"] < ENOUGH for entry in report["by_group"].values()):
        said.append(
            f"Below {ENOUGH} prompts flagged sentences are counted, with a decimal where several "
            "verdicts or words share one; the interval is then of that count."
        )
    if report["suite"]["demo"]:
        said.append(_DEMO)
    return [*said, *unread_sentences(report), CAVEAT]


def _set_text(prompts: TableEntry) -> str:
    version = f" {prompts['version']}" if prompts["version"] else ""
    drawn = f" drawn with seed {prompts['drawn']['seed']}" if prompts["drawn"] else ""
    return f"{counted(prompts['n'], 'prompt')} of {prompts['name']}{version}{drawn}"


# --- files --------------------------------------------------------------------------------
# Reports of the Arena as files: read, written with their rows, and kept.


def check_out(out: str) -> None:
    """Refuse a name that no report can be written under, before anything is computed."""
    if out and Path(out).suffix.lower() != ".json":
        raise InputTextError(
            f"--out names the report, a file that ends in .json; got {out}. Its rows are written "
            "next to it, as .csv."
        )
    check_folder(out)


def write_report(report: dict[str, Any], rows: pd.DataFrame, out: str) -> None:
    """Write a report, and one row a completion next to it, each whole or not at all."""

    def write(stream: TextIO) -> None:
        json.dump(report, stream, ensure_ascii=False, allow_nan=False)
        stream.write("\n")

    path, place = write_whole(out, write), Path(out).with_suffix(".csv")
    save_table(rows, place)
    typer.echo(f"Wrote {path} and {place}", err=True)


def read_file(path: str) -> dict[str, Any]:
    """A report of a file."""
    from engine.measures.arena.schema import MOST_BYTES, read_report

    try:
        with ordinary_file(path, "a report of the Arena").open("rb") as stream:
            data = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputTextError(f"{path} cannot be read ({why(error)}).") from None
    return dict(read_report(data, path))


def keep_here(report: dict[str, Any]) -> None:
    """Keep a report for the page; one that cannot be kept costs a warning."""
    from engine.measures.arena.kept import keep

    try:
        keep(report)
    except BiascopeError as error:
        note(str(error))
