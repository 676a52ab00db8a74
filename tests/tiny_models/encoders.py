"""Tiny encoders without a language-model head, as libraries for sentence vectors save them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.tiny_models.architectures import config_for, network_of
from tests.tiny_models.vocabularies import tokenizer_for

# What sentence-transformers calls its modules.
_OWN = "sentence_transformers.models"
MEAN = {"pooling_mode_cls_token": False, "pooling_mode_mean_tokens": True}


def build_encoder(family: str, folder: Path, **changes: Any) -> Path:
    """Write the body of one tiny masked model with its tokenizer, without any head.

    Args:
        family: one of `tests.tiny_models.MASKED`.
        changes: options of the network's class, such as `add_pooling_layer`.
    """
    from transformers import AutoModel

    tokenizer = tokenizer_for(family)
    kind = AutoModel._model_mapping[type(config := config_for(family, tokenizer))]
    network_of(lambda found: kind(found, **changes), config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def add_modules(folder: Path, pooling: object = MEAN, *others: str) -> Path:
    """Write `modules.json` and the pooling beside a network, as sentence-transformers does.

    Args:
        pooling: content of `1_Pooling/config.json`; None leaves the file out.
        others: kinds of modules behind the pooling, such as `Normalize`.
    """
    kinds = ["Transformer", "Pooling", *others]
    paths = ["", *(f"{number}_{kind}" for number, kind in enumerate(kinds) if number)]
    modules = [
        {"idx": number, "name": str(number), "path": path, "type": f"{_OWN}.{kind}"}
        for number, (kind, path) in enumerate(zip(kinds, paths, strict=True))
    ]
    (folder / "modules.json").write_text(json.dumps(modules), encoding="utf-8")
    for path in filter(None, paths):
        (folder / path).mkdir(exist_ok=True)
    if pooling is not None:
        (folder / "1_Pooling" / "config.json").write_text(json.dumps(pooling), encoding="utf-8")
    return folder
