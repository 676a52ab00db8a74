"""`steer`: fit a steering vector, and show the vectors that are kept."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.command_line.options import JsonOption, with_model
from engine.command_line.progress_log import ProgressLog
from engine.command_line.subject import Subject
from engine.commands.fitted import (
    ConceptOption,
    FitArgument,
    OutOption,
    PairsOption,
    SeedOption,
    check_out,
    chosen_pairs,
    hand_over,
    show_all,
    show_one,
)
from engine.core.intervention_text import method_name
from engine.core.wording import counted, listed
from engine.files.fit_file import STEERING
from engine.interventions.fitting import DIRECTIONS, check_method, fit_steering

_READ_AS = "seat"  # a measure that reads states and no head either: a sound encoder is enough


@with_model("mask")
def fit(
    method: Annotated[str, typer.Option(help=f"{listed(list(DIRECTIONS))}.")] = "mean-difference",
    concept: ConceptOption = "",
    pairs: PairsOption = "",
    layer: Annotated[
        int | None,
        typer.Option(help="Whose output is steered, from 1; by default chosen on half the pairs."),
    ] = None,
    out: OutOption = None,
    seed: SeedOption = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Fit a vector from one side of a concept to the other, and test it on held-out sentences."""
    check_method(method, DIRECTIONS)
    check_out(out, subject.no_cache, pairs)
    chosen = chosen_pairs(concept, pairs)
    with ProgressLog(f"loading {subject.checkpoint}") as log:
        lm = subject.lm(_READ_AS)
        log.note(
            f"fitting the {method_name(method)} on {counted(len(chosen), 'pair')}, and testing it"
        )
        found = fit_steering(lm, chosen, method, layer, seed)
    hand_over(found, out, subject.no_cache, json_)


def show(fit: FitArgument, json_: JsonOption = False) -> None:
    """Show a vector: how it was fitted, and whether it leads from one side to the other."""
    show_one(fit, STEERING, json_)


def list_(json_: JsonOption = False) -> None:
    """List the vectors that are kept on this machine."""
    show_all(STEERING, json_)
