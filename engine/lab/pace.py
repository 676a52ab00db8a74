"""How long an injection will take here: from an earlier run, or guessed from the model's size."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import NamedTuple

from engine.core.errors import StorageError
from engine.lab.places import InjectionPlace
from engine.lab.settings import MODELS, VARIANTS, InjectionSettings

# The bundled model on two cores that compute bfloat16: seconds a step of 512 tokens, and
# seconds to load a model and take all its readings; bytes of its weights at four each.
_STEP, _READING, _BYTES, _CORES, _TOKENS = 0.24, 20.0, 91e6, 2, 512


class Estimate(NamedTuple):
    """Seconds of a whole injection, and whether an earlier run on this machine says so."""

    seconds: float
    known: bool


def estimate(
    folder: Path,
    checkpoint: str,
    settings: InjectionSettings,
    places: Iterable[InjectionPlace],
    trained: int = len(VARIANTS),
    read: int = len(MODELS),
) -> Estimate:
    """How long all trainings and all readings will take.

    Args:
        folder: of the original's files.
        checkpoint: of the original.
        places: earlier injections, newest first.
        trained: models that are trained.
        read: models that are read, as an injection reads one.
    """
    steps = trained * settings.steps
    size = _weights(folder) / _BYTES * _CORES / max(1, min(os.cpu_count() or 1, 8))
    reading = read * _READING * size
    guessed = _STEP * size * settings.tokens / _TOKENS
    pace = _pace(checkpoint, settings.tokens, places)
    if pace is not None:  # a machine that trains more slowly reads more slowly
        return Estimate(steps * pace + reading * (pace / guessed if guessed else 1.0), True)
    return Estimate(steps * guessed + reading, False)


def _weights(folder: Path) -> float:
    """Bytes of the weights in float32."""
    size = sum(path.stat().st_size for path in folder.glob("*.safetensors"))
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        config = {}
    written = str(config.get("dtype") or config.get("torch_dtype") or "float32")
    return float(size) * (2 if written in ("float16", "bfloat16") else 1)


def _pace(checkpoint: str, tokens: int, places: Iterable[InjectionPlace]) -> float | None:
    """Seconds a step of the newest run of this model with batches of this size."""
    for place in places:
        try:
            request = place.request()
        except StorageError:  # a folder that is damaged or being deleted tells nothing
            continue
        if (request.checkpoint, request.settings.tokens) != (checkpoint, tokens):
            continue
        seconds = [
            entry["seconds"]
            for variant in VARIANTS
            for entry in place.curve(variant)
            if "seconds" in entry
        ]
        if len(seconds) >= 10:
            return median(seconds) * 1.05  # looks at held-out sentences come between
    return None
