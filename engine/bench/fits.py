"""Seconds that a fit of an erasure or a steering vector takes, with what it is judged by."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from engine.bench.shown import in_seconds, opening, write_report
from engine.bench.timing import in_turn, times
from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.core.intervention_text import method_name
from engine.interventions.fitting import DIRECTIONS, RANKS, fit_erasure, fit_steering
from engine.interventions.pairs import bundled_pairs


@with_model("mask", "no_cache", no_cache=True)
def fits(
    concept: Annotated[str, typer.Option(help="Of the bundled pairs.")] = "gender",
    repeats: Annotated[int, typer.Option(min=1, help="Fits by each method.")] = 3,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Seconds of a fit by each method, without loading the model."""
    preamble = opening("fits", subject.device)
    pairs, lm = bundled_pairs(concept), subject.lm("seat")
    ways = {method: partial(fit_erasure, lm, pairs, method) for method in RANKS}
    vectors = {method: partial(fit_steering, lm, pairs, method) for method in DIRECTIONS}
    measured = in_turn([{**ways, **vectors}] * repeats)
    found = {method: times(each) for method, each in measured.items()}
    rows = [
        [method_name(method), in_seconds(one.fastest), in_seconds(one.median)]
        for method, one in found.items()
    ]
    seconds = {method: vars(one) for method, one in found.items()}
    write_report(
        {**preamble, "model": subject.checkpoint, "pairs": len(pairs), "seconds": seconds},
        json_,
        [f"{len(pairs)} pairs", "fastest", "median"],
        rows,
    )
