"""Which kind of model a measure needs, and what to do with another kind.

The kind is the network's (`Family.kind`), never the tokenizer's: a causal model whose tokenizer
defines a mask token was not trained to fill it, and its numbers there would mean nothing.

Nothing here needs a loaded model. A measure's rule is asked before the store is, because an earlier
version may have stored such numbers; the measures ask again, for whoever calls them directly.

A refusal is one sentence that names what the kind has instead. Causal models continue texts
(`next_word`), have perplexity in place of pseudo-perplexity, CABM without context and pronoun
probability gap, and a health check of their own. Encoders without a language-model head have SEAT,
their heads and the vectors of CABM.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError, NoHeadError, UnusableModelError
from engine.core.families import CAUSAL, ENCODER, MASKED, SEQ2SEQ
from engine.core.mask_token import masks_in

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM

CONTINUED_EXAMPLE = "The nurse said that"
_CLS = "cls"  # a pooling of SEAT, and a sentence vector of CABM
WITH_CLS = (MASKED, ENCODER)  # kinds that were trained with [CLS] before each text
_KINDS = {
    MASKED: "is a masked language model",
    CAUSAL: "is a causal model, which reads from left to right and fills in no blanks",
    SEQ2SEQ: "fills spans and predicts neither single blanks nor the words it reads",
}


@dataclass(frozen=True)
class Named:
    """A model as far as its config tells.

    Args:
        checkpoint: as the user knows it.
        kind: of its network, see `Family.kind`.
    """

    checkpoint: str
    kind: str


Rule = Callable[[Named, Sequence[Any], dict[str, Any]], None]


def named(model: LoadedModel) -> Named:
    """What the rules need to know of a model that is loaded."""
    return Named(model.source.checkpoint, model.family.kind)


def continues(lm: MaskedLM) -> bool:
    """Whether a model continues a text rather than filling in its masked words."""
    return lm.model.family.kind == CAUSAL


def check_kind(model: Named, needed: str, measure: str, instead: str = "") -> None:
    """Refuse a model of another kind than a measure needs.

    Args:
        needed: `masked` or `causal`.
        measure: what it has not, such as `pseudo-perplexity`.
        instead: what its own kind has, as the end of a sentence; by default the kind of model
            to choose.
    """
    if model.kind == needed:
        return
    if model.kind == ENCODER:
        raise NoHeadError(model.checkpoint, f"has no {measure}")
    if not instead or model.kind == SEQ2SEQ:
        instead = f"choose a {needed} language model"
    raise UnusableModelError(
        f"{model.checkpoint} {_KINDS[model.kind]}, so it has no {measure}; {instead}."
    )


def check_text(model: Named, text: str) -> None:
    """Refuse a text that a kind of model cannot complete: a causal model continues a text."""
    if model.kind == ENCODER:
        raise NoHeadError(model.checkpoint, "predicts no words for a sentence")
    if model.kind == SEQ2SEQ:
        raise UnusableModelError(
            f"{model.checkpoint} {_KINDS[SEQ2SEQ]}, so its words for a sentence cannot be shown "
            "here; choose a masked or a causal language model."
        )
    if model.kind == CAUSAL and masks_in(text):
        raise InputTextError(
            f"{model.checkpoint} is a causal model: it reads from left to right and cannot fill in "
            "[MASK]. End the text where the next word should come, without a blank, for example: "
            f"{CONTINUED_EXAMPLE}"
        )


def completes(model: Named, items: Sequence[Any], _params: dict[str, Any]) -> None:
    """The rule of measures whose items have a `text` to complete: see `check_text`."""
    for item in items:
        check_text(model, item["text"])


def needs(kind: str, measure: str, instead: str = "") -> Rule:
    """The rule of a measure that one kind of model has: see `check_kind`."""

    def rule(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
        check_kind(model, kind, measure, instead)

    return rule


def no_cls_of_others(parameter: str, instead: str) -> Rule:
    """The rule of a measure that reads the vector of [CLS] if a parameter asks for it.

    Args:
        instead: what the parameter may be for a model without one.
    """

    def rule(model: Named, _items: Sequence[Any], params: dict[str, Any]) -> None:
        if params.get(parameter) == _CLS and model.kind not in WITH_CLS:
            raise no_cls(model.checkpoint, instead)

    return rule


def has_cls(lm: MaskedLM) -> bool:
    """Whether a model was trained with [CLS] before each text; a causal one sees nothing there."""
    return lm.model.family.kind in WITH_CLS and lm.tokenizer.cls_token_id is not None


def no_cls(checkpoint: str, instead: str) -> InputTextError:
    """Why the vector of [CLS] is refused."""
    return InputTextError(f"{checkpoint} has no [CLS] token; use {instead}.")
