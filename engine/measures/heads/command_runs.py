"""The runs of a command: masked sets of heads measured one after the other, with their progress."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.command_line.pieces import Pieces
from engine.command_line.subject import Subject
from engine.measures.heads.runs import Run, known_runs, run_figures


def counted_runs(
    subject: Subject,
    runs: Sequence[Run],
    item: dict[str, Any],
    pooling: str,
    max_contexts: int,
    texts: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """Figures of every run, with their progress; the network is loaded once for all."""
    there = known_runs(runs, subject.spec, item, pooling, subject.store, max_contexts)
    known = [is_known and not texts for is_known in there]
    checkpoint, dtype = subject.spec.checkpoint, subject.spec.dtype
    pieces = Pieces(
        "runs",
        {"checkpoint": checkpoint, "dtype": dtype, "device": subject.device},
        [item, pooling, max_contexts, len(texts)],
        [0.0 if is_known else 1.0 for is_known in known],
        subject.store,
        subject.label,
    )
    with pieces:
        return run_figures(
            runs, subject.spec, item, pooling, subject.ask, max_contexts, texts, pieces.next
        )
