"""Versions of the libraries that numbers depend on."""

from __future__ import annotations

import platform
from functools import lru_cache
from importlib import metadata

_LIBRARIES = ("torch", "transformers", "tokenizers", "numpy")


def library_versions() -> dict[str, str]:
    """Versions of what the numbers depend on."""
    return dict(_versions())


@lru_cache(maxsize=1)
def _versions() -> tuple[tuple[str, str], ...]:
    """Looked up once, because each version is read from the metadata of a package."""
    found = ((name, metadata.version(name)) for name in _LIBRARIES)
    return ("python", platform.python_version()), *found
