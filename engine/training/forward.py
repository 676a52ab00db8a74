"""The training forward: pieces framed by special tokens, and logits at chosen places."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.families import hidden_states

if TYPE_CHECKING:
    from torch import Tensor

    from engine.models.loading import LoadedModel


def states_of(model: LoadedModel, rows: Sequence[Sequence[int]]) -> Tensor:
    """Last-layer states of rows of token ids.

    Args:
        rows: [row][token] without special tokens, of any lengths.

    Returns:
        [row, token, hidden]; the first token is the special one before the text.
    """
    import torch

    tokenizer = model.tokenizer
    width = max(map(len, rows)) + 2
    fed = torch.full((len(rows), width), tokenizer.pad_token_id)
    for row, ids in enumerate(rows):
        framed = [tokenizer.cls_token_id, *ids, tokenizer.sep_token_id]
        fed[row, : len(framed)] = torch.tensor(framed)
    fed = fed.to(model.device)
    return hidden_states(
        model.network,
        input_ids=fed,
        attention_mask=(fed != tokenizer.pad_token_id).long(),
    )


def logits_at(model: LoadedModel, states: Tensor, places: Sequence[tuple[int, int]]) -> Tensor:
    """Logits at some places of the rows; only these reach the LM head.

    Args:
        states: of `states_of`.
        places: (row, position), positions counted without the special token before the text.

    Returns:
        [place, vocabulary], float32.
    """
    rows = [row for row, _ in places]
    columns = [position + 1 for _, position in places]
    logits: Tensor = model.family.language_model_head(model.network, states[rows, columns])
    return logits.float()
