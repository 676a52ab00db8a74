"""What the project knows of pairs of sentences: which of the two a model prefers."""

from __future__ import annotations

from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.shapes import Problem
from engine.measures.pairs.value import PairValue

DESCRIPTOR = Descriptor(
    cards=("pairs",),
    measures={
        # No rule: every version has asked each variant for the kind before it stored a value.
        "pairs": Measure(
            2, "engine.measures.pairs.scoring:pair_scores", chunk=256, shape=PairValue | Problem
        ),
    },
    families=("engine.measures.pairs.column:FAMILY",),
    commands=(
        CommandEntry(
            "pairs", "engine.measures.pairs.command:pairs", checked=True, written="numbers.csv"
        ),
        CommandEntry(
            "replicate cinebias",
            "engine.measures.pairs.command_replicate:cinebias",
            tables="engine.measures.pairs.replication:TABLES",
        ),
        CommandEntry(
            "replicate cineBias-table",  # its name until November 2026
            "engine.measures.pairs.command_replicate:cinebias",
            hidden=True,
        ),
    ),
    page="pairs",
)
