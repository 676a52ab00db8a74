"""What a checkpoint's config says, read without torch, so a screen can show it at once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from engine.errors import UnusableModelError
from engine.families import FAMILIES, family_of
from engine.models.sources import ModelSource

_LAYERS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers")
_HEADS = ("num_attention_heads", "n_heads", "n_head", "num_heads")


@dataclass(frozen=True)
class Facts:
    """Family and size of a checkpoint, before any weight is read."""

    family: str
    kind: str
    layers: int
    heads: int


def facts_of(source: ModelSource) -> Facts:
    """Facts from config.json.

    Raises:
        UnusableModelError: if the config cannot be read or is of an unknown family.
    """
    try:
        config = json.loads((source.folder / "config.json").read_text(encoding="utf-8"))
        family = family_of(str(config.get("model_type")))
        layers = next(int(config[name]) for name in _LAYERS if name in config)
        heads = next(int(config[name]) for name in _HEADS if name in config)
    except (OSError, ValueError, AttributeError, TypeError, StopIteration):
        raise UnusableModelError(
            f"The config.json of {source.checkpoint} cannot be read or does not name its layers "
            "and heads."
        ) from None
    return Facts(family.name, family.kind, layers, heads)


def models_on_this_machine() -> list[str]:
    """Hub ids of supported models whose safetensors lie in the hub cache of this machine."""
    from huggingface_hub.constants import HF_HUB_CACHE

    names = []
    for folder in sorted(Path(HF_HUB_CACHE).glob("models--*")):
        for snapshot in folder.glob("snapshots/*"):
            if next(snapshot.glob("*.safetensors"), None) and _supported(snapshot):
                names.append(folder.name.removeprefix("models--").replace("--", "/"))
                break
    return names


def _supported(folder: Path) -> bool:
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(config, dict) and config.get("model_type") in FAMILIES
