"""Training checkpoints as safetensors and JSON, replaced in one step so none is half-written."""

from __future__ import annotations

import json
import shutil
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import StorageError, UnusableModelError, why
from engine.core.finished import note_kept
from engine.core.replacing import put_in_place

if TYPE_CHECKING:
    import torch
    from torch.optim.swa_utils import AveragedModel

_NAME = "checkpoint"


def save(
    folder: Path,
    network: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    step: int,
    mean: AveragedModel | None = None,
) -> None:
    """Write weights, optimiser state and step; the older checkpoint goes only afterwards.

    Args:
        mean: running mean of the weights, if one is kept.
    """
    from safetensors.torch import save_file

    fresh = folder / f"{_NAME}.new"
    shutil.rmtree(fresh, ignore_errors=True)
    try:
        with writing_to(folder):
            fresh.mkdir(parents=True)
            save_file(_weights(network), fresh / "weights.safetensors")
            save_file(_moments(optimizer), fresh / "optimizer.safetensors")
            if mean:
                save_file(_weights(mean.module), fresh / "mean.safetensors")
            (fresh / "progress.json").write_text(json.dumps({"step": step}), encoding="utf-8")
    except StorageError as error:
        shutil.rmtree(fresh, ignore_errors=True)  # half a checkpoint only takes room
        kept = _kept(folder)
        left = f"that of step {kept} is kept" if kept else "there is none before it"
        raise StorageError(
            f"{error} It was the checkpoint of step {step}; {left}. Free some space, and the same "
            "command continues from there."
        ) from error
    old = folder / f"{_NAME}.old"
    # Without a newest one, the old one is all there is: an earlier write was killed.
    if (folder / _NAME).exists():
        shutil.rmtree(old, ignore_errors=True)
        put_in_place(folder / _NAME, old)
    put_in_place(fresh, folder / _NAME)
    note_kept()
    shutil.rmtree(old, ignore_errors=True)


@contextmanager
def writing_to(folder: Path) -> Iterator[None]:
    """Say a folder that cannot be written, or a full disk, in words.

    Raises:
        StorageError: instead of what the file system and safetensors raise.
    """
    from safetensors import SafetensorError

    try:
        yield
    except (OSError, SafetensorError) as error:
        raise StorageError(f"{folder} cannot be written ({why(error)}).") from error


def rewrite_settings(path: Path, unsaid: Collection[str], **said: object) -> None:
    """Change a JSON file that was written beside a model's weights.

    Args:
        unsaid: keys to take out, as they only tell of this machine.
    """
    settings = json.loads(path.read_text(encoding="utf-8")) | said
    kept = {key: value for key, value in settings.items() if key not in unsaid}
    path.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def _kept(folder: Path) -> int:
    """Step of the checkpoint that is there; 0 without one."""
    for name in (_NAME, f"{_NAME}.old"):
        if (folder / name / "progress.json").exists():
            return _step(folder / name)
    return 0


def _step(place: Path) -> int:
    return int(json.loads((place / "progress.json").read_text(encoding="utf-8"))["step"])


def restore(
    folder: Path,
    network: torch.nn.Module,
    optimizer: torch.optim.Optimizer,
    mean: AveragedModel | None = None,
) -> int:
    """Take up the newest checkpoint, if there is one.

    Args:
        mean: running mean of the weights, if one is kept; it begins with those of a checkpoint
            that has none.

    Returns:
        Steps already done; 0 without a checkpoint.
    """
    from safetensors.torch import load_file

    place = next(
        (folder / name for name in (_NAME, f"{_NAME}.old") if (folder / name).exists()), None
    )
    if place is None:
        return 0
    weights = load_file(place / "weights.safetensors")
    if _shapes(weights) != _shapes(_weights(network)):
        raise UnusableModelError(
            f"The checkpoint in {folder} is of another model; give another --run folder."
        )
    network.load_state_dict(weights, strict=False)  # a shared tensor has one of its names here
    moments = load_file(place / "optimizer.safetensors")
    for index, parameter in enumerate(_parameters(optimizer)):
        optimizer.state[parameter] = {
            # Copied: a file that memory is mapped to cannot be replaced on Windows.
            name: moments[f"{index}.{name}"].to(parameter.device, copy=True)
            for name in ("step", "exp_avg", "exp_avg_sq")
            if f"{index}.{name}" in moments  # a weight that was never used has none
        }
    if mean:
        kept = place / "mean.safetensors"
        averaged = load_file(kept) if kept.exists() else weights
        mean.module.load_state_dict(averaged, strict=False)
    return _step(place)


def _weights(network: torch.nn.Module) -> dict[str, torch.Tensor]:
    """State dict with each shared tensor named once: safetensors refuses aliases."""
    seen: set[int] = set()
    weights = {}
    for name, tensor in network.state_dict().items():
        if tensor.data_ptr() not in seen or tensor.numel() == 0:
            seen.add(tensor.data_ptr())
            weights[name] = tensor.contiguous()
    return weights


def _shapes(weights: dict[str, torch.Tensor]) -> dict[str, torch.Size]:
    return {name: weight.shape for name, weight in weights.items()}


def _parameters(optimizer: torch.optim.Optimizer) -> list[torch.nn.Parameter]:
    return [parameter for group in optimizer.param_groups for parameter in group["params"]]


def _moments(optimizer: torch.optim.Optimizer) -> dict[str, torch.Tensor]:
    return {
        f"{index}.{name}": value
        for index, parameter in enumerate(_parameters(optimizer))
        for name, value in optimizer.state[parameter].items()
    }
