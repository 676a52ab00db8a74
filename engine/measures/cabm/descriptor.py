"""What the project knows of CABM and of the pronoun probability gap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.flow.descriptor import ByParams, CommandEntry, Descriptor, Measure
from engine.flow.kinds import no_cls_of_others
from engine.flow.packing import Packed
from engine.flow.shapes import Problem
from engine.measures.cabm.value import (
    CabmValidation,
    CabmWeights,
    ForestWeights,
    FramedValue,
    ShapWeights,
)
from engine.measures.cabm.weighting import PCA_RF, SHAP_RF

_LEARNED: dict[str, Any] = {PCA_RF: ForestWeights, SHAP_RF: ShapWeights}


def _weights(params: Mapping[str, Any]) -> Any:
    """Weights that were learned say more, by how they were learned."""
    return _LEARNED.get(params.get("weighting", ""), CabmWeights)


DESCRIPTOR = Descriptor(
    cards=("cabm",),
    measures={
        "cabm": Measure(
            1,
            "engine.measures.cabm.vectors:framed_vectors",
            chunk=512,
            shape=FramedValue | Problem,
            rule=no_cls_of_others("sentence", "the sentence vector mean"),
            head=False,
        ),
    },
    derived={
        "cabm_draws": Packed,
        "cabm_weights": ByParams(_weights),
        "cabm_validation": CabmValidation,
    },
    families=(
        "engine.measures.cabm.unmasking_column:FAMILY",
        "engine.measures.cabm.column:FAMILY",
    ),
    commands=(
        CommandEntry(
            "cabm",
            "engine.measures.cabm.command:cabm",
            cards=("cabm",),
            checked=True,
            written="numbers.csv",
        ),
        CommandEntry("cooccurrences", "engine.measures.cabm.command_cooccurrences:count_texts"),
        CommandEntry(
            "replicate cabm",
            "engine.measures.cabm.command_replicate:cabm",
            tables="engine.measures.cabm.replication:TABLES",
        ),
    ),
    page="cabm",
)
