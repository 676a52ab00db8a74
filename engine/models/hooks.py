"""What is done to a network while it runs: the only module that registers hooks.

Hooks are registered once, at load, and are inert until a context says what to do. That lives in
a ContextVar, so browser sessions that share one network never see each other's interventions; a
new thread starts without any. transformers' own `head_mask=` argument is swallowed
without effect, which is why the slices of the output projection's input are scaled here:
for a linear projection that equals scaling the head itself (Michel et al. 2019).

Whoever starts a thread says it inside the thread. ALBERT calls one module for every layer, so the
calls of a forward pass are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.own_head import states_are_given
from engine.core.scoped import scoped
from engine.core.spec import no_heads

if TYPE_CHECKING:
    from torch import Tensor, nn

    from engine.core.interventions import SelfDebias
    from engine.models.loading import LoadedModel


class AffineMap(NamedTuple):
    """An erasure: a state x becomes x − ((x − center) @ right.T) @ left.

    Args:
        center: [hidden].
        left, right: [rank, hidden].
    """

    center: Tensor
    left: Tensor
    right: Tensor


@dataclass(frozen=True, eq=False)
class Changes:
    """What is done to a network besides gating its heads; nothing, by default.

    Args:
        replaced: layer -> [position, head * head_size], added to the gated outputs of the heads; a
            text longer than that begins again at the first position.
        added: layer -> [hidden], added to the layer's output at every position.
        maps: applied to the last states, one after the other.
        self_debias: what is described to the model; whoever reads its logits asks for it.
    """

    replaced: Mapping[int, Tensor] = field(default_factory=dict)
    added: Mapping[int, Tensor] = field(default_factory=dict)
    maps: Sequence[AffineMap] = ()
    self_debias: SelfDebias | None = None


NO_CHANGES = Changes()


@dataclass
class _Active:
    """What one block does to its network, and how often modules that layers share were called."""

    network: nn.Module
    gates: Tensor | None
    changes: Changes
    kept: dict[int, Tensor] | None = None
    ended_with: dict[int, Tensor] | None = None
    projected: int = 0
    ended: int = 0

    def restart(self) -> None:
        """Count from the first layer again."""
        self.projected = self.ended = 0


_ACTIVE: ContextVar[tuple[_Active, ...]] = ContextVar("biascope_active", default=())


def _active(network: nn.Module) -> _Active | None:
    """The innermost block that names this network, if there is one."""
    return next((block for block in reversed(_ACTIVE.get()) if block.network is network), None)


def register_hooks(
    network: Any,
    projections: Sequence[nn.Module],
    blocks: Sequence[nn.Module],
    body: nn.Module,
    shares_layers: bool,
) -> None:
    """Register inert hooks on a network; called once, at load.

    Args:
        projections: attention output projections, in layer order.
        blocks: the layers, in order; empty where they are not known.
        body: what gives the states that the language-model head reads.
        shares_layers: see `Family.shares_layers`.
    """

    def restart(_module: nn.Module, _args: Any) -> None:
        active = _active(network)
        if active is not None:
            active.restart()

    def gating(layer: int) -> Any:
        def gate(_module: nn.Module, args: tuple[Tensor, ...]) -> tuple[Tensor, ...] | None:
            active = _active(network)
            if active is None:
                return None
            number = layer
            if shares_layers:
                number = active.projected
                active.projected += 1
            if active.kept is not None:
                active.kept[number] = args[0]
            return _gated_input(active, number, args)

        return gate

    def adding(layer: int) -> Any:
        def add(_module: nn.Module, _args: Any, output: Any) -> Any:
            active = _active(network)
            if active is None:
                return None
            number = layer
            if shares_layers:
                number = active.ended
                active.ended += 1
            moved = _moved(output, active.changes.added.get(number))
            if active.ended_with is not None:
                active.ended_with[number] = _states(output if moved is None else moved)
            return moved

        return add

    def erase(_module: nn.Module, _args: Any, output: Any) -> Any:
        active = _active(network)
        if active is None or not active.changes.maps or states_are_given():
            return None
        states = output.last_hidden_state
        for affine in active.changes.maps:
            states = _mapped(states, affine)
        output.last_hidden_state = states
        return output

    # A shared module is told apart by counting calls; a forward that broke off half-way
    # must not leave its count to the next one.
    network.base_model.register_forward_pre_hook(restart)
    for layer, module in enumerate(projections):
        module.register_forward_pre_hook(gating(layer))
    for layer, module in enumerate(blocks):
        module.register_forward_hook(adding(layer))
    body.register_forward_hook(erase)


def _gated_input(
    active: _Active, layer: int, args: tuple[Tensor, ...]
) -> tuple[Tensor, ...] | None:
    """What the output projection of a layer reads: its heads scaled, and what replaces some."""
    replaced = active.changes.replaced.get(layer)
    if active.gates is None and replaced is None:
        return None
    states = args[0]
    if active.gates is not None:
        states = _scaled(states, active.gates[..., layer, :])
    if replaced is not None:
        import torch

        positions = torch.arange(states.shape[-2], device=states.device) % len(replaced)
        states = states + replaced[positions].to(states.dtype)
    return (states, *args[1:])


def _scaled(states: Tensor, gates: Tensor) -> Tensor:
    """Scale each head's slice of concatenated head outputs.

    Args:
        states: [row, token, head * head_size].
        gates: [head], or [row, head] where every row has its own.
    """
    split = states.unflatten(-1, (gates.shape[-1], -1))
    by_token = gates if gates.dim() == 1 else gates.unsqueeze(1)
    return (split * by_token.to(states.dtype).unsqueeze(-1)).flatten(-2)


def _moved(output: Any, vector: Tensor | None) -> Any:
    """A layer's output with a vector added to its states, or None where there is none."""
    if vector is None:
        return None
    states = _states(output)
    moved = states + vector.to(states.dtype)
    return (moved, *output[1:]) if isinstance(output, tuple) else moved


def _states(output: Any) -> Tensor:
    """The states of a layer's output, which some families give as the first of several things."""
    states: Tensor = output[0] if isinstance(output, tuple) else output
    return states


def _mapped(states: Tensor, affine: AffineMap) -> Tensor:
    center, left, right = (part.to(states.dtype) for part in affine)
    return states - (states - center) @ right.T @ left


@contextmanager
def gated(
    model: LoadedModel, gates: Tensor | None, changes: Changes = NO_CHANGES
) -> Iterator[None]:
    """Multiply each head's output by its gate, and change states, for the calls inside the block.

    A gate of 0 masks the head; gates that require grad give head gradients.
    Only the calling context sees them: other sessions on the same model do not. A block inside
    another one takes its place.

    Args:
        gates: [layer, head], or [row, layer, head] with one mask for each row of a batch; 1.0
            leaves a head unchanged; None leaves all heads unchanged.
        changes: what is done besides.
    """
    size = (model.layers, model.heads)
    if gates is not None and not model.heads:
        raise no_heads(model.source.checkpoint)
    if gates is not None and (gates.dim() not in (2, 3) or tuple(gates.shape[-2:]) != size):
        raise ValueError(f"gates must be [{model.layers}, {model.heads}], got {list(gates.shape)}")
    block = _Active(model.network, None if gates is None else gates.to(model.device), changes)
    with scoped(_ACTIVE, (*_ACTIVE.get(), block)):
        yield


def self_debias_of(model: LoadedModel) -> SelfDebias | None:
    """How the block around the call debiases a model, if it does."""
    active = _active(model.network)
    return None if active is None else active.changes.self_debias


@contextmanager
def keeping_head_outputs(model: LoadedModel) -> Iterator[dict[int, Tensor]]:
    """Keep what the heads of every layer give, of the last forward inside the block.

    Yields:
        layer -> [row, token, head * head_size], filled by a forward of the network as it is.
    """
    kept: dict[int, Tensor] = {}
    block = _Active(model.network, None, NO_CHANGES, kept)
    with scoped(_ACTIVE, (*_ACTIVE.get(), block)):
        yield kept


@contextmanager
def keeping_layer_outputs(model: LoadedModel) -> Iterator[dict[int, Tensor]]:
    """Keep what every layer gives, of the last forward inside the block.

    What the block around this one does to the network is done here too.

    Yields:
        layer -> [row, token, hidden], filled by a forward of a network whose layers are known.
    """
    around = _active(model.network) or _Active(model.network, None, NO_CHANGES)
    kept: dict[int, Tensor] = {}
    with scoped(_ACTIVE, (*_ACTIVE.get(), replace(around, ended_with=kept))):
        yield kept
