"""Self-debiasing: a text is read again behind a description of the bias; what that favours falls.

A word that the description makes likelier is one that the model itself connects with the bias; its
probability is multiplied by exp(λ·Δ), Δ < 0 being how much likelier it became.

Source: Schick, Udupa and Schütze 2021, section 4.1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.inference.plan import Row

if TYPE_CHECKING:
    from torch import Tensor

    from engine.core.interventions import SelfDebias
    from engine.models.loading import LoadedModel


def debiased(plain: Tensor, described: Tensor, decay: float) -> Tensor:
    """Logits in which words that the description made likelier are less likely.

    Args:
        plain: [position, vocabulary] logits for the text.
        described: the same positions behind the description.
        decay: λ, at least 0; 0 changes nothing.

    Returns:
        [position, vocabulary] log-probabilities before normalisation, nats.
    """
    before = plain.log_softmax(-1)
    change = before.exp() - described.softmax(-1)
    return before + decay * change.clamp(max=0.0)


def with_description(model: LoadedModel, row: Row, asked: SelfDebias) -> Row:
    """A row behind the description, its positions moved along.

    Raises:
        InputTextError: if both together are longer than the model reads.
    """
    prefix = _prefix(model, asked)
    if len(prefix) + len(row.ids) > model.max_length:
        raise InputTextError(
            f"Behind the description that self-debiasing needs ({counted(len(prefix), 'token')}), "
            f"this text has {len(prefix) + len(row.ids)} tokens and the model reads at most "
            f"{model.max_length}; shorten the text. Nothing is cut off."
        )
    start = _opening(model, row)
    ids = (*row.ids[:start], *prefix, *row.ids[start:])
    moved = tuple(place if place < start else place + len(prefix) for place in row.read)
    return replace(row, ids=ids, read=moved)


def _prefix(model: LoadedModel, asked: SelfDebias) -> tuple[int, ...]:
    read = model.tokenizer(f"{asked.description}\n", add_special_tokens=False, verbose=False)
    return tuple(read["input_ids"])


def _opening(model: LoadedModel, row: Row) -> int:
    """How many special tokens a row opens with; a mask is a word of the text."""
    special = set(model.tokenizer.all_special_ids) - {model.tokenizer.mask_token_id}
    places = (place for place, token in enumerate(row.ids) if token not in special)
    return next(places, len(row.ids))
