"""Starting the process that reads weights in another format, and waiting for it within limits."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any, BinaryIO

from engine.core.errors import StorageError, UnusableModelError, escaped
from engine.core.project import PROJECT
from engine.models.convert.origin import Origin
from engine.models.convert.writing import LONGEST, SHOWN

MEMORY = 2 * 2**30  # bytes beyond the size of the weights
TIMES = 4  # the weights may be in memory this often: read, turned, written
SECONDS = 300.0  # for a start on a busy machine
PER_SECOND = 5 * 2**20  # bytes of weights

# All that the process is given of the variables of this one.
_VARIABLES = (
    *("PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE"),
    *("PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
)
_ANSWER = 2**17  # bytes; the names that are told of take less than half of it
_KEYS = {"tensors", "missing", "missing_count", "unused", "unused_count"}


def run(origin: Origin, folder: Path) -> dict[str, Any]:
    """Have the weights of a checkpoint written into a folder as safetensors.

    Returns:
        `tensors`, their number; `missing` and `unused`, the first names of weights that the file
        does not have, and of those that the network has no place for; `missing_count` and
        `unused_count`.

    Raises:
        OSError: if the folder cannot be written.
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
        "parent": os.getpid(),
    }
    kept = {name: os.environ[name] for name in _VARIABLES if name in os.environ}
    quiet = {"HF_HUB_OFFLINE": "1", "CUDA_VISIBLE_DEVICES": "", "OMP_NUM_THREADS": "1"}
    # Libraries look for a place that they may write to. The file of the answer is limited in size,
    # as all that the process writes.
    with TemporaryDirectory(dir=folder) as scratch, TemporaryFile(dir=scratch) as output:
        try:
            done = subprocess.run(
                [sys.executable, "-m", "engine.models.convert.child"],
                cwd=PROJECT,
                env=kept | quiet | {"TMPDIR": scratch},
                input=json.dumps(request).encode(),
                stdout=output,
                stderr=subprocess.DEVNULL,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            raise _refusal(origin, f"it took more than {seconds:.0f} seconds") from None
        except OSError as error:
            raise StorageError(f"No process could be started ({error.strerror}).") from error
        told = _answer(output)
    if isinstance(told, dict) and isinstance(told.get("refused"), str):
        raise _refusal(origin, told["refused"][:500])
    if done.returncode != 0 or not _is_sound(told):
        raise _refusal(origin, _end(done.returncode, int(seconds)))
    names = {key: [escaped(name) for name in told[key]] for key in ("missing", "unused")}
    return told | names


def _answer(output: BinaryIO) -> Any:
    """The last line that the process wrote, or None where it is no JSON."""
    size = output.seek(0, os.SEEK_END)
    output.seek(max(0, size - _ANSWER))
    try:
        return json.loads(output.read(_ANSWER).splitlines()[-1])
    except (IndexError, ValueError, RecursionError):
        return None


def _is_sound(told: Any) -> bool:
    """Whether this is what a conversion tells, of a size that it may have."""
    return (
        isinstance(told, dict)
        and told.keys() == _KEYS
        and all(_is_names(told[key]) for key in ("missing", "unused"))
        and all(type(told[key]) is int for key in ("tensors", "missing_count", "unused_count"))
    )


def _is_names(found: Any) -> bool:
    return (
        isinstance(found, list)
        and len(found) <= SHOWN
        and all(isinstance(name, str) and len(name) <= LONGEST for name in found)
    )


def _end(code: int, seconds: int) -> str:
    """Why a process gave no answer."""
    if code == -signal.SIGXCPU:
        return f"it took more than {seconds} seconds of computing"
    if code == -signal.SIGKILL:
        return "the system ended the process that read it, perhaps for want of memory"
    return "the process that read it failed, so it may be damaged"


def _refusal(origin: Origin, why: str) -> UnusableModelError:
    return UnusableModelError(
        f"{origin.name} of {origin.checkpoint} cannot be converted ({why}). Fetch it again, or "
        "save the model with save_pretrained(..., safe_serialization=True)."
    )
