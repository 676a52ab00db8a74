"""Names and shapes of weights, from the headers of safetensors files; no weight is read.

Source: the format's description, https://github.com/huggingface/safetensors#format.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import prod
from pathlib import Path
from typing import Any

from engine.core.errors import UnusableModelError
from engine.models.files import DAMAGED, opened, why_damaged

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
