"""Which words of a text a model cannot read: those that its vocabulary has no token for.

The network sees one sign ([UNK]) for all of them, so whatever is predicted or scored beside one
rests on the other words. Masked words are no words of the text.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.mask_token import MASK
from engine.inference.text import encode
from engine.inference.words import unread_words
from engine.measures.health.value import UnreadValue

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

_NO_LIMIT = 10**9  # tokens: what is too long is refused by what scores the text


def unread_texts(
    lm: MaskedLM, items: Sequence[dict[str, str]], _params: dict[str, Any]
) -> list[UnreadValue]:
    """Words of each text that the model cannot read.

    Args:
        items: `{"text": ...}`, with masked words or without.

    Returns:
        For each text `words`, each once, as the text has them; none where it is empty.
    """
    return [{"words": _words(lm, item["text"])} for item in items]


def _words(lm: MaskedLM, text: str) -> list[str]:
    # Beside its own mask a word is cut as it is when it is scored.
    filled = MASK.sub(lambda _: lm.tokenizer.mask_token or " ", text)
    try:
        encoded = encode(lm.tokenizer, filled, _NO_LIMIT)
    except InputTextError:
        return []
    return unread_words(lm.tokenizer, filled, encoded)
