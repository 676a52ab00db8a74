"""The next word after a text, as a causal model expects it (METHODS: Probe).

The text is read behind the start token of the tokenizer, if it has one, and without the white
space at its end, which would be a token of its own. What follows is a distribution over tokens,
so a predicted word may be the first piece of a longer one. A word that is asked for has the
probability of all its pieces one after another (the chain rule); longer words that begin with
the same pieces are counted in.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.inference.plan import Row
from engine.inference.text import Encoded, encode_with_start, span_positions

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

# After these a word begins without a space; a straight quote opens only after a space.
_OPENING = re.compile(r"(?:[(\[{“‘«¿¡/-]|(?:^|\s)[\"'])$")


def next_row(lm: MaskedLM, text: str) -> Row:
    """The row that asks for the token after a text."""
    ids = _read(lm, text.rstrip()).ids
    return Row(ids, (len(ids) - 1,))


def pieces_after(lm: MaskedLM, text: str, word: str) -> Row:
    """The row that reads a word after a text: `targets` are its pieces, none if it has none."""
    begun = text.rstrip()
    whole_text = joined(begun, word)
    context, whole = _read(lm, begun), _read(lm, whole_text)
    first = len(context.ids)
    if whole.ids[:first] != context.ids:  # the word changed how the text before it is cut
        first = min(span_positions(whole, len(whole_text) - len(word), len(whole_text)))
    where = range(first, len(whole.ids))
    return Row(
        whole.ids,
        tuple(position - 1 for position in where),
        tuple(whole.ids[position] for position in where),
    )


def joined(text: str, word: str) -> str:
    """A word after a text that does not end in white space, with a space where one belongs."""
    close = not word[:1].isalnum() or _OPENING.search(text)
    return f"{text}{'' if close else ' '}{word}"


def _read(lm: MaskedLM, text: str) -> Encoded:
    """A text behind the start token, without what a tokenizer adds at its end."""
    if not text.strip():
        raise InputTextError("The text is empty; type how a sentence begins.")
    encoded = encode_with_start(lm.tokenizer, text, lm.model.max_length)
    stop = max((place for place, special in enumerate(encoded.special) if not special), default=-1)
    if stop < 0:
        raise InputTextError("The text contains no token that the model reads.")
    return Encoded(
        encoded.ids[: stop + 1], encoded.special[: stop + 1], encoded.offsets[: stop + 1]
    )
