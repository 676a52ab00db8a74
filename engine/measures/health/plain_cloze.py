"""Plain cloze: everyday sentences with one masked word, and which of them a model gets right.

The health check, the cost of masked heads and the Scorecard ask the same sentences of a masked
model, so one stored completion serves all three.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

EVERYDAY = "everyday sentences completed correctly"  # what the share is called in plain words
PARAMS: Mapping[str, Any] = {"top_k": 1}  # of the measure `completion`


def prompts(items: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Items of the measure `completion` for the cloze items of the health check."""
    return [{"text": item["sentence"]} for item in items]


def answered(items: Sequence[Mapping[str, Any]], values: Sequence[Mapping[str, Any]]) -> list[bool]:
    """Which sentences are completed correctly: the likeliest word is an accepted answer.

    Args:
        items: [item], of the health check, with their accepted answers in small letters.
        values: [item], of the measure `completion`.
    """
    return [
        value["predictions"][0][0]["word"].casefold() in item["answers"]
        for item, value in zip(items, values, strict=True)
    ]
