"""Starting the process that reads weights in another format, and waiting for it within limits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from engine.errors import StorageError, UnusableModelError
from engine.models.convert.origin import Origin

ROOT = Path(__file__).resolve().parents[3]

MEMORY = 2 * 2**30  # bytes beyond the size of the weights
TIMES = 4  # the weights may be in memory this often: read, turned, written
SECONDS = 300.0  # for a start on a busy machine
PER_SECOND = 5 * 2**20  # bytes of weights

_SECRETS = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN", "HUGGINGFACE_TOKEN")


def run(origin: Origin, folder: Path) -> dict[str, Any]:
    """Have the weights of a checkpoint written into a folder as safetensors.

    Returns:
        `tensors`, `missing` and `unused`.

    Raises:
        UnusableModelError: saying why they cannot be read.
        StorageError: if the process cannot be started.
    """
    size = origin.bytes
    seconds = SECONDS + size / PER_SECOND
    request = {
        "format": origin.format,
        "weights": [str(path.resolve()) for path in origin.weights],
        "folder": str(folder.resolve()),
        "memory": MEMORY + TIMES * size,
        "written": TIMES * size + 2**20,
        "seconds": int(seconds),
    }
    kept = {name: value for name, value in os.environ.items() if name not in _SECRETS}
    quiet = {"HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "engine.models.convert.child"],
            cwd=ROOT,
            env=kept | quiet,
            input=json.dumps(request),
            capture_output=True,
            text=True,
            errors="replace",
            timeout=seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise _refusal(origin, f"it took more than {seconds:.0f} seconds") from None
    except OSError as error:
        raise StorageError(f"No process could be started ({error.strerror}).") from error
    return _answer(origin, done)


def _answer(origin: Origin, done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    try:
        told = json.loads(done.stdout.splitlines()[-1])
    except (IndexError, ValueError):
        told = {}
    if "refused" in told:
        raise _refusal(origin, str(told["refused"]))
    if done.returncode != 0 or "tensors" not in told:
        raise _refusal(origin, "the process that read it was stopped, so it may be damaged")
    return dict(told)


def _refusal(origin: Origin, why: str) -> UnusableModelError:
    return UnusableModelError(
        f"{origin.name} of {origin.checkpoint} cannot be converted ({why}). Fetch it again, or "
        "save the model with save_pretrained(..., safe_serialization=True)."
    )
