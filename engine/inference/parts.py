"""The parts of a network whose outputs add up to the states that its language-model head reads.

They are found by the paths of their modules. What they read is recorded in one forward of a twin of
the network, so that nobody else who uses the network is recorded.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.families import encoder_of, projections
from engine.models.architectures import projections_by_rule

if TYPE_CHECKING:
    from torch import Tensor, nn

    from engine.inference.plan import Row
    from engine.models.loading import LoadedModel

# The last linear layer of a feed-forward block, and the norm below the language-model head.
_FEED_FORWARD = re.compile(
    r"\.(?:mlp|feed_forward)\.(?:c_proj|down_proj|dense_4h_to_h|fc2)$|\.layers\.\d+\.fc2$"
)
_LAST_NORM = re.compile(r"(?:\D*\.)?(?:norm|ln_f|final_layer_norm|final_layernorm)")
_LAYER = re.compile(r".*?\.\d+(?=\.)")


@dataclass(frozen=True)
class Parts:
    """Paths of the modules that a sum is read from.

    Args:
        first: of the first layer, which reads the embedding.
        attention: of the attention output projections, in layer order.
        feed_forward: of the last linear layers of the feed-forward blocks, in layer order.
        norm: of the norm that reads the sum.
    """

    first: str
    attention: tuple[str, ...]
    feed_forward: tuple[str, ...]
    norm: str

    @property
    def paths(self) -> tuple[str, ...]:
        """All of them."""
        return self.first, *self.attention, *self.feed_forward, self.norm


def parts_of(model: LoadedModel) -> Parts | None:
    """The parts of a network; None where it is of a family whose parts do not add up."""
    family, network = model.family, model.network
    if not (family.adds_up or family.by_rule):
        return None
    named = dict(network.named_modules())
    found = projections_by_rule(network) if family.by_rule else projections(network, family)
    path_of = {module: path for path, module in named.items()}
    attention = tuple(path_of[module] for module in found)
    feed_forward = tuple(path for path in named if _FEED_FORWARD.search(path))
    norms = [path for path in named if _LAST_NORM.fullmatch(path)]
    first = _LAYER.match(attention[0]) if attention else None
    if first is None or len(norms) != 1 or not len(attention) == len(feed_forward) == model.layers:
        return None
    return Parts(first[0], attention, feed_forward, norms[0])


def read_by(model: LoadedModel, row: Row, parts: Parts) -> dict[str, Tensor]:
    """What the parts read at the first position that a row reads, under the gates in force.

    Returns:
        path -> [number], in the precision of the network; a module that did not run is missing.
    """
    import torch

    twin = model.twin()
    seen: dict[str, Any] = {}
    for path in parts.paths:
        _record(twin.get_submodule(path), path, seen)
    encoder_of(twin)(input_ids=torch.tensor([row.ids], device=model.device))
    position = row.read[0]
    return {path: states.reshape(-1, states.shape[-1])[position] for path, states in seen.items()}


def _record(module: nn.Module, path: str, seen: dict[str, Any]) -> None:
    """Have a module of a twin keep what it reads."""
    run: Callable[..., Any] = module.forward

    def recorded(*args: Any, **kwargs: Any) -> Any:
        seen[path] = args[0] if args else kwargs["hidden_states"]
        return run(*args, **kwargs)

    module.forward = recorded
