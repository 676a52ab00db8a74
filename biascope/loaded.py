"""Models that stay in memory between two calls, as many as fit; networks are never changed."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from engine.models.room import Resident, most_bytes, needed_memory

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel
    from engine.models.sources import ModelSource

_Key = tuple[str, str, str, str]


@cache
def _resident() -> Resident[_Key, LoadedModel]:
    return Resident(most_bytes())


def load(source: ModelSource, device: str, dtype: str) -> LoadedModel:
    """The one copy of a checkpoint in this process."""
    from engine.models.loading import load as read

    key = (source.checkpoint, source.revision, device, dtype)
    return _resident().load(key, needed_memory(source, dtype), partial(read, source, device, dtype))
