"""What a checkpoint's config says, read without torch, so a screen can show it at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.core.checkpoint_names import local_folder
from engine.core.errors import UnusableModelError
from engine.core.families import ENCODER, Family
from engine.core.spec import BUNDLED, ModelSpec
from engine.models.architectures import family_for
from engine.models.encoders import family_in
from engine.models.files import LARGE, read_object
from engine.models.sentence_modules import modules_of
from engine.models.sizes import HEADS, LAYERS, check_numbers
from engine.models.sources import BUNDLED_FOLDER, ModelSource


@dataclass(frozen=True)
class Facts:
    """Family and size of a checkpoint, before any weight is read.

    Args:
        heads: of a layer, that can be masked; 0 where heads are not available.
        uncased: the tokenizer turns every text into lower case.
        pooling: of whole texts, as an encoder's own files say; empty where they do not.
    """

    family: str
    kind: str
    layers: int
    heads: int
    uncased: bool = False
    pooling: str = ""


def facts_of(source: ModelSource) -> Facts:
    """Facts from config.json."""
    config = read_object(source.checkpoint, source.folder / "config.json")
    family = family_in(source.checkpoint, source.folder, source.revision, config)
    check_numbers(source.checkpoint, config)
    if family.by_rule:
        return _by_rule(source, family)
    layers, heads = (_first(config, names) for names in (LAYERS, HEADS))
    if layers is None or heads is None:
        raise UnusableModelError(
            f"The config.json of {source.checkpoint} does not name its layers and heads."
        )
    pooling = modules_of(source).pooling if family.kind == ENCODER else ""
    return Facts(family.name, family.kind, layers, heads, _uncased(source), pooling)


def _by_rule(source: ModelSource, family: Family) -> Facts:
    """Facts of a network that no table describes, so that it is built, without any weight."""
    from engine.models.reading import sizes_by_rule

    layers, heads = sizes_by_rule(source)
    return Facts(family.name, family.kind, layers, heads, _uncased(source))


def kind_of(spec: ModelSpec) -> str | None:
    """Kind of a model that was identified, from its files; no weight is read, no hub asked.

    Returns:
        See `Facts.kind`; None if its files are no longer here, or of no supported family.
    """
    try:
        return _kind(spec.checkpoint, spec.revision)
    except (UnusableModelError, OSError):
        return None


@lru_cache(maxsize=256)
def _kind(checkpoint: str, revision: str) -> str:
    """The revision is part of the key: files that changed are read again."""
    if checkpoint == BUNDLED:
        folder = BUNDLED_FOLDER
    else:
        folder = local_folder(checkpoint) or _snapshots(checkpoint) / revision
    config = read_object(checkpoint, folder / "config.json")
    return family_in(checkpoint, folder, revision, config).kind


def _snapshots(checkpoint: str) -> Path:
    """Where the hub's own cache keeps the commits of a model."""
    from huggingface_hub.constants import HF_HUB_CACHE

    return Path(HF_HUB_CACHE) / f"models--{checkpoint.replace('/', '--')}" / "snapshots"


def _uncased(source: ModelSource) -> bool:
    """Whether the tokenizer's files say that it turns every text into lower case."""
    tokenizer, config = (
        _read(source, name) for name in ("tokenizer.json", "tokenizer_config.json")
    )
    if "normalizer" in tokenizer:
        return any(map(_lowers, _normalizers(tokenizer["normalizer"])))
    return config.get("do_lower_case") is True


def _normalizers(found: Any) -> Iterator[dict[str, Any]]:
    """A normalizer and those that it is made of."""
    waiting = [found]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            yield one
            parts = one.get("normalizers")
            waiting += parts if isinstance(parts, list) else []


def _lowers(normalizer: dict[str, Any]) -> bool:
    return normalizer.get("type") == "Lowercase" or normalizer.get("lowercase") is True


def _read(source: ModelSource, name: str) -> dict[str, Any]:
    """A file of the checkpoint; empty where it cannot be read, which loading will say."""
    try:
        return read_object(source.checkpoint, source.folder / name, LARGE)
    except UnusableModelError:
        return {}


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
        return bool(family_for(folder.name, read_object(folder.name, folder / "config.json")))
    except UnusableModelError:
        return False
