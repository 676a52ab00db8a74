"""What a checkpoint's config says, read without torch, so a screen can show it at once."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import UnusableModelError
from engine.families import FAMILIES, family_of
from engine.models.files import read_object
from engine.models.sizes import HEADS, LAYERS, check_numbers
from engine.models.sources import ModelSource


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
        UnusableModelError: if the config cannot be read, is of an unknown family, or claims sizes
            that no model has.
    """
    config = read_object(source.checkpoint, source.folder / "config.json")
    family = family_of(str(config.get("model_type"))[:100])
    check_numbers(source.checkpoint, config)
    layers, heads = (_first(config, names) for names in (LAYERS, HEADS))
    if layers is None or heads is None:
        raise UnusableModelError(
            f"The config.json of {source.checkpoint} does not name its layers and heads."
        )
    return Facts(family.name, family.kind, layers, heads)


def _first(config: dict[str, Any], names: tuple[str, ...]) -> int | None:
    return next((config[name] for name in names if config.get(name) is not None), None)


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
        return str(read_object(folder.name, folder / "config.json").get("model_type")) in FAMILIES
    except UnusableModelError:
        return False
