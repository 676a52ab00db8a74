"""One input read with each of several heads masked in turn, many heads in one batch.

Every row of a batch carries its own gates, so a sentence in a model of 72 heads is one pass
of 73 short rows rather than 73 passes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.spec import HeadRef
from engine.inference.plan import Row
from engine.inference.runner import TokenScores, run_each, token_scores
from engine.models.hooks import gated

if TYPE_CHECKING:
    import torch

    from engine.models.loading import LoadedModel, MaskedLM


@dataclass(frozen=True)
class AblatedRow(Row):
    """One input of the network, read with one more head masked.

    Args:
        head: masked beside the heads that the model has masked already; None for none.
    """

    head: HeadRef | None = None


def ablated_rows(row: Row, heads: Sequence[HeadRef | None]) -> list[AblatedRow]:
    """One row for each of the heads.

    Args:
        row: the input, and what is read of it.
        heads: None where no further head is masked.
    """
    return [AblatedRow(row.ids, row.read, row.targets, head=head) for head in heads]


def score_ablated(lm: MaskedLM, rows: Sequence[AblatedRow]) -> list[TokenScores]:
    """Log-probabilities of the target tokens of every row, each under its own mask.

    Args:
        rows: each with as many `targets` as `read` positions.

    Returns:
        One entry a row, nats; higher is more likely.
    """
    start = lm.gates

    def read(model: LoadedModel, batch: list[Row]) -> list[TokenScores]:
        with gated(model, _gates(model, start, batch), lm.changes):
            return token_scores(model, batch)

    return run_each(lm, rows, read)


def _gates(model: LoadedModel, start: torch.Tensor | None, batch: Sequence[Row]) -> torch.Tensor:
    """[row, layer, head]: the model's own gates, and the row's head closed."""
    import torch

    own = torch.ones(model.layers, model.heads) if start is None else start
    gates = own.repeat(len(batch), 1, 1)
    for number, row in enumerate(batch):
        if isinstance(row, AblatedRow) and row.head is not None:
            gates[number, row.head.layer, row.head.head] = 0.0
    return gates
