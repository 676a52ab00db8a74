"""How people write a masked token, whatever the model's own mask token is."""

from __future__ import annotations

import re

MASK = re.compile(r"\[\s*mask\s*\]|<\s*mask\s*>|_{3,}", re.IGNORECASE)
GAP = "____"  # as an audience reads one
# What families of models call their special tokens, the masked one among them.
SPECIAL = re.compile(
    rf"{MASK.pattern}|\[(?:cls|sep|pad|unk|bos|eos)\]|</?s>|<(?:cls|sep|pad|unk|bos|eos)>"
    r"|<\|\w+\|>|<extra_id_\d+>",
    re.IGNORECASE,
)


def masks_in(text: str) -> int:
    """Number of masked tokens in a text as the user wrote it."""
    return len(MASK.findall(text))


def blanked(sentence: str) -> str:
    """A sentence as an audience reads it: a gap where a word is masked."""
    return MASK.sub(GAP, sentence)


def first_gap_note(gaps: int) -> str:
    """Which of several gaps an answer is of, in one sentence.

    Args:
        gaps: of the sentence, two or more.
    """
    return f"The answer is for the first of {gaps} blanks."
