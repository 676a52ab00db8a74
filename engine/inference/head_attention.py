"""What single heads look at: attention weights of chosen tokens, read from the eager twin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.inference.attention import attention_layers
from engine.inference.plan import Row
from engine.inference.runner import padded, run_each

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import LoadedModel, MaskedLM

# Attention weights held at once: 2**28 float32 values are 1 GiB.
WEIGHTS = 2**28


def attention_from(lm: MaskedLM, rows: Sequence[Row]) -> list[np.ndarray]:
    """Attention that the read positions of every row pay to all its tokens.

    Masked heads still attend, so their weights are there; only what they pass on is silenced.

    Returns:
        One [layer, head, read, token] array a row, float32; over the tokens it sums to 1.
    """
    longest = max((len(row.ids) for row in rows), default=0)
    if lm.model.layers * lm.model.heads * longest**2 > WEIGHTS:
        raise InputTextError(
            f"Attention over {longest} tokens in {lm.model.layers * lm.model.heads} heads is too "
            "much to hold; shorten the text."
        )
    return run_each(lm, rows, _read)


def _read(model: LoadedModel, rows: list[Row]) -> list[np.ndarray]:
    import numpy as np

    layers = attention_layers(model, padded(model, rows))
    return [
        np.stack(
            [
                layer[number][:, list(row.read), : len(row.ids)].float().cpu().numpy()
                for layer in layers
            ]
        )
        for number, row in enumerate(rows)
    ]
