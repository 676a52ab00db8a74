"""The penalty on copying: probability that goes to words standing in view in the same sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.training.masking import TokenKinds, sentence_numbers

if TYPE_CHECKING:
    from torch import Tensor

_SUREST = 1.0 - 1e-4  # probability; the penalty stays finite


def words_in_view(
    ids: Sequence[int], fed: Sequence[int], positions: Sequence[int], kinds: TokenKinds
) -> list[list[int]]:
    """Tokens that a prediction could copy from its sentence, and that would be wrong there.

    Args:
        ids: tokens of a chunk.
        fed: the same after masking.
        positions: those that are predicted.

    Returns:
        [position] -> different token ids, common ones and the right one not among them.
    """
    numbers = sentence_numbers(ids, kinds.ends)
    seen: dict[int, set[int]] = {number: set() for number in numbers}
    for number, token in zip(numbers, fed, strict=True):
        if token != kinds.mask and token not in kinds.common:
            seen[number].add(token)
    return [sorted(seen[numbers[place]] - {ids[place]}) for place in positions]


def copy_loss(log_probs: Tensor, in_view: Sequence[Sequence[int]]) -> Tensor:
    """Unlikelihood of the words in view: minus the log of the probability that is not theirs.

    Args:
        log_probs: [prediction, vocabulary], nats.
        in_view: [prediction] -> token ids that would be copies; at least one in all.

    Returns:
        Mean over the predictions, nats; 0 where no probability goes to copies.

    Source: Welleck et al. 2020, section 5.1.
    """
    import torch

    rows, tokens = torch.tensor(
        [(row, token) for row, line in enumerate(in_view) for token in line],
        device=log_probs.device,
    ).unbind(1)
    shares = log_probs[rows, tokens].exp()
    copied = torch.zeros(len(log_probs), device=log_probs.device).index_add(0, rows, shares)
    return -torch.log1p(-copied.clamp(max=_SUREST)).mean()
