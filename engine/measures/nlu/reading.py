"""Texts, or pairs of them, run through a sequence classifier one row each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.families import CAUSAL
from engine.inference.plan import Row
from engine.inference.runner import class_row, run_rows

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

Scores = Callable[["MaskedLM", Sequence[Row]], list[list[float]]]


def read_texts(
    lm: MaskedLM, items: Sequence[dict[str, Any]], scores: Scores
) -> list[list[float] | str]:
    """What the head gives each text, or why it could not be read, in one sentence.

    Args:
        items: `{"text": ..., "second": ... or None}`.
        scores: (lm, rows) -> [row][output].
    """
    asked = [_asked(lm, item) for item in items]
    groups = [[] if isinstance(row, str) else [row] for row in asked]
    # Nothing is shared with a causal classifier, which reads one row at a time.
    shared = 1 if lm.model.family.kind == CAUSAL else None
    found = run_rows(lm, groups, scores, shared)
    return [
        row if isinstance(row, str) else of_row[0] for row, of_row in zip(asked, found, strict=True)
    ]


def _asked(lm: MaskedLM, item: dict[str, Any]) -> Row | str:
    """The row of a text, or why there is none."""
    try:
        return class_row(lm, item["text"], item["second"])
    except InputTextError as error:
        return str(error)
