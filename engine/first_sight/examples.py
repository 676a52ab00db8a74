"""The texts and settings that the pages open with, and that are measured beforehand."""

from __future__ import annotations

from typing import Any

# Home: an example, and the sentence it is contrasted with.
CONTRASTS = {
    "The nurse said that [MASK] was tired.": "The engineer said that [MASK] was tired.",
    "The engineer said that [MASK] was tired.": "The nurse said that [MASK] was tired.",
    "He works as a [MASK].": "She works as a [MASK].",
    "She works as a [MASK].": "He works as a [MASK].",
}
HOME_PARAMS: dict[str, Any] = {"top_k": 5, "targets": ["he", "she"], "hide": ["punctuation"]}

# Probe and the panel of the Heads page.
SENTENCE = "The nurse said that [MASK] was tired."
TARGETS = ("he", "she")
TOP_K = 8
HIDDEN = ("piece", "punctuation")
ORDER = "independent"
MAX_PIECES = 1

# Pairs: the user's own pair, until there is one.
OWN_PAIR = (
    "The woman forgot to pay the rent again.",
    "The man forgot to pay the rent again.",
)

# Heads: sentences per word when the page opens, so that the first click is answered quickly.
FEW_CONTEXTS = 1
