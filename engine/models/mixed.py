"""Mixed precision: products of matrices in bfloat16, everything else in float32.

Sums over layers, norms and the language-model head stay in float32, so that a score is two to
three times nearer to float32's than in bfloat16 throughout, at nearly the same speed: the products
within the layers take most of the time.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from torch import Tensor, nn


def multiply_in_bfloat16(network: Any) -> None:
    """Have the linear layers below the language-model head compute in bfloat16.

    Args:
        network: a language model in float32; the weights of these layers are rounded.
    """
    import torch
    from torch import nn
    from transformers.pytorch_utils import Conv1D

    head = network.get_output_embeddings()
    for layer in network.base_model.modules():
        if isinstance(layer, nn.Linear | Conv1D) and layer is not head:
            layer.to(torch.bfloat16)
            layer.forward = partial(_rounded, layer)  # type: ignore[method-assign]


def _rounded(layer: nn.Module, states: Tensor) -> Tensor:
    """What a layer gives of states in its own precision, in that of the states."""
    weight: Any = layer.weight
    found: Tensor = type(layer).forward(layer, states.to(weight.dtype))
    return found.to(states.dtype)
