"""How missing items are cut into chunks: by their place alone, never by who computes them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.flow.measurement import Missing
from engine.flow.registry import MEASURES

# Chunks are this part of what is scored together on one machine: small enough that workers end at
# about the same time and a lost one loses seconds, large enough that its batches are full.
_PART = 16
_FEWEST = 4


@dataclass(eq=False)
class Chunk:
    """Missing items that one worker computes together.

    Args:
        numbers: [item] index among the missing items.
        losses: how many workers were lost with it.
    """

    numbers: list[int]
    items: list[Any]
    losses: int = 0


def chunks_of(missing: Missing) -> list[Chunk]:
    """Cut the missing items.

    The borders are between places among all items, known ones counted too: a measurement that
    was stopped is cut as before when it goes on.
    """
    most = MEASURES[missing.name].chunk
    size = min(most, max(_FEWEST, most // _PART))
    found: dict[int, Chunk] = {}
    for number, (place, item) in enumerate(zip(missing.places, missing.items, strict=True)):
        chunk = found.setdefault(place // size, Chunk([], []))
        chunk.numbers.append(number)
        chunk.items.append(item)
    return list(found.values())
