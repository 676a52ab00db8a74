"""Class scores of a sequence classifier, under the gates of the model being measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.inference.plan import Row, plan
from engine.inference.runner import padded, run_plan, token_budget

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM


def class_scores(lm: MaskedLM, rows: Sequence[Row]) -> list[list[float]]:
    """Logits of every class for each row.

    Returns:
        [row][class].
    """
    # A causal classifier reads its last token, which padding would hide: one row at a time.
    budget = 1 if lm.model.family.kind == "causal" else token_budget(lm.model)
    laid = plan(rows, budget)
    answers = [answer for batch in run_plan(lm, laid, _scores) for answer in batch]
    return [answers[place] for place in laid.place]


def _scores(model: LoadedModel, rows: list[Row]) -> list[list[float]]:
    return model.network(**padded(model, rows)).logits.float().tolist()
