"""Model folders that must be refused, wholly or by what predicts words, each for one reason."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from tests.tiny_models import build
from tests.tiny_models.architectures import config_for, network_of
from tests.tiny_models.vocabularies import tokenizer_for

_WEIGHTS = "model.safetensors"


@dataclass(frozen=True)
class UnusableFolders:
    """Folders from which no honest score can come.

    Args:
        discriminator: an ELECTRA discriminator; tells replaced tokens, predicts none.
        sentence_encoder: a BERT body without a masked-LM head.
        half_head: a BERT that lacks one weight of its masked-LM head.
        pickle_only: sound weights, but only as `pytorch_model.bin`.
        damaged: a safetensors file cut off half-way.
        empty: nothing in it.
        without_weights: configuration and tokenizer only.
        without_tokenizer: configuration and weights only.
        unknown_type: a `model_type` that no library knows.
        unsupported_family: an encoder and a decoder, of a type that is not known here.
    """

    discriminator: Path
    sentence_encoder: Path
    half_head: Path
    pickle_only: Path
    damaged: Path
    empty: Path
    without_weights: Path
    without_tokenizer: Path
    unknown_type: Path
    unsupported_family: Path


def build_all(parent: Path) -> UnusableFolders:
    """Write every unusable folder below `parent`, named as the fields are."""
    from transformers import BertModel, ElectraForPreTraining

    sound = build("bert", parent / "sound")
    folders = {
        "discriminator": _headless("electra", ElectraForPreTraining, parent / "discriminator"),
        "sentence_encoder": _headless("bert", BertModel, parent / "sentence_encoder"),
        "half_head": _half_headed(sound, parent / "half_head"),
        "pickle_only": _pickled(sound, parent / "pickle_only"),
        "damaged": _cut_short(sound, parent / "damaged"),
        "empty": parent / "empty",
        "without_weights": _without(sound, parent / "without_weights", _WEIGHTS),
        "without_tokenizer": _without(sound, parent / "without_tokenizer", "tokenizer*"),
        "unknown_type": _of_unknown_type(sound, parent / "unknown_type"),
        "unsupported_family": _encoder_decoder(sound, parent / "unsupported_family"),
    }
    folders["empty"].mkdir()
    return UnusableFolders(**folders)


def _headless(family: str, kind: type, folder: Path) -> Path:
    tokenizer = tokenizer_for(family)
    network_of(kind, config_for(family, tokenizer)).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def _half_headed(sound: Path, folder: Path) -> Path:
    from safetensors.torch import load_file, save_file

    shutil.copytree(sound, folder)
    weights = load_file(folder / _WEIGHTS)
    del weights["cls.predictions.transform.dense.weight"]
    save_file(weights, folder / _WEIGHTS, {"format": "pt"})
    return folder


def _pickled(sound: Path, folder: Path) -> Path:
    import torch
    from safetensors.torch import load_file

    weights = load_file(sound / _WEIGHTS)
    _without(sound, folder, _WEIGHTS)
    torch.save(weights, folder / "pytorch_model.bin")
    return folder


def _cut_short(sound: Path, folder: Path) -> Path:
    shutil.copytree(sound, folder)
    whole = (folder / _WEIGHTS).read_bytes()
    (folder / _WEIGHTS).write_bytes(whole[: len(whole) // 2])
    return folder


def _without(sound: Path, folder: Path, pattern: str) -> Path:
    shutil.copytree(sound, folder, ignore=shutil.ignore_patterns(pattern))
    return folder


def _of_unknown_type(sound: Path, folder: Path) -> Path:
    shutil.copytree(sound, folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config |= {"model_type": "made-up", "architectures": ["MadeUpForMaskedLM"]}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder


def _encoder_decoder(sound: Path, folder: Path) -> Path:
    shutil.copytree(sound, folder)
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    config |= {"model_type": "mbart", "architectures": ["MBartForConditionalGeneration"]}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    return folder
