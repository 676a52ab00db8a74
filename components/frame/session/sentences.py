"""Sentences of a file: which of them a model can read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from components.frame.session.in_memory import opened
from components.frame.session.measuring import known
from engine.core.spec import ModelSpec


def readable_sentences(
    spec: ModelSpec, texts: Sequence[str], params: dict[str, Any]
) -> tuple[list[int], list[tuple[int, str]]]:
    """Which sentences a model can read; it is loaded unless all values are stored.

    Args:
        texts: that suit the kind of the model.
        params: of the completion measure.

    Returns:
        Indices of those that it can, and (index, problem) of the others.
    """
    from engine.measures.completion.completed_file import readable

    have = known("completion", spec, [{"text": text} for text in texts], params)
    return readable(texts, range(len(texts)), params, have, lambda: opened(spec))
