"""Lists of English words that the rules look at."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path


@cache
def listed(name: str) -> frozenset[str]:
    """The words of one list of `word_classes_en.toml`."""
    return frozenset(_lists()[name].split())


@cache
def _lists() -> dict[str, str]:
    text = Path(__file__).with_name("word_classes_en.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
