"""How long an injection takes from nothing, and whether what was planted is found again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.bench.timing import seconds
from engine.core.errors import BiascopeError
from engine.lab.corpus import BIASED
from engine.lab.settings import VARIANTS
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
        [sys.executable, "-m", "engine", *command, "--no-cache", "--json"],
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BiascopeError(f"{' '.join(command[:3])} ended with code {done.returncode}.")
    report: dict[str, Any] = json.loads(done.stdout)
    return report
