"""How people write a masked token, whatever the model's own mask token is."""

from __future__ import annotations

import re

MASK = re.compile(r"\[\s*mask\s*\]|<\s*mask\s*>|_{3,}", re.IGNORECASE)
# What families of models call their special tokens, the masked one among them.
SPECIAL = re.compile(
    rf"{MASK.pattern}|\[(?:cls|sep|pad|unk|bos|eos)\]|</?s>|<(?:cls|sep|pad|unk|bos|eos)>"
    r"|<\|\w+\|>|<extra_id_\d+>",
    re.IGNORECASE,
)


def masks_in(text: str) -> int:
    """Number of masked tokens in a text as the user wrote it."""
    return len(MASK.findall(text))
