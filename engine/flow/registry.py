"""All measures, as their descriptors say it.

A measure is a folder of `engine/measures` with a `descriptor.py`; its line in `ROOMS` is all that
stands of it here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.errors import NoHeadError
from engine.core.families import ENCODER
from engine.flow.descriptor import ByParams, CommandEntry, Descriptor, Measure, located
from engine.flow.kinds import Named
from engine.flow.shapes import AgainstCpu

# Folders of `engine/measures`, in the order in which the page Methods shows their cards.
ROOMS = (
    "completion",
    "perplexity",
    "health",
    "pairs",
    "multilingual",
    "seat",
    "heads",
    "counter",
    "lpbs",
    "gest",
    "nlu",
    "cabm",
    "bec_pro",
    "agreement",
    "arena",
    "honest",
)
DESCRIPTORS: dict[str, Descriptor] = {
    room: located(f"engine.measures.{room}.descriptor:DESCRIPTOR") for room in ROOMS
}
MEASURES: dict[str, Measure] = {
    name: measure
    for descriptor in DESCRIPTORS.values()
    for name, measure in descriptor.measures.items()
}
COMMANDS: tuple[CommandEntry, ...] = tuple(
    command for descriptor in DESCRIPTORS.values() for command in descriptor.commands
)
# Worked out from measured values, by no single measure -> its shape.
_OF_NO_MEASURE: dict[str, Any] = {
    "projection t-SNE": list[list[float]],
    "projection UMAP": list[list[float]],
    "scorecard_cell": located("engine.scorecard.value:ScorecardCell"),
    "first_sight_refusal": str,
    "model_notes": list[str],
    "against_cpu": AgainstCpu,
}
# What is worked out from measured values -> its shape.
DERIVED: dict[str, Any] = _OF_NO_MEASURE | {
    name: shape for descriptor in DESCRIPTORS.values() for name, shape in descriptor.derived.items()
}


def derived_shape(name: str, params: dict[str, Any]) -> Any:
    """Shape of what is worked out from measured values with some parameters."""
    shape = DERIVED.get(name, Any)
    return shape.of(params) if isinstance(shape, ByParams) else shape


def suits(measure: str, model: Named, items: Sequence[Any], params: dict[str, Any]) -> None:
    """Refuse to measure items that mean nothing for this kind of model.

    Args:
        measure: a name of the registry; one without a rule suits every kind that has what it reads.
    """
    definition = MEASURES[measure]
    if definition.classifier:
        return  # which is of the same files and has a head of its own
    if definition.rule is not None:
        definition.rule(model, items, params)
    if model.kind == ENCODER and definition.head:
        raise NoHeadError(model.checkpoint, "predicts no words")
