"""Attention maps to numbers: who is looked at, read from the eager twin of a network."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError, UnusableModelError
from engine.core.families import encoder_of
from engine.inference.plan import Row
from engine.inference.runner import padded, run_each

if TYPE_CHECKING:
    import numpy as np
    from torch import Tensor

    from engine.models.loading import LoadedModel, MaskedLM


def attention_received(lm: MaskedLM, rows: Sequence[Row]) -> list[tuple[float, ...]]:
    """Attention that each token receives: the mean over layers, heads and attending tokens.

    Masked heads still attend, so their maps count; only what they pass on is silenced.

    Returns:
        One [token] a row, special tokens included; it sums to 1.

    Source: Kaneko and Bollegala 2022, section 3.
    """
    return run_each(lm, rows, _received)


def _received(model: LoadedModel, rows: list[Row]) -> list[tuple[float, ...]]:
    import torch

    inputs = padded(model, rows)
    lengths = torch.tensor([len(row.ids) for row in rows], device=model.device)
    width = inputs["input_ids"].shape[1]
    real = torch.arange(width, device=model.device) < lengths[:, None]
    received = torch.zeros(real.shape, device=model.device)
    for layer in attention_layers(model, inputs):
        by_head = layer.float().mean(dim=1)  # [row, attending, attended]
        received += (by_head * real[:, :, None]).sum(dim=1)
    received /= lengths[:, None] * model.layers
    return [
        tuple(values[: len(row.ids)]) for values, row in zip(received.tolist(), rows, strict=True)
    ]


def attention_layers(model: LoadedModel, inputs: dict[str, Tensor]) -> tuple[Tensor, ...]:
    """[row, head, token, token] a layer; a library that returns fewer layers is refused."""
    maps = encoder_of(model.eager)(**inputs, output_attentions=True).attentions
    if maps is None or len(maps) != model.layers:
        raise UnusableModelError(
            f"{model.source.checkpoint} gave attention maps of {len(maps or ())} layers where it "
            f"has {model.layers}; attention cannot be read from this model."
        )
    return tuple(maps)


# --- head attention -----------------------------------------------------------------------
# What single heads look at: attention weights of chosen tokens, read from the eager twin.

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
