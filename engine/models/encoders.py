"""Which folders hold an encoder alone: their files have no weight of a language-model head."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.core.families import MASKED, Family, as_encoder, lacks_head
from engine.models.architectures import family_for, is_bare
from engine.models.files import shapes_of, weight_files
from engine.models.sources import BUNDLED_FOLDER


def family_in(checkpoint: str, folder: Path, revision: str, config: dict[str, Any]) -> Family:
    """The family of a folder's files: an encoder where they hold no language-model head.

    Args:
        checkpoint: as the user knows it.
        revision: stands for the content of the files, whose headers are read once.
        config: the content of config.json.
    """
    family = family_for(checkpoint, config)
    if family.kind != MASKED or folder == BUNDLED_FOLDER:
        return family
    if family.by_rule:  # which weights are those of its head is not known
        return as_encoder(family) if is_bare(config) else family
    names = _weights(checkpoint, folder, revision)
    return as_encoder(family) if lacks_head(family, names) else family


@lru_cache(maxsize=64)
def _weights(checkpoint: str, folder: Path, _revision: str) -> tuple[str, ...]:
    """Names of all weights, of the headers of their files."""
    return tuple(shapes_of(checkpoint, weight_files(checkpoint, folder)))
