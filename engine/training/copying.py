"""The penalty on copying: probability that goes to words standing in view in the same sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.training.masking import TokenKinds

if TYPE_CHECKING:
    from torch import Tensor

_SUREST = 1.0 - 1e-4  # probability; the penalty stays finite


def words_in_view(fed: Tensor, text: Tensor, sentences: Tensor, kinds: TokenKinds) -> Tensor:
    """Tokens that a prediction in the same sentence could copy.

    Args:
        fed: [row, token] token ids after masking.
        text: [row, token] whether a token is one of the text.
        sentences: [row, token] number of its sentence.

    Returns:
        [row, token] whether it is neither common nor the mask, nor again in its sentence.
    """
    import torch

    seen = text & (fed != kinds.mask) & ~kinds.common[fed]
    same = (fed[:, :, None] == fed[:, None, :]) & (sentences[:, :, None] == sentences[:, None, :])
    earlier = torch.ones(same.shape[1:], dtype=torch.bool, device=fed.device).tril(-1)
    return seen & ~(same & earlier & seen[:, None, :]).any(2)


def copy_loss(log_probs: Tensor, tokens: Tensor, copies: Tensor) -> Tensor:
    """Unlikelihood of the words in view: minus the log of the probability that is not theirs.

    Args:
        log_probs: [prediction, vocabulary], nats.
        tokens: [prediction, token] ids of the row that the prediction is in.
        copies: [prediction, token] whether the token would be a copy, and wrong there.

    Returns:
        Mean over the predictions, nats; 0 where no probability goes to copies.

    Source: Welleck et al. 2020, section 5.1.
    """
    import torch

    copied = (log_probs.gather(1, tokens).exp() * copies).sum(1)
    return -torch.log1p(-copied.clamp(max=_SUREST)).mean()
