"""Words for the figures of annotators: what a score rests on, and how it is written."""

from __future__ import annotations

from typing import Any

from components.numbers import number


def behind(entry: dict[str, Any], score: str) -> int:
    """Sentences that a score of a group rests on."""
    name = "n_correlated" if score in ("spearman", "kendall") else "n_sentences"
    return int(entry[name])


def signed(value: float) -> str:
    """A figure with two decimals and a true minus."""
    return number(value, ".2f")
