"""What the project knows of GEST: to whom a model gives sentences of gender stereotypes."""

from __future__ import annotations

from engine.core.families import MASKED
from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.kinds import needs
from engine.flow.shapes import Problem
from engine.measures.gest.value import GestValue

DESCRIPTOR = Descriptor(
    cards=("gest",),
    measures={
        "gest": Measure(
            1,
            "engine.measures.gest.scoring:sentence_scores",
            chunk=1024,
            shape=GestValue | Problem,
            rule=needs(MASKED, "GEST score"),
        ),
    },
    families=("engine.measures.gest.column:FAMILY",),
    commands=(
        CommandEntry(
            "gest",
            "engine.measures.gest.command:gest",
            cards=("gest",),
            checked=True,
            written="numbers.csv",
        ),
        CommandEntry(
            "replicate gest",
            "engine.measures.gest.command_replicate:gest",
            tables="engine.measures.gest.replication:TABLES",
        ),
    ),
    page="pairs/gest",
)
