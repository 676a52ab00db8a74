"""`bench coverage`: how often 95% intervals and tests are right about simulated samples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.bench.coverage import design as kinds
from engine.bench.coverage.design import AnyDesign, Coverage, FalseFindings, Power
from engine.bench.shown import opening, share, write_report
from engine.command_line.facts import Fact
from engine.command_line.inputs import check_table
from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.files.table_file import FORMATS

if TYPE_CHECKING:
    import pandas as pd

_CONTAINS, _FALSE, _POWER = "contains the truth", "false finding", "power"
_COLUMNS = ["of", "samples", "asked", "share", "beside", "goal", ""]


@with_model("mask")
def coverage(
    repeats: Annotated[
        int, typer.Option(min=kinds.LEAST_REPEATS, help="Samples of each design.")
    ] = 4000,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0,
            help=f"Most seconds a design, once it has {kinds.LEAST_REPEATS} samples; the CSV says "
            "how many were drawn.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of the samples.")] = 0,
    figure: Annotated[
        list[str] | None,
        typer.Option(help="Only designs of this figure, as the table names it; may be repeated."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help=f"Table to write ({FORMATS}), one row a design."),
        Fact.ELSEWHERE,
    ] = None,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How often 95% intervals contain the truth and tests find what is there, and only that."""
    from engine.bench.coverage.every import every_design

    check_table(out)
    preamble = opening("coverage", subject.device)
    every = every_design(_differences(subject), *_losses(subject))
    asked = kinds.of_figures(every, figure) if figure else every
    results = [_measured(one, repeats, seed, seconds) for one in asked]
    report = {
        **preamble,
        "model": subject.checkpoint,
        "seed": seed,
        "goal": list(kinds.GOAL),
        "goal_hard": kinds.LEAST_HARD,
        "goal_false_findings": kinds.MOST_FALSE,
        "goal_power": kinds.LEAST_POWER,
        "designs": [asdict(one) for one in results if isinstance(one, Coverage)],
        "families": [asdict(one) for one in results if isinstance(one, FalseFindings)],
        "powers": [asdict(one) for one in results if isinstance(one, Power)],
    }
    if out is not None:
        from engine.files.table_file import save_table

        save_table(_table(results, preamble["machine"]["date"]), out)
        typer.echo(f"Wrote {out}", err=True)
    write_report(report, json_, _COLUMNS, [_row(one) for one in results])


def _measured(
    design: AnyDesign, repeats: int, seed: int, seconds: float | None
) -> Coverage | FalseFindings | Power:
    if isinstance(design, kinds.Design):
        return kinds.coverage(design, repeats, seed, seconds)
    if isinstance(design, kinds.FamilyDesign):
        return kinds.false_findings(design, repeats, seed, seconds)
    return kinds.power(design, repeats, seed, seconds)


def _row(entry: Coverage | FalseFindings | Power) -> list[str]:
    """A row of the table that is shown."""
    if isinstance(entry, Coverage):
        asked, shown = _CONTAINS, share(entry.covered, entry.covered_interval)
        sample = f"{entry.sample}; truth {entry.truth:.2f}"
        beside = f"width {entry.width:.2f}"
    elif isinstance(entry, FalseFindings):
        asked, shown, beside = _FALSE, share(entry.rate, entry.rate_interval), ""
        sample = entry.sample
    else:
        asked, shown = _POWER, share(entry.power, entry.power_interval)
        sample, beside = entry.sample, f"best test {entry.best:.3f}"
    return [entry.figure, sample, asked, shown, beside, goal_text(entry), remark(entry)]


def _table(results: Sequence[Coverage | FalseFindings | Power], date: str) -> pd.DataFrame:
    """All results, one row a design."""
    import pandas as pd

    return pd.DataFrame([_record(one, date) for one in results])


def _record(entry: Coverage | FalseFindings | Power, date: str) -> dict[str, Any]:
    if isinstance(entry, Coverage):
        asked, value, bounds = _CONTAINS, entry.covered, entry.covered_interval
    elif isinstance(entry, FalseFindings):
        asked, value, bounds = _FALSE, entry.rate, entry.rate_interval
    else:
        asked, value, bounds = _POWER, entry.power, entry.power_interval
    return {
        "of": entry.figure,
        "samples": entry.sample,
        "asked": asked,
        "share": round(value, 4),
        "low": round(bounds[0], 4),
        "high": round(bounds[1], 4),
        "best_test": round(entry.best, 4) if isinstance(entry, Power) else None,
        "goal": goal_text(entry),
        "in_use": "no" if _compared(entry) else "yes",
        "remark": remark(entry),
        "samples_drawn": entry.repeats,
        "date": date,
    }


def _compared(entry: Coverage | FalseFindings | Power) -> bool:
    return not isinstance(entry, Power) and entry.compared


def goal_text(entry: Coverage | FalseFindings | Power) -> str:
    """The goal of a design, in words."""
    low, high = kinds.GOAL
    if isinstance(entry, FalseFindings):
        return f"at most {kinds.MOST_FALSE:g}"
    if isinstance(entry, Power):
        return f"at least {kinds.LEAST_POWER:g} of the best test"
    if entry.hard:
        return f"{kinds.LEAST_HARD:g} or more"
    return f"{low:g} or more" if entry.at_least else f"{low:g} to {high:g}"


def remark(entry: Coverage | FalseFindings | Power) -> str:
    """What is to be said of a design that is not in use, or misses its goal."""
    if _compared(entry):
        return "not used"
    if isinstance(entry, FalseFindings):
        return "" if entry.rate <= kinds.MOST_FALSE else "outside"
    if isinstance(entry, Power):
        return "" if entry.power >= kinds.LEAST_POWER * entry.best else "outside"
    low, high = kinds.GOAL
    if entry.covered < (kinds.LEAST_HARD if entry.hard else low):
        return "outside"
    if entry.covered > high:
        return "wider" if entry.at_least or entry.hard else "outside"
    return ""


def _differences(subject: Subject) -> list[float]:
    """What the bundled pairs differ by, nats."""
    from engine.measures.pairs.data.sets import BUNDLED, load_pairs
    from engine.measures.pairs.frame import items_of

    variant = {"variant": "cps"}
    values = subject.measure("pairs", items_of(load_pairs(BUNDLED)), variant).values
    return [value["difference"] for value in values if "problem" not in value]


def _losses(subject: Subject) -> tuple[list[float], list[int]]:
    """Loss and tokens of each bundled sentence."""
    from engine.files.samples import SAMPLES
    from engine.words.contexts import corpus_lines

    items = [{"text": line} for line in corpus_lines(SAMPLES / "contexts.txt")]
    values = [v for v in subject.measure("pppl", items, {}).values if "problem" not in v]
    read = [value["log_probabilities"] for value in values]
    return [-sum(one) for one in read], [len(one) for one in read]
