"""Reading PyTorch's own files of weights: the only file that calls `torch.load`.

It runs in the process of `child` alone, and asks for weights only: nothing in the file is called.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.models.convert import ConversionError, renaming
from engine.models.convert.writing import Writer, told_of

if TYPE_CHECKING:
    from torch import Tensor

_WRAPPERS = ("state_dict", "model", "module")
_COPIES = 4  # weights may be shared, but hardly more often


def prepare() -> None:
    """Import what is needed, before memory is limited."""
    renaming.prepare()


def convert(weights: list[Path], folder: Path) -> dict[str, Any]:
    """Write the weights of these files into a folder as safetensors, without a wrapper's prefix.

    Returns:
        As `told_of`; what is missing and unused is known only when a network is built.
    """
    names, writer = renaming.Names(folder), Writer(folder, len(weights))
    for path in weights:
        writer.write(names.applied(_tensors(path)))
    return told_of(writer.finish(), [], [])


def _tensors(path: Path) -> dict[str, Tensor]:
    import torch

    try:
        found = torch.load(path, map_location="cpu", weights_only=True)
    except Exception as error:
        if type(error).__name__ != "UnpicklingError":
            raise
        raise ConversionError(
            f"{path.name} is damaged, or holds more than weights, which is never run"
        ) from None
    for wrapper in _WRAPPERS:
        if isinstance(found, dict) and isinstance(found.get(wrapper), dict):
            found = found[wrapper]
            break
    if not isinstance(found, dict) or not found:
        raise ConversionError(f"{path.name} does not hold weights by their names")
    for name, value in found.items():
        if not isinstance(name, str) or not _is_plain(value):
            raise ConversionError(f"{str(name)[:100]!r} in {path.name} is no weight")
    claimed = sum(value.numel() * value.element_size() for value in found.values())
    if claimed > _COPIES * path.stat().st_size + 2**20:
        raise ConversionError(f"the weights in {path.name} claim more memory than the file holds")
    return found


def _is_plain(value: Any) -> bool:
    import torch

    return (
        isinstance(value, torch.Tensor)
        and value.layout == torch.strided
        and value.device.type == "cpu"
        and not value.is_quantized
    )
