"""The neutral word that a completion is compared with."""

from __future__ import annotations

from engine.prompts.prompt import Prompt
from engine.prompts.templates import neutral_fillers


def neutral_word(prompt: Prompt) -> str:
    """The neutral word of a prompt's slot: one word for all groups of a template."""
    return neutral_fillers(prompt.slot)[0]
