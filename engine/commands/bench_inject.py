"""`bench inject`: minutes of an injection, and how well what was planted is found again."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.commands.bench_report import opening, ranged, write_report
from engine.commands.common import DEFAULT_MODEL, DeviceOption, JsonOption, ModelOption
from engine.lab.settings import MODELS, PRESETS
from engine.lab.table import bundled_table, read_table, shuffled, table_csv

if TYPE_CHECKING:
    from engine.bench.inject import InjectionCost

_READINGS = ("unmasking", "cabm", "cosine_bias", "context_signed", "cps", "association")


def inject(
    preset: Annotated[
        list[str] | None, typer.Option(help="One or more presets; all if none.")
    ] = None,
    biases: Annotated[str, typer.Option(help="As for `inject`.")] = "",
    dealt: Annotated[
        bool,
        typer.Option("--dealt", help="Deal the shares to other occupations: no stereotype helps."),
    ] = False,
    steps: Annotated[int | None, typer.Option(min=1, help="Other than the preset's.")] = None,
    seed: Annotated[int, typer.Option(help="Of the injections.")] = 0,
    model: ModelOption = DEFAULT_MODEL,
    device: DeviceOption = "auto",
    json_: JsonOption = False,
) -> None:
    """Minutes of both models with all readings, and Spearman of what was planted and found."""
    import tempfile

    from engine.bench.inject import injection_cost
    from engine.commands.inject import settings_of

    presets = preset or list(PRESETS)
    for name in presets:
        settings_of(name, seed, {})  # a preset that is none is said before minutes are spent
    preamble = opening("inject", device)
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
            found.append(injection_cost(name, model, device, seed, folder, options))
    report = {
        **preamble,
        "model": model,
        "seed": seed,
        "dealt": dealt,
        "results": [{**asdict(cost), "goal": cost.goal} for cost in found],
    }
    write_report(report, json_, ["", *presets], _rows(found))


def _rows(found: list[InjectionCost]) -> list[list[str]]:
    """Times, and Spearman with what was planted, preset beside preset."""
    rows = [
        ["both models and all readings", *(f"{cost.whole / 60:.1f} min" for cost in found)],
        [
            "of it training",
            *(f"{sum(cost.training.values()) / 60:.1f} min" for cost in found),
        ],
        ["steps of each model", *(str(cost.steps) for cost in found)],
    ]
    for name in _READINGS:
        for model in MODELS:
            told = [cost.recovery[name][model] for cost in found]
            rows.append([f"Spearman planted, {name}: {model}", *map(_correlation, told)])
    for model in MODELS:
        told = [cost.recovery["unmasking"][model] for cost in found]
        rows.append(
            [f"spread of unmasking: {model}", *(f"{entry['spread']:.4f}" for entry in told)]
        )
    return rows


def _correlation(told: dict[str, Any]) -> str:
    if told["rho"] is None:
        return "undefined"
    interval = told["interval"]
    return ranged(told["rho"], None if interval is None else tuple(interval), "+.3f")
