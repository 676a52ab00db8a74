"""Families of sentences: those that put the same word into different frames.

`This is an aster.` and `Those are asters.` say what the model makes of one word, twice. They are
not two independent targets, so what is inferred from a test counts words, not sentences.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

# Words of the frames of May et al. 2019, which hold nothing of the word that is put in.
_FRAME = frozenset(
    "a an the this that these those there here it they is are was were "
    "person people thing things name named s".split()
)
_WORD = re.compile(r"\w+")
# Ends of plurals, and what stands for them in the singular.
_PLURALS = (("s", ""), ("es", ""), ("ies", "y"), ("ves", "fe"), ("ves", "f"), ("men", "man"))


def families(texts: Sequence[str]) -> list[int]:
    """The family of each text, numbered from 0 in order of appearance.

    Texts are of one family if they hold the same words beside those of the frame, in the singular
    or in the plural. A text of a single word is a family of its own.

    Args:
        texts: of one set.

    Returns:
        [text].
    """
    said = [[word.casefold() for word in _WORD.findall(text)] for text in texts]
    known = {word for words in said for word in words}
    numbers: dict[tuple[str, ...], int] = {}
    found = []
    for text, words in zip(texts, said, strict=True):
        own = tuple(_singular(word, known) for word in words if word not in _FRAME)
        key = own if own and len(words) > 1 else (text,)
        found.append(numbers.setdefault(key, len(numbers)))
    return found


def families_of_sets(x: Sequence[str], y: Sequence[str]) -> np.ndarray | None:
    """[target] family of each text of two sets, X first, each within one set.

    Returns:
        None where every text is a family of its own, or a set has no text.
    """
    import numpy as np

    if not x or not y:
        return None
    of_x, of_y = families(x), families(y)
    found = np.array([*of_x, *(max(of_x) + 1 + number for number in of_y)])
    return found if found.max() + 1 < len(found) else None


def _singular(word: str, known: Collection[str]) -> str:
    """The singular of a word if it is known, too: the end alone does not tell a plural (iris)."""
    for end, instead in _PLURALS:
        if word.endswith(end) and (singular := word.removesuffix(end) + instead) in known:
            return singular
    return word
