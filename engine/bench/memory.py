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

from engine.bench.random_models import XLM_R_BASE, Shape, sentence
from engine.errors import BiascopeError

_ROOT = Path(__file__).parents[2]
_MAKER = """
import json, sys
from pathlib import Path
from engine.bench.random_models import Shape, build
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

    Raises:
        BiascopeError: if this system does not tell a process's peak memory, or `pppl` fails.
    """
    if not hasattr(os, "wait4"):
        raise BiascopeError("Peak memory can be measured on Linux and macOS only.")
    model = folder / "model"
    # In another process: a parent that grew large would count as part of its children's peak.
    arguments = [json.dumps(asdict(shape)), str(model.absolute())]
    maker = subprocess.run([sys.executable, "-c", _MAKER, *arguments], cwd=_ROOT, check=False)
    if maker.returncode:
        raise BiascopeError(f"The model could not be made in {folder}; is the disk full?")
    text = folder / "sentence.txt"
    text.write_text(sentence(words, shape.vocabulary - 5, random.Random(0)), encoding="utf-8")
    peak, seconds = peak_of(
        ["pppl", str(text), "--model", str(model), "--dtype", dtype, "--device", "cpu"]
    )
    weights = sum(path.stat().st_size for path in model.glob("*.safetensors"))
    return Memory(words, peak / 1e9, weights / 1e9, seconds)


def peak_of(arguments: list[str]) -> tuple[int, float]:
    """Peak resident bytes and seconds of one command of the engine.

    Raises:
        BiascopeError: if it fails; with its own words.
    """
    started = time.perf_counter()
    command = [sys.executable, "-m", "engine", *arguments, "--no-cache", "--json"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        said = process.stderr.read() if process.stderr else b""
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise BiascopeError(said.decode(errors="replace").strip() or "pppl failed.")
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_maxrss * unit, time.perf_counter() - started
