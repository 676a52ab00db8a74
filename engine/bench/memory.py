"""Peak memory of the pseudo-perplexity of one long sentence, measured on the real command."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from engine.bench.random_models import XLM_R_BASE, Shape, made_up_sentence
from engine.core.errors import BiascopeError
from engine.core.program import module_named, run_module
from engine.core.project import PROJECT

_MAKER = f"""
import json, sys
from pathlib import Path
from {module_named("engine.bench.random_models")} import Shape, build
build(Shape(**json.loads(sys.argv[1])), Path(sys.argv[2]))
"""


@dataclass(frozen=True)
class Memory:
    """Peak resident memory of one process, all libraries and weights included.

    Args:
        peak_gb: 10^9 bytes.
        weights_gb: size of the weights on disk, 10^9 bytes.
        seconds: wall-clock time of the process.
    """

    words: int
    peak_gb: float
    weights_gb: float
    seconds: float


def peak_memory(folder: Path, words: int, dtype: str, shape: Shape = XLM_R_BASE) -> Memory:
    """Build a model, then measure `pppl` of one sentence of that many words in a new process.

    Args:
        folder: empty; the model and the sentence are written there.
    """
    check_system()
    model = folder / "model"
    # In another process: a parent that grew large would count as part of its children's peak.
    arguments = [json.dumps(asdict(shape)), str(model.absolute())]
    maker = subprocess.run([sys.executable, "-c", _MAKER, *arguments], cwd=PROJECT, check=False)
    if maker.returncode:
        raise BiascopeError(f"The model could not be made in {folder}; is the disk full?")
    text = folder / "sentence.txt"
    text.write_text(
        made_up_sentence(words, shape.vocabulary - 5, random.Random(0)), encoding="utf-8"
    )
    peak, seconds = peak_of(
        ["pppl", str(text), "--model", str(model), "--dtype", dtype, "--device", "cpu"]
    )
    weights = sum(path.stat().st_size for path in model.glob("*.safetensors"))
    return Memory(words, peak / 1e9, weights / 1e9, seconds)


def peak_of(arguments: list[str]) -> tuple[int, float]:
    """Peak resident bytes and seconds of one command of the engine."""
    check_system()
    started = time.perf_counter()
    command = [*run_module(), *arguments, "--no-cache", "--json"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        said = process.stderr.read() if process.stderr else b""
        peak = ended(process)
    if process.returncode:
        raise BiascopeError(
            said.decode(errors="replace").strip() or f"{arguments[0]} failed without a message."
        )
    return peak, time.perf_counter() - started


def check_system() -> None:
    """Refuse where a process's peak memory cannot be had."""
    if not hasattr(os, "wait4"):
        raise BiascopeError("Peak memory can be measured on Linux and macOS only.")


def ended(process: subprocess.Popen[bytes]) -> int:
    """Wait for a process to end, and give the most memory that was resident for it, bytes.

    0 where the system does not tell, or somebody has waited for it before.
    """
    if process.returncode is not None or not hasattr(os, "wait4"):
        process.wait()
        return 0
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
