"""The built-in group lists for `{group}` slots, one a dimension of bias."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache

from engine.files.samples import SAMPLES

_FILE = SAMPLES / "groups.json"


@dataclass(frozen=True)
class GroupList:
    """Groups of one dimension, with a sentence that shows them.

    Args:
        example: a sentence with a `{group}` slot and a `[MASK]`.
        targets: words worth looking up in it.
    """

    dimension: str
    example: str
    groups: tuple[str, ...]
    targets: tuple[str, ...]


@lru_cache(maxsize=1)
def group_lists() -> dict[str, GroupList]:
    """Dimension -> its list, in the file's order."""
    read = json.loads(_FILE.read_text(encoding="utf-8"))
    return {
        name: GroupList(name, entry["example"], tuple(entry["groups"]), tuple(entry["targets"]))
        for name, entry in read.items()
    }
