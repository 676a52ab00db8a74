"""How long an injection takes from nothing, and whether what was planted is found again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.bench.timing import seconds
from engine.errors import BiascopeError
from engine.lab.settings import VARIANTS

# Seconds on two cores, both models with all readings.
GOALS = {"quick": 180.0, "default": 900.0}


@dataclass(frozen=True)
class InjectionCost:
    """One injection by the command a person would type, nothing stored before.

    Args:
        whole: seconds, from the start of the process to its report.
        training: model -> seconds of its steps.
        recovery: reading -> model -> Spearman with what was planted: `rho`, `interval`, `n`;
            of unmasking also `distance` and `spread`.
        stability: reading -> mean standard deviation over the three models.
    """

    preset: str
    whole: float
    training: dict[str, float]
    steps: int
    recovery: dict[str, dict[str, Any]]
    stability: dict[str, Any]

    @property
    def goal(self) -> float | None:
        """Seconds it may take on two cores."""
        return GOALS.get(self.preset)


def injection_cost(
    preset: str, model: str, device: str, seed: int, folder: Path, options: Sequence[str] = ()
) -> InjectionCost:
    """Run `inject` in a process of its own, and read its report.

    Args:
        seed: of the injection.
        folder: new, for the models.
        options: more of the command's.

    Raises:
        BiascopeError: if the command fails; it has said why.
    """
    command = [sys.executable, "-m", "engine", "inject", "--preset", preset, "--seed", str(seed)]
    command += ["--model", model, "--device", device, "--out", str(folder)]
    command += ["--no-cache", "--json", *options]
    told: list[str] = []

    def run() -> None:
        done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            raise BiascopeError(f"inject --preset {preset} ended with code {done.returncode}.")
        told.append(done.stdout)

    whole = seconds(run)
    found = json.loads(told[0])
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
    )
