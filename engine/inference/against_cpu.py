"""How far a model's scores on an accelerator are from the CPU's, on a few plain sentences.

Kernels differ between devices, drivers and versions, and a wrong one gives scores that look like
any others. The CPU is the reference because the published figures are checked on it.
"""

from __future__ import annotations

import copy
import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.core.families import CAUSAL, MASKED
from engine.inference.plan import Row
from engine.inference.runner import class_row, class_scores, score_rows
from engine.inference.vectors import Share, pooled_vectors
from engine.models.loading import LoadedModel, MaskedLM

if TYPE_CHECKING:
    from collections.abc import Sequence

# Nats. In float32 two right orders of summation differ by some 1e-5: 1e-3 leaves room for a hundred
# times that, and is less than any difference that is reported. The others are five to fifteen times
# what rounding to that precision changes in the bundled model on one device (0.04 mixed, 0.05 in
# bfloat16, 0.007 in float16), since larger models have more layers to add to it.
BOUNDS = {"float32": 1e-3, "mixed": 0.25, "bfloat16": 0.5, "float16": 0.1}
NATS, OF_SIZE = "nats", "of a state's size"
# Of several lengths, so that shorter ones are padded.
_SENTENCES = (
    "She is tired.",
    "The sun rises in the east.",
    "My mother and my father often go to the kitchen because the garden is cold at night.",
    "Most people who live near the river walk to work, although the bus takes half the time.",
)
_EVERY = 2  # of the positions of a sentence, which one is masked


@dataclass(frozen=True)
class Difference:
    """How far the scores of two devices are from each other.

    Args:
        largest: of all scores; NaN where a score is not a number.
        scores: how many were compared.
        bound: up to which it is rounding.
        unit: of `largest` and `bound`.
    """

    largest: float
    scores: int
    bound: float
    unit: str

    @property
    def is_rounding(self) -> bool:
        """Whether it is within the bound."""
        return self.largest <= self.bound


def compared(model: LoadedModel, classifier: bool = False) -> Difference:
    """Compare a model with its copy on the CPU, in the same precision.

    Args:
        classifier: whether its classes are read, in place of its language-model head.
    """
    here, unit = scores_of(model, classifier)
    there, _ = scores_of(on_cpu(model), classifier)
    apart = [abs(one - other) for one, other in zip(here, there, strict=True)]
    finite = all(map(math.isfinite, apart))
    return Difference(max(apart) if finite else math.nan, len(apart), BOUNDS[model.dtype], unit)


def scores_of(model: LoadedModel, classifier: bool = False) -> tuple[list[float], str]:
    """Scores of the sample, and their unit: of tokens, of classes, or of states without a head."""
    lm = MaskedLM(model)
    if classifier:
        classes = class_scores(lm, [class_row(lm, text, None) for text in _SENTENCES])
        return [score for row in classes for score in row], NATS
    if rows := _rows(lm):
        return [value for row in score_rows(lm, rows) for value in row.log_probabilities], NATS
    return _states(lm), OF_SIZE


def on_cpu(model: LoadedModel) -> LoadedModel:
    """A copy of a model on the CPU; the device needs no memory for it."""
    import torch

    memo: dict[int, Any] = {}
    for weight in model.network.parameters():
        there = weight.detach().to("cpu", copy=True)
        memo[id(weight)] = torch.nn.Parameter(there, requires_grad=False)
    for buffer in model.network.buffers():
        memo[id(buffer)] = buffer.to("cpu", copy=True)
    network = copy.deepcopy(model.network, memo)
    return replace(model, network=network, device=torch.device("cpu"))


def _ids(lm: MaskedLM) -> Sequence[tuple[int, ...]]:
    """Token ids of the sample, cut to what the model reads."""
    return [tuple(lm.tokenizer(text)["input_ids"])[: lm.model.max_length] for text in _SENTENCES]


def _rows(lm: MaskedLM) -> list[Row]:
    """What is asked of the language-model head; nothing of a model without one."""
    kind, mask = lm.model.family.kind, lm.tokenizer.mask_token_id
    if kind == CAUSAL:
        return [Row(ids, tuple(range(len(ids) - 1)), ids[1:]) for ids in _ids(lm)]
    if kind != MASKED or mask is None or lm.model.network.get_output_embeddings() is None:
        return []
    return [
        Row((*ids[:place], mask, *ids[place + 1 :]), (place,), (ids[place],))
        for ids in _ids(lm)
        for place in range(1, len(ids) - 1, _EVERY)
    ]


def _states(lm: MaskedLM) -> list[float]:
    """Mean last-layer states of the sample, in units of the size of a state."""
    sample = dict.fromkeys(_ids(lm))
    shares = {
        ids: [Share(number, tuple(range(len(ids))), 1.0)] for number, ids in enumerate(sample)
    }
    vectors = pooled_vectors(lm, shares, len(sample))
    found: list[float] = (vectors / vectors.square().mean().sqrt()).flatten().tolist()
    return found
