"""Writing weights as safetensors, one file for each file they come from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.models.files import INDEX, WEIGHTS

if TYPE_CHECKING:
    from torch import Tensor


SHOWN = 20  # names of weights that are told of
LONGEST = 100  # characters of a name that are told


def told_of(tensors: int, missing: list[str], unused: list[str]) -> dict[str, Any]:
    """What is told of a conversion; a file may have any number of names, of any length.

    Args:
        tensors: number of weights written.
        missing: names of weights that the file does not have.
        unused: names of weights in the file that the network has no place for.

    Returns:
        `tensors`; `missing` and `unused`, the first names of each; `missing_count` and
        `unused_count`.
    """
    return {
        "tensors": tensors,
        "missing": [name[:LONGEST] for name in missing[:SHOWN]],
        "missing_count": len(missing),
        "unused": [name[:LONGEST] for name in unused[:SHOWN]],
        "unused_count": len(unused),
    }


class Writer:
    """Writes the parts of one checkpoint, and an index where there are several.

    Args:
        folder: where they go.
        parts: how many there will be.
    """

    def __init__(self, folder: Path, parts: int) -> None:
        self.folder = folder
        self.parts = parts
        self.weight_map: dict[str, str] = {}
        self._written = 0

    def write(self, tensors: dict[str, Tensor]) -> None:
        """Write the next part."""
        from safetensors.torch import save_file

        self._written += 1
        name = WEIGHTS
        if self.parts > 1:
            name = f"model-{self._written:05d}-of-{self.parts:05d}.safetensors"
        # Weights that share memory would be refused by the format.
        own = {key: tensor.detach().clone().contiguous() for key, tensor in tensors.items()}
        save_file(own, self.folder / name, metadata={"format": "pt"})
        self.weight_map |= dict.fromkeys(own, name)

    def finish(self) -> int:
        """Write the index, if there is more than one part.

        Returns:
            Number of weights written.
        """
        if self.parts > 1:
            index = {"metadata": {}, "weight_map": self.weight_map}
            (self.folder / INDEX).write_text(json.dumps(index, indent=1), encoding="utf-8")
        return len(self.weight_map)
