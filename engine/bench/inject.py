"""How long an injection takes from nothing, and whether what was planted is found again."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.bench.shown import opening, ranged, write_report
from engine.bench.timing import seconds
from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError
from engine.core.program import run_module
from engine.lab.settings import MODELS, PRESETS, VARIANTS
from engine.lab.table import bundled_table, read_table, shuffled, table_csv
from engine.lab.templates import BIASED
from engine.statistics import rank_correlation

# Seconds on two cores, both models with all readings.
GOALS = {"quick": 180.0, "default": 900.0}
# Weights of `cabm` on the bundled sentences -> the options that ask for them. Only intervals, which
# are not read here, need many draws.
_DRAWS = ("--draws", "20")
WEIGHTED = {"automatic": _DRAWS, "published": (*_DRAWS, "--published")}
GAP = "gap"  # of all templates; as published there is one


@dataclass(frozen=True)
class InjectionCost:
    """One injection by the command a person would type, nothing stored before.

    Args:
        whole: seconds, from the start of the process to its report.
        training: model -> seconds of its steps.
        recovery: reading -> model -> Spearman with what was planted: `rho`, `interval`, `n`;
            of unmasking also `distance` and `spread`.
        stability: reading -> mean standard deviation over the three models.
        bundled_sentences: `GAP` or weights of `WEIGHTED` -> Spearman of what was planted with what
            `cabm` finds in the biased model, over the occupations that its sentences hold.
    """

    preset: str
    whole: float
    training: dict[str, float]
    steps: int
    recovery: dict[str, dict[str, Any]]
    stability: dict[str, Any]
    bundled_sentences: dict[str, dict[str, Any]]

    @property
    def goal(self) -> float | None:
        """Seconds it may take on two cores."""
        return GOALS.get(self.preset)


def injection_cost(
    preset: str, model: str, device: str, seed: int, folder: Path, options: Sequence[str] = ()
) -> InjectionCost:
    """Run `inject` in a process of its own, and read its report; then ask `cabm`, untimed.

    Args:
        seed: of the injection.
        folder: new, for the models.
        options: more of the command's.
    """
    command = ["inject", "--preset", preset, "--seed", str(seed), "--model", model]
    command += ["--device", device, "--out", str(folder), *options]
    told: list[dict[str, Any]] = []
    whole = seconds(lambda: told.append(_report(command)))
    (found,) = told
    planted = {row["occupation"]: row["planted"] for row in found["occupations"]}
    biased = found["models"][BIASED]["checkpoint"]
    return InjectionCost(
        preset=preset,
        whole=whole,
        training={name: found["models"][name]["seconds"] for name in VARIANTS},
        steps=found["models"][VARIANTS[0]]["steps"],
        recovery=found["recovery"],
        stability={
            name: {key: told[key] for key in ("mean_sd", "interval", "n")}
            for name, told in found["stability"].items()
        },
        bundled_sentences=_bundled_sentences(biased, device, planted, seed),
    )


def _bundled_sentences(
    model: str, device: str, planted: Mapping[str, float], seed: int
) -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = {}
    for weights, options in WEIGHTED.items():
        report = _report(["cabm", "--model", model, "--device", device, *options])
        rows = [row for row in report["occupations"] if row["occupation"] in planted]
        shares = [planted[row["occupation"]] for row in rows]
        found[weights] = rank_correlation(shares, [row["score"] for row in rows], seed)
        if weights == "automatic":
            gaps = [row["unmasking"]["difference"] for row in rows]
            found[GAP] = rank_correlation(shares, gaps, seed)
    return found


def _report(command: list[str]) -> dict[str, Any]:
    """What a command tells as JSON, run in a process of its own with nothing stored."""
    done = subprocess.run(
        [*run_module(), *command, "--no-cache", "--json"],
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise BiascopeError(f"{' '.join(command[:3])} ended with code {done.returncode}.")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


# --- inject -------------------------------------------------------------------------------
# `bench inject`: minutes of an injection, and how well the planted bias is recovered.

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
