"""Which words of a text a model cannot read: those that its vocabulary has no token for.

The network sees one sign ([UNK]) for all of them, so whatever is predicted or scored beside one
rests on the other words. Masked words are no words of the text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.core.errors import BiascopeError, InputTextError
from engine.core.mask_token import MASK
from engine.core.spec import BUNDLED
from engine.core.wording import listed
from engine.inference.text import Encoded, encode
from engine.inference.words import unread_words

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec

NAMED = 5  # words that a note names
_LISTED = 100  # words that a report lists
_NO_LIMIT = 10**9  # tokens: what is too long is refused by what scores the text


def unread_in(tokenizer: Any, text: str) -> list[str]:
    """Words of a text that the model of a tokenizer cannot read.

    Args:
        text: with masked words or without.

    Returns:
        Each once, as the text has them; none where it is empty.
    """
    seen = encoded_in(tokenizer, text)
    return [] if seen is None else unread_words(tokenizer, *seen)


def encoded_in(tokenizer: Any, text: str) -> tuple[str, Encoded] | None:
    """A text with the mask of a tokenizer, and its tokens; None where it is empty."""
    # Beside its own mask a word is cut as it is when it is scored.
    filled = MASK.sub(lambda _: tokenizer.mask_token or " ", text)
    try:
        return filled, encode(tokenizer, filled, _NO_LIMIT)
    except InputTextError:
        return None


def unread_by(spec: ModelSpec, texts: Sequence[str]) -> Sequence[Sequence[str]]:
    """Words of each text that an identified model cannot read; no weight is read.

    Args:
        texts: as `unread_in` takes them.

    Returns:
        [text] its words; none where the model's files are not here any more.
    """
    # The bundled model reads all such texts, so pages that open with it need no tokenizer.
    if spec.checkpoint == BUNDLED and all(map(is_plain, texts)):
        return ((),) * len(texts)
    return _unread_by(spec.exact_name, spec.revision, tuple(texts))


def is_plain(text: str) -> bool:
    """Whether a text has no signs but those of ASCII, with accents or without, and no [UNK].

    The bundled model has a token for every piece of such a text.
    """
    if "[UNK]" in text:
        return False
    return text.isascii() or all(
        sign.isascii() or unicodedata.combining(sign) for sign in unicodedata.normalize("NFD", text)
    )


# A scorecard asks again for all of its cells: they are hundreds, of few columns, and texts of
# which all is read share one empty tuple.
@lru_cache(maxsize=1024)
def _unread_by(name: str, revision: str, texts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    tokenizer = tokenizer_of(name, revision)
    return tuple(() if tokenizer is None else tuple(unread_in(tokenizer, text)) for text in texts)


@lru_cache(maxsize=8)
def tokenizer_of(name: str, revision: str) -> Any:
    """The tokenizer of a revision; None where it is not on this machine, or cannot be read."""
    from engine.models.reading import guarded_tokenizer
    from engine.models.sources import resolve

    try:
        source = resolve(name, ask_hub=False)
        if source.revision != revision:
            return None
        return guarded_tokenizer(source)
    except BiascopeError:
        return None


# --- in words -----------------------------------------------------------------------------


def unread_report(unread: Sequence[Sequence[str]]) -> dict[str, Any]:
    """What a report adds: `unread_sentences`, how many hold such words, and `unread_words`.

    Nothing where the model reads every word.

    Args:
        unread: [text] what `unread_in` returned.
    """
    words = list(dict.fromkeys(word for found in unread for word in found))
    if not words:
        return {}
    return {"unread_sentences": sum(map(bool, unread)), "unread_words": words[:_LISTED]}


def unread_sentence(found: Mapping[str, Any], sentences: int, reader: str = "the model") -> str:
    """One sentence that says in how many sentences there are words that are not read.

    Args:
        found: what `unread_report` returned, not empty.
        sentences: among which they were looked for.
        reader: who cannot read them, as the subject of a sentence.
    """
    return (
        f"In {found['unread_sentences']:,} of {sentences:,} sentences there are words that "
        f"{reader} cannot read ({listed(found['unread_words'], NAMED)}): what it gives there "
        "rests on the other words."
    )
