"""A model that must not be needed, for tests of what the store alone can answer."""

from __future__ import annotations

from typing import NoReturn


def not_loaded(*_: object, **__: object) -> NoReturn:
    """Stands where a model would be loaded."""
    raise AssertionError("the model was loaded")
