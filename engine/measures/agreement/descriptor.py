"""What the project knows of agreement of a model with the annotators of a group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.errors import UnusableModelError
from engine.core.families import CAUSAL, MASKED
from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.kinds import Named, check_kind
from engine.flow.shapes import Problem
from engine.measures.agreement.value import ClozeValue, ClozeVector


def _answers(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
    if model.kind == CAUSAL:
        raise UnusableModelError(
            f"{model.checkpoint} is a causal model: it reads from left to right only and cannot "
            "fill a blank inside a sentence. Choose a masked language model or a span filler such "
            "as mT5."
        )


def _vectors(model: Named, _items: Sequence[Any], _params: dict[str, Any]) -> None:
    if model.kind == CAUSAL:
        check_kind(model, MASKED, "vectors of sentences with a blank")


DESCRIPTOR = Descriptor(
    cards=("agreement",),
    measures={
        "cloze_answers": Measure(
            2,
            "engine.measures.agreement.answering:cloze_answers",
            chunk=32,
            shape=ClozeValue | Problem,
            rule=_answers,
            card="agreement",
        ),
        "cloze_vectors": Measure(
            1,
            "engine.measures.agreement.sentence_map:cloze_vectors",
            chunk=256,
            shape=ClozeVector | Problem,
            rule=_vectors,
            card="agreement",
        ),
    },
    commands=(
        CommandEntry(
            "agreement",
            "engine.measures.agreement.command:agreement",
            checked=True,
            written="numbers.csv",
        ),
        CommandEntry(
            "replicate mozart",
            "engine.measures.agreement.command_replicate:mozart",
            tables="engine.measures.agreement.replication:TABLES",
        ),
    ),
    page="annotators",
)
