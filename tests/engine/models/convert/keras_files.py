"""Files of weights as the TensorFlow classes of transformers 4 wrote them, made from networks."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import h5py

CLASSES = {
    "bert": "tf_bert_for_masked_lm",
    "distilbert": "tf_distil_bert_for_masked_lm",
    "roberta": "tf_roberta_for_masked_lm",
    "albert": "tf_albert_for_masked_lm",
    "electra": "tf_electra_for_masked_lm_1",
}


def keras_folder(source: Path, folder: Path, network: Any, extra: dict[str, Any] | None = None):
    """Write a checkpoint for TensorFlow alone.

    Args:
        source: folder of the same model as safetensors.
        network: its network, whose modules decide how each weight is written.
        extra: further data sets, by their path.
    """
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("*.safetensors"))
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config["architectures"] = [f"TF{name}" for name in config["architectures"]]
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    family = config["model_type"]
    with h5py.File(folder / "tf_model.h5", "w") as file:
        file.attrs["backend"] = "tensorflow"
        for name, values in (keras_weights(network, family) | (extra or {})).items():
            layer = name.split("/")[0]
            file[f"{layer}/{CLASSES[family]}/{name}:0"] = values
    return folder


def keras_weights(network: Any, family: str) -> dict[str, Any]:
    """Path -> values, each weight once."""
    from torch import nn

    found: dict[str, Any] = {}
    written: set[int] = set()
    for name, weight in network.named_parameters():
        if weight.data_ptr() in written:
            continue
        written.add(weight.data_ptr())
        owner, _, last = name.rpartition(".")
        module = network.get_submodule(owner)
        values = weight.detach().numpy()
        if isinstance(module, nn.LayerNorm):
            last = {"weight": "gamma", "bias": "beta"}[last]
        elif isinstance(module, nn.Embedding):
            last = "weight" if owner.endswith("word_embeddings") else "embeddings"
        elif isinstance(module, nn.Linear) and last == "weight":
            last, values = "kernel", values.T
        path = f"{owner}.{last}".replace(".", "/")
        path = re.sub(r"/(\d+)/", r"_._\1/", path)
        if family == "bert":
            path = re.sub(r"^cls/", "mlm___cls/", path)
        found[path] = values
    return found
