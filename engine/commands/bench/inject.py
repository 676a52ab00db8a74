"""`bench inject`: minutes of an injection, and how well the planted bias is recovered."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.commands.bench.report import opening, ranged, write_report
from engine.lab.settings import MODELS, PRESETS
from engine.lab.table import bundled_table, read_table, shuffled, table_csv

if TYPE_CHECKING:
    from engine.bench.inject import InjectionCost

_READINGS = ("unmasking", "cabm", "cosine_bias", "context_signed", "cps", "association")


@with_model("mask", "dtype", "no_cache", no_cache=True)
def inject(
    preset: Annotated[
        list[str] | None, typer.Option(help="One or more presets; all if none.")
    ] = None,
    biases: Annotated[str, typer.Option(help="As for `inject`.")] = "",
    dealt: Annotated[
        bool,
        typer.Option("--dealt", help="Shuffle the shares, so that no stereotype helps."),
    ] = False,
    steps: Annotated[int | None, typer.Option(min=1, help="Other than the preset's.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the injections.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Minutes of both models with all measures, and Spearman of planted and measured."""
    import tempfile

    from engine.bench.inject import injection_cost
    from engine.commands.inject import settings_of

    presets = preset or list(PRESETS)
    for name in presets:
        settings_of(name, seed, {})  # an unknown preset is refused before minutes are spent
    preamble = opening("inject", subject.device)
    planted = read_table(biases) if biases else bundled_table()
    if dealt:
        planted = shuffled(planted, seed)
    found = []
    with tempfile.TemporaryDirectory() as parent:
        table = Path(parent) / "biases.csv"
        table.write_text(table_csv(planted), encoding="utf-8")
        options = ["--biases", str(table), *(["--steps", str(steps)] if steps else [])]
        for number, name in enumerate(presets):
            folder = Path(parent) / f"{number}-{name}"
            cost = injection_cost(name, subject.checkpoint, subject.device, seed, folder, options)
            found.append(cost)
    report = {
        **preamble,
        "model": subject.checkpoint,
        "seed": seed,
        "dealt": dealt,
        "results": [{**asdict(cost), "goal": cost.goal} for cost in found],
    }
    write_report(report, json_, ["", *presets], _rows(found))


def _rows(found: list[InjectionCost]) -> list[list[str]]:
    """Times, and Spearman with the planted shares, one column per preset."""
    from engine.bench.inject import GAP, WEIGHTED

    rows = [
        ["both models and all measures", *(f"{cost.whole / 60:.1f} min" for cost in found)],
        [
            "of it training",
            *(f"{sum(cost.training.values()) / 60:.1f} min" for cost in found),
        ],
        ["steps of each model", *(str(cost.steps) for cost in found)],
    ]
    for name in _READINGS:
        for model in MODELS:
            entries = [cost.recovery[name][model] for cost in found]
            rows.append([f"Spearman planted, {name}: {model}", *map(_correlation, entries)])
    for name in (GAP, *WEIGHTED):
        entries = [cost.bundled_sentences[name] for cost in found]
        label = "pronoun gap" if name == GAP else f"CABM, {name} weights"
        rows.append(
            [f"Spearman planted, bundled sentences, {label}: biased", *map(_correlation, entries)]
        )
    for model in MODELS:
        entries = [cost.recovery["unmasking"][model] for cost in found]
        rows.append(
            [
                f"standard deviation of the pronoun probability gap: {model}",
                *(f"{entry['spread']:.4f}" for entry in entries),
            ]
        )
    return rows


def _correlation(entry: dict[str, Any]) -> str:
    if entry["rho"] is None:
        return "undefined"
    interval = entry["interval"]
    return ranged(entry["rho"], None if interval is None else tuple(interval), "+.3f")
