"""Which kind of model a measure needs, and what to do with another kind.

The kind is the network's (`Family.kind`), never the tokenizer's: a causal model whose tokenizer
defines a mask token was not trained to fill it, and its numbers there would mean nothing.

Nothing here needs a loaded model. `suits` is asked before the store is, because an earlier
version may have stored such numbers; the measures ask again, for whoever calls them directly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError, UnusableModelError
from engine.core.families import CAUSAL, MASKED, SEQ2SEQ
from engine.core.mask_token import masks_in

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM

CONTINUED_EXAMPLE = "The nurse said that"
_CLS = "cls"  # a pooling of SEAT, and a sentence vector of CABM
_KINDS = {
    MASKED: "is a masked language model",
    CAUSAL: "is a causal model, which reads from left to right and masks no words",
    SEQ2SEQ: "fills spans and predicts neither masked words nor the words it reads",
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


def suits(measure: str, model: Named, items: Sequence[Any], params: dict[str, Any]) -> None:
    """Refuse to measure items that mean nothing for this kind of model.

    Args:
        measure: a name of the registry; one without a rule suits every kind.

    Raises:
        InputTextError: if a text, or a parameter, does not suit the kind of model.
        UnusableModelError: if no model of this kind has the measure.
    """
    if measure in _RULES:
        _RULES[measure](model, items, params)


def check_kind(model: Named, needed: str, measure: str, instead: str = "") -> None:
    """Refuse a model of another kind than a measure needs.

    Args:
        needed: `masked` or `causal`.
        measure: what it has not, such as `pseudo-perplexity`.
        instead: what its own kind has, as the end of a sentence; by default the kind of model
            to choose.

    Raises:
        UnusableModelError: in one sentence that says what would do.
    """
    if model.kind == needed:
        return
    if not instead or model.kind == SEQ2SEQ:
        instead = f"choose a {needed} language model"
    raise UnusableModelError(
        f"{model.checkpoint} {_KINDS[model.kind]}, so it has no {measure}; {instead}."
    )


def check_text(model: Named, text: str) -> None:
    """Refuse a text that a kind of model cannot complete: a causal model continues a text.

    Raises:
        InputTextError: if a causal model is asked for a masked word.
        UnusableModelError: if the model fills spans.
    """
    if model.kind == SEQ2SEQ:
        raise UnusableModelError(
            f"{model.checkpoint} {_KINDS[SEQ2SEQ]}, so its words for a sentence cannot be shown "
            "here; choose a masked or a causal language model."
        )
    if model.kind == CAUSAL and masks_in(text):
        raise InputTextError(
            f"{model.checkpoint} is a causal model: it reads from left to right and cannot fill in "
            "[MASK]. End the text where the next word should come, without a mask, for example: "
            f"{CONTINUED_EXAMPLE}"
        )


def _completion(model: Named, items: Sequence[Any], _params: dict[str, Any]) -> None:
    for item in items:
        check_text(model, item["text"])


def _pppl(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
    instead = "use its perplexity, the command perplexity"
    check_kind(model, MASKED, "pseudo-perplexity", instead)


def _perplexity(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
    check_kind(model, CAUSAL, "perplexity", "use pseudo-perplexity, the command pppl")


def _lpbs(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
    check_kind(model, MASKED, "log-probability bias score")


def _masked_words(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
    check_kind(model, MASKED, "association of person words with professions")


def _gest(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
    check_kind(model, MASKED, "GEST score")


def _seat(model: Named, _items: Sequence[Any], params: dict[str, Any]) -> None:
    if params.get("pooling") == _CLS and model.kind != MASKED:
        raise no_cls(model.checkpoint, "the pooling token, mean or last")


def _cabm(model: Named, _items: Sequence[Any], params: dict[str, Any]) -> None:
    if params.get("sentence") == _CLS and model.kind != MASKED:
        raise no_cls(model.checkpoint, "the sentence vector mean")


def has_cls(lm: MaskedLM) -> bool:
    """Whether a model was trained with [CLS] before each text; a causal one sees nothing there."""
    return lm.model.family.kind == MASKED and lm.tokenizer.cls_token_id is not None


def no_cls(checkpoint: str, instead: str) -> InputTextError:
    """Why the vector of [CLS] is refused."""
    return InputTextError(f"{checkpoint} has no [CLS] token; use {instead}.")


def _prompt_completion(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
    instead = "judge sentences that you had it write, the command arena score"
    check_kind(model, MASKED, "words for masked prompts", instead)


def _template_completion(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
    check_kind(model, MASKED, "HONEST score")


def _cloze_answers(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
    if model.kind == CAUSAL:
        raise UnusableModelError(
            f"{model.checkpoint} is a causal model: it reads from left to right only and cannot "
            "fill a gap inside a sentence. Choose a masked language model or a span filler such "
            "as mT5."
        )


def _cloze_vectors(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
    if model.kind == CAUSAL:
        check_kind(model, MASKED, "vectors of sentences with a gap")


# Not here: pairs, whose variants every version has asked for the kind before it stored anything.
_RULES: dict[str, Rule] = {
    "completion": _completion,
    "group_completion": _completion,
    "pppl": _pppl,
    "perplexity": _perplexity,
    "lpbs": _lpbs,
    "masked_words": _masked_words,
    "gest": _gest,
    "seat": _seat,
    "head_bias": _seat,
    "head_ablation": _seat,
    "head_sentence": _completion,
    "cabm": _cabm,
    "prompt_completion": _prompt_completion,
    "template_completion": _template_completion,
    "cloze_answers": _cloze_answers,
    "cloze_vectors": _cloze_vectors,
}
