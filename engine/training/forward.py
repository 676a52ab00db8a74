"""The training forward: pieces framed by special tokens, and logits at chosen places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from engine.core.families import hidden_states

if TYPE_CHECKING:
    from torch import Tensor

    from engine.models.loading import LoadedModel


@dataclass(frozen=True, eq=False)
class Framed:
    """Rows of token ids between their special tokens, padded on the right.

    Args:
        ids: [row, token].
        text: [row, token] whether it is neither special nor padding.
        real: [row, token] whether it is no padding.
    """

    ids: Tensor
    text: Tensor
    real: Tensor


def framed(model: LoadedModel, rows: Sequence[Sequence[int]]) -> Framed:
    """Rows of token ids as the network reads them, on its device.

    Args:
        rows: [row][token] without special tokens, of any lengths.
    """
    import torch

    tokenizer = model.tokenizer
    lengths = torch.tensor([len(row) for row in rows], device=model.device)[:, None]
    place = torch.arange(int(lengths.max()) + 2, device=model.device)
    text = (place > 0) & (place <= lengths)
    ids = torch.full(text.shape, tokenizer.pad_token_id, device=model.device)
    ids[:, 0] = tokenizer.cls_token_id
    ids[place == lengths + 1] = tokenizer.sep_token_id
    ids[text] = torch.tensor(list(chain.from_iterable(rows)), device=model.device)
    return Framed(ids, text, place <= lengths + 1)


def states_of(model: LoadedModel, ids: Tensor, real: Tensor) -> Tensor:
    """Last-layer states of framed rows.

    Args:
        ids: [row, token] of `framed`, or others in their place.
        real: [row, token] of `framed`.

    Returns:
        [row, token, hidden]; the first token is the special one before the text.
    """
    return hidden_states(model.network, input_ids=ids, attention_mask=real.long())


def logits_of(model: LoadedModel, states: Tensor) -> Tensor:
    """Logits of chosen states; only these reach the LM head.

    Args:
        states: [place, hidden].

    Returns:
        [place, vocabulary], float32.
    """
    logits: Tensor = model.family.language_model_head(model.network, states)
    return logits.float()
