"""Class scores of a sequence classifier, under the gates of the model being measured."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.families import CAUSAL
from engine.inference.plan import Row
from engine.inference.runner import padded, run_each

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM


def class_row(lm: MaskedLM, text: str, second: str | None) -> Row:
    """One text, or a pair, as a classifier reads it; `read` has the tokens of segment two.

    Raises:
        InputTextError: if it is longer than the model reads; nothing is ever cut.
    """
    read: Any = lm.tokenizer(text, second, truncation=False, verbose=False)
    ids = tuple(read["input_ids"])
    if len(ids) > lm.model.max_length:
        raise InputTextError(
            f"This text has {len(ids)} tokens and the model reads at most {lm.model.max_length}."
        )
    types = read.get("token_type_ids") or ()
    return Row(ids, tuple(position for position, segment in enumerate(types) if segment))


def class_scores(lm: MaskedLM, rows: Sequence[Row]) -> list[list[float]]:
    """Logits of every class for each row of `class_row`.

    Returns:
        [row][class].
    """
    # A causal classifier reads its last token, which padding would hide: one row at a time.
    budget = 1 if lm.model.family.kind == CAUSAL else None
    return run_each(lm, rows, _scores, budget)


def _scores(model: LoadedModel, rows: list[Row]) -> list[list[float]]:
    import torch

    inputs = padded(model, rows)
    if any(row.read for row in rows):
        segments = torch.zeros_like(inputs["input_ids"])
        for number, row in enumerate(rows):
            segments[number, list(row.read)] = 1
        inputs["token_type_ids"] = segments
    return model.network(**inputs).logits.float().tolist()
