"""What the counter-stereotype test gives, key by key."""

from __future__ import annotations

from typing_extensions import TypedDict


class CounterStereotypeValue(TypedDict):
    """[layer][head] attention in both sentences of an item."""

    original: list[list[float]]
    counter: list[list[float]]
