"""Text shared by the figures of the Annotators page."""

from __future__ import annotations

from typing import Any

from components.present.numbers import number


def behind(entry: dict[str, Any], score: str) -> int:
    """Number of sentences that a group's score is computed from."""
    name = "n_correlated" if score in ("spearman", "kendall") else "n_sentences"
    return int(entry[name])


def signed(value: float) -> str:
    """A score with two decimals and a true minus."""
    return number(value, ".2f")
