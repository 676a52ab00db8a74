"""Places in a declaration, and values of the right type taken from them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.errors import InputTextError


class DeclarationError(InputTextError):
    """A declaration of evaluators that cannot be used as it is written."""


@dataclass(frozen=True)
class Table:
    """One table of a declaration with its place in the file.

    Args:
        where: for the user, as `my.toml, evaluator 2 (UnBIAS)`.
        entries: as TOML gives them.
    """

    where: str
    entries: dict[str, Any]

    def wrong(self, what: str) -> DeclarationError:
        """The error for a mistake in this table."""
        return DeclarationError(f"{self.where}: {what}")

    def only(self, known: Sequence[str], of: str) -> None:
        """Refuse keys that mean nothing here."""
        for key in self.entries:
            if key not in known:
                raise self.wrong(f"{key[:100]!r} is no key of {of}; those are {', '.join(known)}.")

    def text(self, key: str, default: str = "") -> str:
        """A text without the spaces around it."""
        value = self.entries.get(key, default)
        if not isinstance(value, str):
            raise self._type(key, "a text in quotes", value)
        return value.strip()

    def needed(self, key: str, why: str) -> str:
        """A text that must be there."""
        text = self.text(key)
        if not text:
            raise self.wrong(f"{key} is missing; {why}.")
        return text

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self.entries.get(key, default)
        if not isinstance(value, bool):
            raise self._type(key, "true or false", value)
        return value

    def number(self, key: str, low: float, high: float) -> float:
        """A number in a range; 0 where it is absent."""
        value = self.entries.get(key, 0.0)
        if not is_number(value) or not low <= value <= high:
            raise self._type(key, f"a number from {low:g} to {high:g}", value)
        return float(value)

    def table(self, key: str) -> Table:
        """A table in this one; empty where it is absent."""
        value = self.entries.get(key, {})
        if not isinstance(value, dict):
            raise self._type(key, "a table such as { … }", value)
        return Table(f"{self.where}, {key}", value)

    def _type(self, key: str, wanted: str, value: Any) -> DeclarationError:
        return self.wrong(f"{key} is {wanted}; got {shown_value(value)}.")


def is_number(value: Any) -> bool:
    """Whether this is a finite number, and not true or false."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def shown_value(value: Any) -> str:
    """A value as an error can hold it."""
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:100]}…"
