"""Head gates: the only module that registers hooks on a network.

Hooks are registered once, at load, and are inert until a context sets its gates. Gates live in
a ContextVar, so browser sessions that share one network never see each other's masks; a
new thread starts without any. transformers' own `head_mask=` argument is swallowed
without effect, which is why the slices of the output projection's input are scaled here:
for a linear projection that equals scaling the head itself (Michel et al. 2019).

Whoever starts a thread sets the gates inside it. ALBERT calls one module for every layer, so the
calls of a forward pass are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.scoped import scoped
from engine.core.spec import no_heads

if TYPE_CHECKING:
    import torch
    from torch import Tensor, nn

    from engine.core.spec import HeadRef
    from engine.models.loading import LoadedModel


@dataclass
class _Active:
    """One block's gates for its network, and how often a shared projection was called."""

    network: nn.Module
    gates: Tensor | None
    calls: int = 0


_ACTIVE: ContextVar[tuple[_Active, ...]] = ContextVar("biascope_gates", default=())


def _active(network: nn.Module) -> _Active | None:
    """The innermost block that names this network, if there is one."""
    return next((block for block in reversed(_ACTIVE.get()) if block.network is network), None)


def register_hooks(network: Any, modules: Sequence[nn.Module], shares_layers: bool) -> None:
    """Register inert hooks on every attention output projection; called once, at load.

    Args:
        modules: the projections, in layer order.
        shares_layers: see `Family.shares_layers`.
    """

    def reset(_module: nn.Module, _args: Any) -> None:
        active = _active(network)
        if active is not None:
            active.calls = 0

    def hook_of(layer: int) -> Any:
        def scale(_module: nn.Module, args: tuple[Tensor, ...]) -> tuple[Tensor, ...] | None:
            active = _active(network)
            if active is None or active.gates is None:
                return None
            row = layer
            if shares_layers:
                row = active.calls
                active.calls += 1
            return (_scaled(args[0], active.gates[..., row, :]), *args[1:])

        return scale

    # A shared projection is told apart by counting calls; a forward that broke off half-way
    # must not leave its count to the next one.
    network.base_model.register_forward_pre_hook(reset)
    for layer, module in enumerate(modules):
        module.register_forward_pre_hook(hook_of(layer))


def _scaled(states: Tensor, gates: Tensor) -> Tensor:
    """Scale each head's slice of concatenated head outputs.

    Args:
        states: [row, token, head * head_size].
        gates: [head], or [row, head] where every row has its own.
    """
    split = states.unflatten(-1, (gates.shape[-1], -1))
    by_token = gates if gates.dim() == 1 else gates.unsqueeze(1)
    return (split * by_token.to(states.dtype).unsqueeze(-1)).flatten(-2)


@contextmanager
def gated(model: LoadedModel, gates: Tensor | None) -> Iterator[None]:
    """Multiply each head's output by its gate for the calls made inside the block.

    A gate of 0 masks the head; gates that require grad give head gradients.
    Only the calling context sees the gates: other sessions on the same model do not.

    Args:
        gates: [layer, head], or [row, layer, head] with one mask for each row of a batch; 1.0
            leaves a head unchanged; None leaves the model unmodified.
    """
    size = (model.layers, model.heads)
    if gates is not None and not model.heads:
        raise no_heads(model.source.checkpoint)
    if gates is not None and (gates.dim() not in (2, 3) or tuple(gates.shape[-2:]) != size):
        raise ValueError(f"gates must be [{model.layers}, {model.heads}], got {list(gates.shape)}")
    block = _Active(model.network, None if gates is None else gates.to(model.device))
    with scoped(_ACTIVE, (*_ACTIVE.get(), block)):
        yield


def mask_gates(model: LoadedModel, masked: tuple[HeadRef, ...]) -> torch.Tensor | None:
    """Gates that silence the given heads.

    Returns:
        [layer, head] of ones and zeros, or None when nothing is masked.
    """
    import torch

    if not masked:
        return None
    gates = torch.ones(model.layers, model.heads)
    for layer, head in masked:
        gates[layer, head] = 0.0
    return gates
