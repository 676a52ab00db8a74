"""Class scores of a sequence classifier, under the gates of the model being measured."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from engine.errors import InputTextError
from engine.families import CAUSAL
from engine.inference.plan import Row
from engine.inference.runner import padded, run_each

if TYPE_CHECKING:
    from torch import Tensor, nn

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
    with _classes_row_by_row(lm.model):
        return run_each(lm, rows, _scores, budget)


@contextmanager
def _classes_row_by_row(model: LoadedModel) -> Iterator[None]:
    """Have the last layer read one row at a time, on the CPU.

    With a handful of classes a product of matrices gives the rows at its edges another last
    digit than those within, so that a row's scores would depend on its place in the batch.
    """
    from torch import nn

    with ExitStack() as hooks:
        if model.device.type == "cpu":
            classes = model.network.config.num_labels
            for layer in model.network.modules():
                if isinstance(layer, nn.Linear) and layer.out_features == classes:
                    hooks.callback(layer.register_forward_hook(_row_by_row).remove)
        yield


def _row_by_row(layer: nn.Linear, inputs: tuple[Tensor, ...], _output: Tensor) -> Tensor | None:
    import torch

    (states,) = inputs
    if states.dim() != 2:  # inside the encoder
        return None
    # Copies begin where rows of any width may not: at an address that suits the processor.
    rows = [
        torch.nn.functional.linear(row.clone(), layer.weight, layer.bias) for row in states.split(1)
    ]
    return torch.cat(rows)


def _scores(model: LoadedModel, rows: list[Row]) -> list[list[float]]:
    import torch

    inputs = padded(model, rows)
    if any(row.read for row in rows):
        segments = torch.zeros_like(inputs["input_ids"])
        for number, row in enumerate(rows):
            segments[number, list(row.read)] = 1
        inputs["token_type_ids"] = segments
    return model.network(**inputs).logits.float().tolist()
