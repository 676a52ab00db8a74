"""All measures, as their descriptors say it.

A measure is a folder of `engine/measures` with a `descriptor.py`; its line in `ROOMS` is all that
stands of it here. Those of plug-ins are added by `engine.plugins`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.errors import NoHeadError
from engine.core.families import ENCODER
from engine.core.project import DOCS
from engine.flow.descriptor import ByParams, CommandEntry, Descriptor, Measure, Origin, located
from engine.flow.kinds import Named
from engine.flow.shapes import AgainstCpu

_CARDS = DOCS / "methods"
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


# What comes from plug-ins: name of a measure or of a derived value -> the plug-in, and name of a
# method card -> its markdown.
ORIGINS: dict[str, Origin] = {}
CARDS: dict[str, str] = {}


def add(room: str, descriptor: Descriptor, origin: Origin, cards: dict[str, str]) -> None:
    """Add the measures of a plug-in.

    Args:
        room: name of its module.
        cards: name of each method card -> its markdown.
    """
    DESCRIPTORS[room] = descriptor
    MEASURES.update(descriptor.measures)
    DERIVED.update(descriptor.derived)
    ORIGINS.update(dict.fromkeys((*descriptor.measures, *descriptor.derived), origin))
    CARDS.update(cards)


def card_names() -> list[str]:
    """Names of all method cards, those of plug-ins last."""
    return [*sorted(path.stem for path in _CARDS.glob("*.md")), *CARDS]


def card_text(name: str) -> str:
    """The markdown of a method card, of `docs/methods` or of a plug-in."""
    return CARDS[name] if name in CARDS else (_CARDS / f"{name}.md").read_text(encoding="utf-8")


def stored_name(name: str) -> str:
    """What values are stored under: the name, and of a plug-in's also which one it is.

    A later version of Biascope may have a measure of the same name, and so may another plug-in.
    """
    origin = ORIGINS.get(name)
    return name if origin is None else f"{name} of the plug-in {origin.mark}"


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
