"""How long one answer takes: warm in the engine, and cold from the command line."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from typing import TYPE_CHECKING

from engine.bench.timing import Times, seconds, times
from engine.core.errors import BiascopeError
from engine.flow.measurement import measure
from engine.measures.health.check import health_items

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

PARAMS = {"top_k": 10, "targets": ["he", "she"], "hide": []}
_WARM_UP = 3


def warm(lm: MaskedLM, repeats: int) -> Times:
    """Time of `fill` in the engine with the model in memory and no store.

    Args:
        repeats: how many sentences are timed; the built-in cloze sentences in turn.
    """
    sentences = [item["sentence"] for item in health_items()["cloze"]]

    def fill(number: int) -> None:
        text = sentences[number % len(sentences)]
        measure("completion", lm.spec, [{"text": text}], PARAMS, lambda: lm, None)

    for number in range(_WARM_UP):
        fill(number)
    return times([seconds(partial(fill, number)) for number in range(repeats)])


def cold(model: str, device: str, dtype: str, repeats: int) -> Times:
    """Time from a fresh process to its answer on the command line."""
    command = [sys.executable, "-m", "engine", "fill", health_items()["cloze"][0]["sentence"]]
    command += ["--model", model, "--device", device, "--dtype", dtype, "--no-cache", "--json"]

    def run() -> None:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise BiascopeError(done.stderr.strip() or f"fill ended with code {done.returncode}.")

    return times([seconds(run) for _ in range(repeats)])
