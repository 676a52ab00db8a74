"""The last layer of a classifier, which reads one row at a time on the CPU.

With a handful of classes a product of matrices gives the rows at its edges another last digit than
those within. A text's scores would then depend on its place in the batch, and a run that was
stopped would not go on to the same bytes.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor, nn


def read_row_by_row(network: nn.Module, classes: int) -> None:
    """Have the layers that give the scores of the classes read one row at a time.

    Args:
        network: a classifier; its weights stay as they are.
        classes: how many it has.
    """
    from torch import nn

    for layer in network.modules():
        if isinstance(layer, nn.Linear) and layer.out_features == classes:
            layer.forward = partial(_row_by_row, layer)  # type: ignore[method-assign]


def _row_by_row(layer: nn.Linear, states: Tensor) -> Tensor:
    """Scores of states [row, unit]; those of another shape, and on CUDA, are read together."""
    import torch
    from torch.nn.functional import linear

    if states.dim() != 2 or states.device.type != "cpu":
        return linear(states, layer.weight, layer.bias)
    # Copies begin where rows of any width may not: at an address that suits the processor.
    return torch.cat([linear(row.clone(), layer.weight, layer.bias) for row in states.split(1)])
