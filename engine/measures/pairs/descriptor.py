"""What the project knows of pairs of sentences: which of the two a model prefers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.flow.descriptor import (
    ROW_A_TEXT,
    ROW_A_TOKEN,
    ByParams,
    CommandEntry,
    Descriptor,
    Measure,
)
from engine.flow.shapes import Problem
from engine.measures.pairs.value import PairValue

# Variants that read a sentence once for each of its tokens.
_ROW_A_TOKEN = ("cps", "pll", "pll-l2r", "pll-l2r-published")


def _growth(params: Mapping[str, Any]) -> float:
    return ROW_A_TOKEN if params.get("variant") in _ROW_A_TOKEN else ROW_A_TEXT


DESCRIPTOR = Descriptor(
    cards=("pairs",),
    measures={
        # No rule: every version has asked each variant for the kind before it stored a value.
        "pairs": Measure(
            2,
            "engine.measures.pairs.scoring:pair_scores",
            chunk=256,
            shape=PairValue | Problem,
            growth=ByParams(_growth),
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
