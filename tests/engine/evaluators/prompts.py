"""Completed sentences for tests of evaluators."""

from __future__ import annotations

from engine.evaluators.suite import Completed
from engine.prompts.prompt import Prompt


def about(group: str, word: str, sentence: str = "", slot: str = "adjective") -> Completed:
    """A sentence about a group with a word put in."""
    prompt = Prompt("any", group, "attributive", sentence or f"{group} are [MASK].", "", slot)
    return Completed(prompt, word)
