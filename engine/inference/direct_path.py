"""What each part of a network adds to the difference of two logits directly (METHODS: Heads).

Where each layer norms what it reads and adds what it gives, the last states are the sum of the
embedding and of what all heads and feed-forward blocks give. The norm below the language-model head
divides that sum by one number. With this number held at its value in the forward at hand, norm and
head are linear, so that the difference of two logits is a sum with one term for each part. What a
part does by way of later layers is in the terms of those layers.

Sources: Elhage et al. 2021 (A Mathematical Framework for Transformer Circuits); Wang et al. 2023.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from engine.core.errors import UnusableModelError
from engine.core.intervention_text import in_words
from engine.core.spec import DTYPES, no_heads
from engine.core.wording import figure_text
from engine.inference.parts import Parts, parts_of, read_by
from engine.inference.runner import read_logits, run_each
from engine.models.devices import exact_place

if TYPE_CHECKING:
    from torch import Tensor

    from engine.inference.plan import Row
    from engine.models.loading import LoadedModel, MaskedLM

TOLERANCE = 1e-3  # logits by which the parts may miss the difference that the network gives


@dataclass(frozen=True)
class DirectPath:
    """The difference of two logits, and what adds up to it; in logits, > 0: toward the first.

    Args:
        difference: as the network gives it.
        embedding: what the first layer reads.
        heads: [layer][head]; 0 for a masked head.
        feed_forward: [layer], its bias included.
        bias: of attention output projections, the last norm and the language-model head.
    """

    difference: float
    embedding: float
    heads: list[list[float]]
    feed_forward: list[float]
    bias: float

    @property
    def remainder(self) -> float:
        """What the parts miss of the difference, logits."""
        terms = chain([self.embedding, self.bias], self.feed_forward, *self.heads)
        return self.difference - sum(terms)


def direct_paths(lm: MaskedLM, rows: Sequence[Row]) -> list[DirectPath]:
    """What every part adds to the first target's logit less the second's, under the model's gates.

    Args:
        rows: each with one `read` position and two `targets`.

    Returns:
        One entry a row, logits.

    Raises:
        UnusableModelError: if the parts do not add up to the difference that the network gives.

    Source: Elhage et al. 2021; Wang et al. 2023, section 3.
    """
    model = lm.model
    if not model.heads:
        raise no_heads(model.source.checkpoint)
    parts = parts_of(model)
    if parts is None:
        raise _no_path(model)

    def read(model: LoadedModel, batch: list[Row]) -> list[DirectPath]:
        return [_checked(lm, _path(model, row, parts)) for row in batch]

    return run_each(lm, rows, read, budget=1)


def _no_path(model: LoadedModel) -> UnusableModelError:
    return UnusableModelError(
        f"In {model.source.checkpoint} ({model.family.name}), what a head gives does not reach the "
        "answer unchanged: it is normalised after its layer, transformed by the language-model "
        "head, or joined with parts that are not known here. So no direct path is shown; see the "
        "effect of the head switched off."
    )


def _checked(lm: MaskedLM, path: DirectPath) -> DirectPath:
    """The same path, if it is complete."""
    if abs(path.remainder) <= TOLERANCE:
        return path
    model, also = lm.model, in_words(lm.spec.interventions)
    total = path.difference - path.remainder
    full = DTYPES[0]
    # What is erased or added between the parts is the term of none of them.
    under = f" with {also}" if also else ""
    rounding = f"; {model.dtype} may be too coarse, try {full}" if model.dtype != full else ""
    raise UnusableModelError(
        f"The parts of {model.source.checkpoint}{under} add up to {figure_text(total, '+.3f')} "
        f"logits and its two words differ by {figure_text(path.difference, '+.3f')}, so what a "
        f"head adds directly is not shown{rounding}; see the effect of the head switched off."
    )


def _path(model: LoadedModel, row: Row, parts: Parts) -> DirectPath:
    import torch

    # Inside inference mode nothing could be differentiated, whoever calls.
    with torch.inference_mode(False), torch.enable_grad():
        seen = read_by(model, row, parts)
        if set(seen) != set(parts.paths):
            raise _no_path(model)
        first, second = row.targets
        (logits,) = read_logits(model, [row])
        direction, bias = _read_out(model, parts, seen[parts.norm], first, second)
        heads = []
        for path in parts.attention:
            weights, constant = _linear(_added(model, path, direction), seen[path])
            terms = weights * _exact(seen[path])
            heads.append(terms.unflatten(-1, (model.heads, -1)).sum(-1).tolist())
            bias += constant
        return DirectPath(
            difference=float(logits[0, first] - logits[0, second]),
            embedding=float(_exact(seen[parts.first]) @ direction),
            heads=heads,
            feed_forward=[
                float(_added(model, path, direction)(seen[path])) for path in parts.feed_forward
            ],
            bias=bias,
        )


def _added(model: LoadedModel, path: str, direction: Tensor) -> Callable[[Tensor], Tensor]:
    """What a linear module adds along a direction, for what it reads."""
    # Not called as a module: its hook would apply the gates a second time.
    run: Callable[[Tensor], Tensor] = model.network.get_submodule(path).forward
    return lambda states: _exact(run(states)) @ direction


def _read_out(
    model: LoadedModel, parts: Parts, states: Tensor, first: int, second: int
) -> tuple[Tensor, float]:
    """The difference of two logits as a linear function of the last states, its norm frozen.

    Args:
        states: [hidden], what the last norm reads.

    Returns:
        [hidden] a direction, and a constant.
    """
    import torch

    norm: Any = model.network.get_submodule(parts.norm)
    head, network = model.family.language_model_head, model.network

    def difference(normed: Tensor) -> Tensor:
        logits = _exact(head(network, normed[None])[0, [first, second]])
        return logits[0] - logits[1]

    unembedding, constant = _linear(difference, norm(states))
    start = _exact(norm(torch.zeros_like(states)))
    # The norm of a vector whose entries are all as large shows the weight of each.
    probe = torch.ones_like(states) * 1000.0
    probe[1::2] *= -1.0
    gain = (_exact(norm(probe)) - start) * _exact(probe.sign())
    flat = _exact(norm(torch.ones_like(states))) - start
    centres = bool(flat.norm() < 0.01 * gain.norm())  # a LayerNorm takes the mean away
    centred = _exact(states) - _exact(states).mean() * centres
    scale = (gain * centred).norm() / (_exact(norm(states)) - start).norm()
    weighed = gain * unembedding
    direction = (weighed - weighed.mean() * centres) / scale
    return direction, constant + float(start @ unembedding)


def _linear(function: Callable[[Tensor], Tensor], states: Tensor) -> tuple[Tensor, float]:
    """The weights and the constant of a linear function; of another one, those at two places.

    Args:
        function: [number] -> scalar.
        states: [number], where the weights are taken.
    """
    import torch

    leaf = states.detach().clone().requires_grad_()
    (weights,) = torch.autograd.grad(function(leaf), leaf)
    return _exact(weights), float(function(torch.zeros_like(states)).detach())


def _exact(values: Tensor) -> Tensor:
    """The same in double precision, where the device has it."""
    return values.to(exact_place(values.device)).double()
