"""What a checkpoint's config says, read without torch, so a screen can show it at once."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import UnusableModelError
from engine.families import FAMILIES, family_of
from engine.models.sources import ModelSource

_LAYERS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers")
_HEADS = ("num_attention_heads", "n_heads", "n_head", "num_heads")


@dataclass(frozen=True)
class Facts:
    """Family and size of a checkpoint, before any weight is read.

    Args:
        uncased: the tokenizer turns every text into lower case.
    """

    family: str
    kind: str
    layers: int
    heads: int
    uncased: bool = False


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
    return Facts(family.name, family.kind, layers, heads, _uncased(source))


def _uncased(source: ModelSource) -> bool:
    """Whether the tokenizer's files say that it turns every text into lower case."""
    found = [_read(source, name) for name in ("tokenizer.json", "tokenizer_config.json")]
    if "normalizer" in found[0]:
        return _lowers(found[0]["normalizer"])
    return found[1].get("do_lower_case") is True


def _lowers(normalizer: Any) -> bool:
    if not isinstance(normalizer, dict):
        return False
    parts = normalizer.get("normalizers") or ()
    own = normalizer.get("type") == "Lowercase" or normalizer.get("lowercase") is True
    return own or any(map(_lowers, parts))


def _read(source: ModelSource, name: str) -> dict[str, Any]:
    """A file of the checkpoint; empty where it cannot be read, which loading will say."""
    try:
        found = json.loads((source.folder / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


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
