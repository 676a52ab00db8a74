"""Tiny sequence classifiers, as `save_pretrained` would leave them."""

from __future__ import annotations

from pathlib import Path

from tests.tiny_models.architectures import config_for, network_of
from tests.tiny_models.vocabularies import tokenizer_for

NAMES = {0: "bad", 1: "good"}


def build_classifier(family: str, folder: Path, classes: int = 2) -> Path:
    """Write a classifier with random weights and its tokenizer."""
    from transformers import AutoModelForSequenceClassification

    tokenizer = tokenizer_for(family)
    names = NAMES if classes == 2 else {number: f"class {number}" for number in range(classes)}
    config = config_for(
        family, tokenizer, id2label=names, label2id={name: key for key, name in names.items()}
    )
    if config.pad_token_id is None:
        config.pad_token_id = 0
    network_of(AutoModelForSequenceClassification, config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder
