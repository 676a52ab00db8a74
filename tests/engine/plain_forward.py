"""The whole forward as transformers computes it: what the engine's own road is held against."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from engine.models.hooks import gated

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM


def log_probabilities(lm: MaskedLM, rows: Sequence[Sequence[int]]) -> np.ndarray:
    """Full log-probabilities of rows of one length, from one unpadded batch.

    Returns:
        [row, token, vocabulary], nats.
    """
    import torch

    with torch.inference_mode(), gated(lm.model, lm.gates):
        logits = lm.model.network(input_ids=torch.tensor([list(row) for row in rows])).logits
    return logits.log_softmax(-1).numpy()
