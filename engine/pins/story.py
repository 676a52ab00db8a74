"""The collection that comes with Biascope: a story for people who are not technical."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from engine.pins.collection import Collection
from engine.pins.reading import read_collection

STORY = Path(__file__).parent / "story.json"


@cache
def shipped() -> Collection:
    """The story, as it was made from the bundled model."""
    return read_collection(STORY.read_text(encoding="utf-8"), STORY.name)
