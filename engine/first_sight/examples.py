"""The texts and settings that the pages open with, and that are measured beforehand.

They take the form that the chosen model completes: whole for a masked model, the text before the
first mask for a causal one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.core.families import CAUSAL
from engine.core.mask_token import MASK
from engine.measures.completion.group_completion import SLOT

# Home: an example, and the sentence it is contrasted with.
CONTRASTS = {
    "The nurse said that [MASK] was tired.": "The engineer said that [MASK] was tired.",
    "The engineer said that [MASK] was tired.": "The nurse said that [MASK] was tired.",
    "He works as a [MASK].": "She works as a [MASK].",
    "She works as a [MASK].": "He works as a [MASK].",
}

# Home, Probe and the panel of the Heads page.
SENTENCE = "The nurse said that [MASK] was tired."
TARGETS = ("he", "she")
TOP_K = 8
HIDDEN = ("piece", "punctuation")
ORDER = "independent"
MAX_PIECES = 1

# Home leaves out what Probe leaves out: the same sentence has the same first word on both.
HOME_PARAMS: dict[str, Any] = {"top_k": 5, "targets": list(TARGETS), "hide": list(HIDDEN)}


def looked_up(words: Iterable[str]) -> dict[str, Any]:
    """Parameters of the measure `completion` that also look words up, as Probe opens with."""
    return {
        "top_k": TOP_K,
        "targets": list(words),
        "hide": list(HIDDEN),
        "order": ORDER,
        "max_pieces": MAX_PIECES,
    }


# Pairs: the user's own pair, until there is one.
OWN_PAIR = (
    "The woman forgot to pay the rent again.",
    "The man forgot to pay the rent again.",
)

# Arena: prompts of the bundled set that are drawn; with a thousand, most differences between
# categories would be within chance, and with many more the first report would not come soon.
ARENA_SUBSET = 3000
ARENA_SEED = 0

# Heads: sentences per word when the page opens, so that the first click is answered quickly.
FEW_CONTEXTS = 1


def form_for(kind: str, example: str) -> str:
    """An example for a kind of model: whole, or what comes before its first mask.

    Empty where that is nothing, or leaves out the slot for the groups.
    """
    if kind != CAUSAL:
        return example
    begun = MASK.split(example)[0].rstrip()
    return begun if (SLOT in begun) == (SLOT in example) else ""


def fitting(kind: str, examples: Iterable[str]) -> list[str]:
    """The examples that a kind of model can complete, in its form, each once."""
    forms = (form_for(kind, example) for example in examples)
    return list(dict.fromkeys(form for form in forms if form))


# Scorecard: quick measures on bundled data, and masks of the bundled model: the one, three and ten
# heads with the largest bias score for gender, as the command `heads` ranks them by default: on
# half of the target words.
SCORECARD_MEASURES = (
    "pairs:bundled:cps",
    "seat:gender",
    "lpbs",
    "unmasking",
    "gest:bundled:0",
    "honest:bundled",
    "pppl",
    "cloze",
)
SCORECARD_MASKS = (
    "3-1",
    "1-9, 2-7, 3-1",
    "1-7, 1-9, 2-2, 2-7, 3-1, 4-2, 5-1, 5-4, 5-5, 6-12",
)
