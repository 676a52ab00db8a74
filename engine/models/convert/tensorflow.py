"""Reading `tf_model.h5`, in the process of `child` alone; TensorFlow itself is not needed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.wording import counted
from engine.models.convert import ConversionError
from engine.models.convert.writing import Writer, told_of

if TYPE_CHECKING:
    from torch import Tensor


# The families whose names in both libraries were compared.
KNOWN = ("bert", "distilbert", "roberta", "xlm-roberta", "camembert", "albert", "electra")

_SHOWN = 5
_MANY = 100_000  # groups and data sets
_LONG = 1_000  # characters of a name with those of its groups


def prepare() -> None:
    """Import what is needed, before memory is limited."""
    import h5py
    import safetensors.torch
    from transformers import (
        AutoConfig,
        AutoModelForMaskedLM,
        AutoModelForSequenceClassification,
    )

    del h5py, safetensors, AutoConfig, AutoModelForMaskedLM, AutoModelForSequenceClassification


def convert(weights: list[Path], folder: Path) -> dict[str, Any]:
    """Write the weights of a file of Keras into a folder as safetensors.

    Args:
        folder: has the config.json of the model.

    Returns:
        As `told_of`.
    """
    (path,) = weights
    network = _network(json.loads((folder / "config.json").read_text(encoding="utf-8")))
    found, unused = _read(path)
    wanted = {name: tuple(value.shape) for name, value in network.state_dict().items()}
    unused += sorted(found.keys() - wanted)
    tensors = {name: tensor for name, tensor in found.items() if name in wanted}
    for name, tensor in tensors.items():
        if tuple(tensor.shape) != wanted[name]:
            raise ConversionError(
                f"{name} has the shape {list(tensor.shape)} and its config.json asks for "
                f"{list(wanted[name])}"
            )
    tied = set(network.all_tied_weights_keys) if tensors else set()
    missing = sorted(wanted.keys() - tensors.keys() - tied)
    body = [name for name in missing if name.startswith(f"{network.base_model_prefix}.")]
    if body:
        shown = ", ".join(body[:_SHOWN])
        raise ConversionError(
            f"it lacks {counted(len(body), 'weight')} of the body of the model: {shown}"
        )
    writer = Writer(folder, 1)
    writer.write(tensors)
    return told_of(writer.finish(), missing, unused)


def _network(config: dict[str, Any]) -> Any:
    """The network whose weights are wanted, without memory for any of them."""
    import torch
    from transformers import (
        AutoConfig,
        AutoModelForMaskedLM,
        AutoModelForSequenceClassification,
    )

    family = str(config.get("model_type"))
    if family not in KNOWN:
        raise ConversionError(
            f"weights for TensorFlow are converted for {', '.join(KNOWN)}; this is {family[:40]!r}"
        )
    (named, *_) = config.get("architectures") or [""]
    classifier = str(named).endswith("ForSequenceClassification")
    builder: Any = AutoModelForSequenceClassification if classifier else AutoModelForMaskedLM
    with torch.device("meta"):
        return builder.from_config(AutoConfig.for_model(**config), trust_remote_code=False)


def _read(path: Path) -> tuple[dict[str, Tensor], list[str]]:
    """Weights by their name in PyTorch, and the data sets that are named like none."""
    import h5py

    found: dict[str, Tensor] = {}
    others: list[str] = []
    room = 4 * path.stat().st_size + 2**20
    names = 0

    def visit(name: str, item: Any) -> None:
        nonlocal room, names
        names += 1
        if names > _MANY or len(name) > _LONG:
            raise ConversionError("it has more names, or longer ones, than the weights of a model")
        if not isinstance(item, h5py.Dataset):
            return
        if item.external or item.is_virtual:
            raise ConversionError(f"{name[:100]!r} is kept in another file")
        room -= item.nbytes
        if room < 0:
            raise ConversionError("its weights claim more memory than the file holds")
        known = pytorch_name(name) if item.dtype.kind == "f" else None
        if known is None:
            others.append(name)
            return
        own, transposed = known
        if own in found:
            raise ConversionError(f"it holds {own} twice")
        found[own] = _tensor(item, transposed)

    # Links to other files are not visited.
    with h5py.File(path, "r") as file:
        file.visititems(visit)
    return found, others


def _tensor(item: Any, transposed: bool) -> Tensor:
    import numpy as np
    import torch

    values = np.asarray(item[()])
    values = values.astype(values.dtype.newbyteorder("="))
    return torch.from_numpy(np.ascontiguousarray(values.T if transposed else values))


# --- names --------------------------------------------------------------------------------
# What a weight of TensorFlow is called in PyTorch.
#
# Keras writes `tf_bert_for_masked_lm/bert/encoder/layer_._0/attention/self/query/kernel:0` for
# `bert.encoder.layer.0.attention.self.query.weight`: a number is set off by `_._`, a part that
# stands for another is written `mlm___cls`, and kernels lie the other way round.
#
# Source: the conventions of the TensorFlow classes of transformers 4.

_LAST = {
    "kernel": "weight",
    "gamma": "weight",
    "beta": "bias",
    "embeddings": "weight",
    "weight": "weight",
    "bias": "bias",
}


def pytorch_name(path: str) -> tuple[str, bool] | None:
    """The name of a weight in PyTorch.

    Args:
        path: of the data set in the file, its groups separated by `/`.

    Returns:
        The name, and whether the weight is transposed; None if it is named like no weight.
    """
    parts = path.removesuffix(":0").split("/")
    starts = [place for place, part in enumerate(parts) if part.startswith("tf_")]
    # Each layer of the model is a group, which repeats the name of the layer.
    parts = parts[starts[-1] + 1 :] if starts else parts[1:]
    last = _LAST.get(parts[-1]) if len(parts) > 1 else None
    if last is None:
        return None
    inner = [part.rpartition("___")[2].replace("_._", ".") for part in parts[:-1]]
    return ".".join([*inner, last]), parts[-1] == "kernel"
