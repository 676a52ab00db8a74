"""The table of families in docs/models.md: `python -m tests.tiny_models.table` writes it.

What a family can do is tried on its tiny model; tests/engine/models/test_table_of_families.py says
when the page is out of date.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from engine.core.errors import UnusableModelError
from engine.core.families import CAUSAL, FAMILIES, MASKED, SEQ2SEQ, Family

if TYPE_CHECKING:
    from torch import Tensor

    from engine.models.loading import LoadedModel

PAGE = Path(__file__).parents[2] / "docs" / "models.md"
BEGIN = (
    "| family | model types | kind | masked heads | head gradients | attention maps | measures |"
)
_RULE = "| --- | --- | --- | --- | --- | --- | --- |"
_MEASURES = {
    MASKED: "all but those of continued texts",
    CAUSAL: "all but those of masked words",
    SEQ2SEQ: "SEAT, heads of the encoder, answers of annotators",
}
_TEXT = "The nurse said that he was tired."


def row(types: tuple[str, ...], family: Family, model: LoadedModel) -> str:
    """One line of the table.

    Args:
        types: model types of the family.
        model: a tiny one of it, on which everything is tried.
    """
    tried = (_masks, _has_gradients, _has_maps)
    marks = ["yes" if _works(one, model) else "not available" for one in tried]
    shown = ", ".join(f"`{one}`" for one in types)
    cells = [family.name, shown, family.kind, *marks, _MEASURES[family.kind]]
    return f"| {' | '.join(cells)} |"


def types_of(family: Family) -> tuple[str, ...]:
    """The model types of a family in the table of the engine."""
    return tuple(name for name, known in FAMILIES.items() if known.name == family.name)


def _works(one: Callable[[LoadedModel], bool], model: LoadedModel) -> bool:
    try:
        return one(model)
    except UnusableModelError:
        return False


def _masks(model: LoadedModel) -> bool:
    """Whether every head changes the vector of a word, and no two heads do so alike."""
    import torch

    from engine.models.hooks import gated

    found = [_vector(model)]
    for layer in range(model.layers):
        for head in range(max(1, model.heads)):
            gates = torch.ones(model.layers, model.heads)
            if model.heads:
                gates[layer, head] = 0.0
            with gated(model, gates):
                found.append(_vector(model))
    return all(
        not torch.allclose(one, other, atol=1e-6)
        for number, one in enumerate(found)
        for other in found[:number]
    )


def _vector(model: LoadedModel) -> Tensor:
    import torch

    from engine.core.families import hidden_states

    ids = torch.tensor([model.tokenizer(_TEXT)["input_ids"]])
    with torch.inference_mode():
        return hidden_states(model.network, input_ids=ids)[0, 4]


def _has_gradients(model: LoadedModel) -> bool:
    """Whether the derivative by every gate is there, and none is 0."""
    import torch

    from engine.inference.vectors import Share, gate_gradient
    from engine.models.loading import MaskedLM

    ids = tuple(model.tokenizer(_TEXT)["input_ids"])
    width = len(_vector(model))
    upstream = torch.linspace(-1, 1, width, dtype=torch.float64)[None]
    gradient = gate_gradient(MaskedLM(model), {ids: [Share(0, (4,), 1.0)]}, upstream)
    return bool((gradient != 0).all())


def _has_maps(model: LoadedModel) -> bool:
    from engine.inference.attention import attention_received
    from engine.inference.plan import Row
    from engine.models.loading import MaskedLM

    ids = tuple(model.tokenizer(_TEXT)["input_ids"])
    (received,) = attention_received(MaskedLM(model), [Row(ids, ())])
    return abs(sum(received) - 1) < 1e-4


def main() -> None:
    """Write the table into the page, in place of the one that is there."""
    from engine.models.loading import load
    from tests import tiny_models

    lines = [BEGIN, _RULE]
    with TemporaryDirectory() as parent:
        for family in dict.fromkeys(FAMILIES.values()):
            types = types_of(family)
            folder = tiny_models.build(types[0], Path(parent) / types[0])
            lines.append(row(types, family, load(str(folder), "cpu")))
    text = PAGE.read_text(encoding="utf-8")
    start = text.index(BEGIN)
    end = text.index("\n\n", start)
    PAGE.write_text(text[:start] + "\n".join(lines) + text[end:], encoding="utf-8")
    sys.stdout.write(f"{len(lines) - 2} families\n")


if __name__ == "__main__":
    main()
