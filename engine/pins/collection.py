"""An ordered collection of pins; every change gives a new one."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

from engine.core.errors import BiascopeError
from engine.pins.pin import Pin

SCHEMA = "biascope.pins/1"
MOST_PINS = 200
MOST_TITLE = 200  # letters
_GONE = "This screen is no longer in the collection; it was removed in another window."


@dataclass(frozen=True)
class Collection:
    """Pins in the order in which they are presented.

    Args:
        title: of the whole story.
        pins: each with a key of its own.
    """

    title: str
    pins: tuple[Pin, ...] = ()

    def pin(self, key: str) -> Pin:
        """The pin of a key."""
        return self.pins[self.position(key)]

    def position(self, key: str) -> int:
        """Where a pin is, counted from 0."""
        for position, pin in enumerate(self.pins):
            if pin.key == key:
                return position
        raise BiascopeError(_GONE)

    def added(self, pin: Pin) -> Collection:
        """With one more at the end."""
        if len(self.pins) >= MOST_PINS:
            raise BiascopeError(
                f"“{self.title}” holds {MOST_PINS} screens, the most a collection can; remove one, "
                "or start another collection on the Stage page."
            )
        return replace(self, pins=(*self.pins, pin))

    def removed(self, key: str) -> Collection:
        """Without one."""
        position = self.position(key)
        return replace(self, pins=(*self.pins[:position], *self.pins[position + 1 :]))

    def moved(self, key: str, by: int) -> Collection:
        """With one moved along, at most to an end.

        Args:
            by: places; negative is toward the beginning.
        """
        position = self.position(key)
        others = [pin for pin in self.pins if pin.key != key]
        others.insert(min(max(position + by, 0), len(others)), self.pins[position])
        return replace(self, pins=tuple(others))

    def edited(self, key: str, change: Callable[[Pin], Pin]) -> Collection:
        """With one changed."""
        position = self.position(key)
        pins = list(self.pins)
        pins[position] = change(pins[position])
        return replace(self, pins=tuple(pins))


def text_of(collection: Collection) -> str:
    """A collection as the text of its file."""
    fields = {"schema": SCHEMA, **asdict(collection)}
    return json.dumps(fields, ensure_ascii=False, indent=1, allow_nan=False)
