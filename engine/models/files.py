"""Files of a model folder, opened only where they are regular files and read within limits.

A pipe or a device that lies where a file should be would be waited for without end.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BufferedReader
from math import prod
from pathlib import Path
from typing import Any

from engine.core.errors import UnusableModelError, why

SMALL = 16 * 2**20  # bytes; configurations of published models are thousands of times smaller
MEDIUM = 64 * 2**20  # bytes; an index of weights
LARGE = 256 * 2**20  # bytes; a vocabulary

# What reading JSON raises. ValueError: no JSON, bytes that are not UTF-8, numbers without end.
DAMAGED = (OSError, ValueError, RecursionError)


def is_regular(path: Path) -> bool:
    """Whether this is a file, or a link to one, that can be read to its end."""
    try:
        return stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False


@contextmanager
def readable(checkpoint: str) -> Iterator[None]:
    """Say that the files of a checkpoint cannot be read."""
    try:
        yield
    except OSError as error:
        raise UnusableModelError(f"{checkpoint} cannot be read ({why(error)}).") from error


def opened(path: Path) -> BufferedReader:
    """Open a regular file for reading.

    Raises:
        OSError: if it cannot be read, or is no regular file.
    """
    # Without waiting, should a pipe have taken the place of a file that was looked at before.
    number = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(0, "it is not a regular file")
    return os.fdopen(number, "rb")


def read_json(checkpoint: str, path: Path, limit: int = SMALL) -> Any:
    """Read a JSON file of a checkpoint.

    Args:
        checkpoint: as the user knows it.
        limit: largest size of the file, bytes.
    """
    try:
        with opened(path) as stream:
            content = stream.read(limit + 1)
        if len(content) > limit:
            raise ValueError(f"it is larger than {limit // 2**20} MiB")
        return json.loads(content)
    except DAMAGED as error:
        raise UnusableModelError(
            f"The {path.name} of {checkpoint} cannot be read ({why_damaged(error)}). The file may "
            "be damaged; fetch it again."
        ) from None


def why_damaged(error: Exception) -> str:
    """Why a file with JSON in it could not be read, of one of the errors in DAMAGED."""
    if isinstance(error, RecursionError):
        return "its brackets are nested too deeply"
    if isinstance(error, OSError):
        return error.strerror or "it cannot be opened"
    return str(error)


def read_object(checkpoint: str, path: Path, limit: int = SMALL) -> dict[str, Any]:
    """Read a JSON file of a checkpoint that must hold one object.

    Raises:
        UnusableModelError: as `read_json`, and if it holds anything else.
    """
    found = read_json(checkpoint, path, limit)
    if not isinstance(found, dict):
        raise UnusableModelError(
            f"The {path.name} of {checkpoint} does not hold a JSON object, so it describes nothing."
        )
    return found


def object_if_there(checkpoint: str, path: Path) -> dict[str, Any]:
    """Read a JSON file that a checkpoint may have; empty where it has none."""
    return read_object(checkpoint, path) if path.exists() else {}


# --- headers ------------------------------------------------------------------------------
# Names and shapes of weights, from the headers of safetensors files; no weight is read.
#
# Source: the format's description, https://github.com/huggingface/safetensors#format.

Shapes = dict[str, tuple[int, ...]]

_LIMIT = 100_000_000  # bytes; the format's own
_LARGEST = 2**48  # elements of one weight
_DIMENSIONS = 8


def shapes_of(checkpoint: str, files: Iterable[Path]) -> Shapes:
    """Shape of every weight in these files.

    Args:
        checkpoint: as the user knows it.

    Returns:
        Name -> sizes of its dimensions.
    """
    found: Shapes = {}
    for path in files:
        try:
            found |= _shapes(path)
        except DAMAGED as error:
            raise unreadable(checkpoint, why_damaged(error)) from None
    return found


def unreadable(checkpoint: str, why: str) -> UnusableModelError:
    """The refusal of weights that are damaged."""
    return UnusableModelError(
        f"The weights of {checkpoint} cannot be read ({why}). The file may be damaged or "
        "half-downloaded; fetch it again."
    )


def _shapes(path: Path) -> Shapes:
    with opened(path) as stream:
        size = path.stat().st_size
        length = int.from_bytes(stream.read(8), "little")
        if not 2 <= length <= min(_LIMIT, size - 8):
            raise ValueError(f"{path.name} is not a safetensors file")
        header = json.loads(stream.read(length))
    if not isinstance(header, dict):
        raise ValueError(f"{path.name} has no list of weights")
    return {name: _shape(name, entry) for name, entry in header.items() if name != "__metadata__"}


def _shape(name: str, entry: Any) -> tuple[int, ...]:
    shape = entry.get("shape") if isinstance(entry, dict) else None
    if (
        not isinstance(shape, list)
        or len(shape) > _DIMENSIONS
        or not all(type(one) is int and 0 <= one <= _LARGEST for one in shape)
    ):
        raise ValueError(f"{name[:100]!r} has no shape")
    if prod(shape) > _LARGEST:
        raise ValueError(f"{name[:100]!r} is larger than any file")
    return tuple(shape)
