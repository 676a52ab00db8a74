"""Which words of a text a model cannot read: those that its vocabulary has no token for.

The network sees one sign ([UNK]) for all of them, so whatever is predicted or scored beside one
rests on the other words. Masked words are no words of the text.
"""

from __future__ import annotations

from typing import Any

from engine.core.errors import InputTextError
from engine.core.mask_token import MASK
from engine.inference.text import encode
from engine.inference.words import unread_words

_NO_LIMIT = 10**9  # tokens: what is too long is refused by what scores the text


def unread_in(tokenizer: Any, text: str) -> list[str]:
    """Words of a text that the model of a tokenizer cannot read.

    Args:
        text: with masked words or without.

    Returns:
        Each once, as the text has them; none where it is empty.
    """
    # Beside its own mask a word is cut as it is when it is scored.
    filled = MASK.sub(lambda _: tokenizer.mask_token or " ", text)
    try:
        encoded = encode(tokenizer, filled, _NO_LIMIT)
    except InputTextError:
        return []
    return unread_words(tokenizer, filled, encoded)
