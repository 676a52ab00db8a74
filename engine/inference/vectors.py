"""Pooled last-layer vectors, and how a function of them changes with every head's gate.

A vector is a weighted sum of last-layer states at some positions of some inputs: a word's
mean over its pieces and its contexts, a sentence's [CLS], a mean over tokens. Being linear
in the states, it can be read in one pass over batches and its gradient pushed back in a
second one: neither pass ever holds more than one batch of activations, however many
inputs there are.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING

from engine.core.errors import UnusableModelError
from engine.core.families import hidden_states
from engine.inference.plan import Plan, Row, plan, same_shape
from engine.inference.runner import (
    halving,
    padded,
    positions_at_once,
    run_plan,
    shared_tokens,
    token_budget,
)
from engine.models.devices import exact_place
from engine.models.hooks import Changes, gated

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from engine.models.loading import LoadedModel, MaskedLM


@dataclass(frozen=True)
class Share:
    """What one input gives to one vector: `weight` times the mean state over `positions`."""

    vector: int
    positions: tuple[int, ...]
    weight: float


Shares = Mapping[tuple[int, ...], Sequence[Share]]


def pooled_vectors(lm: MaskedLM, shares: Shares, count: int, apart: bool = False) -> Tensor:
    """Sum up the shares of every vector, under the gates of the model.

    Args:
        shares: token ids with special tokens -> what that input gives to which vectors.
        count: number of vectors.
        apart: the inputs are items of their own, and what one gives must not depend on the
            others in the last digits, see `plan.same_shape`.

    Returns:
        [vector, hidden], double precision, on the CPU.
    """
    import torch

    if not shares:
        raise ValueError("no input to read vectors from")
    check_states(lm)

    def read(model: LoadedModel, rows: list[Row]) -> list[Tensor]:
        states = hidden_states(model.network, **padded(model, rows))
        picked = _picked(states, rows, shares)
        place = picked.weights.device
        whole = torch.zeros(count, states.shape[-1], dtype=torch.float64, device=place)
        parts = picked.states.to(place).double() * picked.weights[:, None]
        whole.index_add_(0, picked.vectors, parts)
        return [whole.cpu()]

    rows = [Row(ids, ()) for ids in shares]
    planned = _apart(lm, rows) if apart else plan(rows, token_budget(lm.model))
    total: Tensor | None = None
    for batch in run_plan(lm, planned, read):
        for part in batch:
            total = part if total is None else total + part
    if total is None:
        raise ValueError("no input to read vectors from")
    # Made in inference mode, such a tensor could not be differentiated through.
    return total.clone()


def check_states(lm: MaskedLM) -> None:
    """Refuse self-debiasing, which changes the words a model gives and none of its states."""
    if lm.interventions.self_debias is not None:
        raise UnusableModelError(
            "This measure reads the model's states, which self-debiasing does not change; switch "
            "self-debiasing off to see it."
        )


def _apart(lm: MaskedLM, rows: list[Row]) -> Plan:
    batches = same_shape(rows, shared_tokens(lm.model), positions_at_once(lm.model))
    ends = [0, *accumulate(len(batch) for batch in batches)]
    return Plan([row for batch in batches for row in batch], [], list(pairwise(ends)))


def derivative(
    function: Callable[[Tensor], Tensor | None], vectors: Tensor
) -> tuple[float, Tensor] | None:
    """A number that depends on vectors, and its derivative by them.

    Args:
        function: [vector, hidden] -> scalar, or None where it is undefined.

    Returns:
        (number, [vector, hidden]), or None where the function is undefined.
    """
    import torch

    with torch.inference_mode(False), torch.enable_grad():
        leaf = vectors.clone().requires_grad_()
        value = function(leaf)
        if value is None:
            return None
        (gradient,) = torch.autograd.grad(value, leaf)
    return float(value.detach()), gradient


def gate_gradient(lm: MaskedLM, shares: Shares, upstream: Tensor) -> Tensor:
    """Push a gradient with respect to the vectors back to the gates of all heads.

    Args:
        shares: as for `pooled_vectors`.
        upstream: [vector, hidden], derivative of some number by each vector.

    Returns:
        [layer, head], double precision, on the CPU: the derivative of that number by each
        gate, where the model's own gates stand now (1 for a head that is not masked).
    """
    import torch

    # Inside inference mode nothing could be differentiated, whoever calls.
    with torch.inference_mode(False):
        start = lm.gates
        if start is None:
            start = torch.ones(lm.model.layers, lm.model.heads)
        # Half precision would lose small gradients; a power of two takes nothing from any.
        largest = float(upstream.abs().max())
        scale = 2.0 ** -math.frexp(largest)[1] if largest else 1.0
        read = _gradient_reader(
            start, lm.changes, (upstream * scale).to(exact_place(lm.model.device)), shares
        )
        total = torch.zeros(lm.model.layers, lm.model.heads, dtype=torch.float64)
        planned = plan([Row(ids, ()) for ids in shares], token_budget(lm.model))
        for first, last in planned.batches:
            for part in halving(lm.model, planned.rows[first:last], read):
                total += part
        return total / scale


def _gradient_reader(
    start: Tensor, changes: Changes, sent: Tensor, shares: Shares
) -> Callable[[LoadedModel, list[Row]], list[Tensor]]:
    """(model, rows) -> derivative by the gates of what the rows give to the vectors."""
    import torch

    def read(model: LoadedModel, rows: list[Row]) -> list[Tensor]:
        gates = start.clone().requires_grad_()
        with torch.enable_grad(), gated(model, gates, changes):
            states = hidden_states(model.network, **padded(model, rows))
            picked = _picked(states, rows, shares)
            pushed = (sent[picked.vectors] * picked.weights[:, None]).to(states.dtype)
            pushed = pushed.to(states.device)
            (gradient,) = torch.autograd.grad(picked.states, gates, grad_outputs=pushed)
        return [gradient.cpu().double()]

    return read


@dataclass(frozen=True)
class _Picked:
    """States that a batch's shares read, with the vector and the weight of each.

    Args:
        states: [read, hidden].
        vectors: [read], where double precision is computed.
        weights: [read], double precision, in the same place.
    """

    states: Tensor
    vectors: Tensor
    weights: Tensor


def _picked(states: torch.Tensor, rows: list[Row], shares: Shares) -> _Picked:
    import torch

    read = [
        (number, position, share.vector, share.weight / len(share.positions))
        for number, row in enumerate(rows)
        if not row.copy
        for share in shares[row.ids]
        for position in share.positions
    ]
    where, places, vectors, weights = zip(*read, strict=True)
    exact = exact_place(states.device)
    return _Picked(
        states[list(where), list(places)],
        torch.tensor(vectors, device=exact),
        torch.tensor(weights, dtype=torch.float64, device=exact),
    )
