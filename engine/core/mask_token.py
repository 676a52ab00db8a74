"""How people write a masked token, whatever the model's own mask token is."""

from __future__ import annotations

import re

MASK = re.compile(r"\[\s*mask\s*\]|<\s*mask\s*>|_{3,}", re.IGNORECASE)


def masks_in(text: str) -> int:
    """Number of masked tokens in a text as the user wrote it."""
    return len(MASK.findall(text))
