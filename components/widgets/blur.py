"""Words that offend, blurred: every letter becomes a dot, so that the shape of a text stays.

Exports keep the words.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_LETTER = re.compile(r"\w")

Show = Callable[[str], str]


def blurred(text: str) -> str:
    """The shape of a text without its letters."""
    return _LETTER.sub("•", text)
