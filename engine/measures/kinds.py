"""Which kind of model a measure needs, and what to do with another kind.

The kind is the network's (`Family.kind`), never the tokenizer's: a causal model whose tokenizer
defines a mask token was not trained to fill it, and its numbers there would mean nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import InputTextError, UnusableModelError
from engine.families import CAUSAL, MASKED, SEQ2SEQ
from engine.mask_token import masks_in

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel

CONTINUED_EXAMPLE = "The nurse said that"
_KINDS = {
    MASKED: "is a masked language model",
    CAUSAL: "is a causal model, which reads from left to right and masks no words",
    SEQ2SEQ: "fills spans and predicts neither masked words nor the words it reads",
}


def check_kind(model: LoadedModel, needed: str, measure: str, instead: str = "") -> None:
    """Refuse a model of another kind than a measure needs.

    Args:
        needed: `masked` or `causal`.
        measure: what it has not, such as `pseudo-perplexity`.
        instead: what its own kind has, as the end of a sentence; by default the kind of model
            to choose.

    Raises:
        UnusableModelError: in one sentence that says what would do.
    """
    kind = model.family.kind
    if kind == needed:
        return
    if not instead or kind == SEQ2SEQ:
        instead = f"choose a {needed} language model"
    raise UnusableModelError(
        f"{model.source.checkpoint} {_KINDS[kind]}, so it has no {measure}; {instead}."
    )


def check_text(model: LoadedModel, text: str) -> None:
    """Refuse a text that a kind of model cannot complete: a causal model continues a text.

    Raises:
        InputTextError: if a causal model is asked for a masked word.
        UnusableModelError: if the model fills spans.
    """
    kind, name = model.family.kind, model.source.checkpoint
    if kind == SEQ2SEQ:
        raise UnusableModelError(
            f"{name} {_KINDS[SEQ2SEQ]}, so its words for a sentence cannot be shown here; choose a "
            "masked or a causal language model."
        )
    if kind == CAUSAL and masks_in(text):
        raise InputTextError(
            f"{name} is a causal model: it reads from left to right and cannot fill in [MASK]. "
            "End the text where the next word should come, without a mask, for example: "
            f"{CONTINUED_EXAMPLE}"
        )
