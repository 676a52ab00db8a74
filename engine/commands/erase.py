"""`erase`: fit the erasure of a concept, and show the erasures that are kept."""

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
from engine.files.fit_file import ERASURE
from engine.interventions.fitting import RANKS, check_method, fit_erasure

_READ_AS = "seat"  # a measure that reads states and no head either: a sound encoder is enough


@with_model("mask")
def fit(
    method: Annotated[str, typer.Option(help=f"{listed(list(RANKS))}.")],
    concept: ConceptOption = "",
    pairs: PairsOption = "",
    rank: Annotated[
        int | None,
        typer.Option(help="Dimensions to take away; rounds of INLP. By default what is usual."),
    ] = None,
    out: OutOption = None,
    seed: SeedOption = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Fit an erasure of a concept, and test it with a linear probe on held-out sentences."""
    check_method(method, RANKS)
    check_out(out, subject.no_cache, pairs)
    chosen = chosen_pairs(concept, pairs)
    with ProgressLog(f"loading {subject.checkpoint}") as log:
        lm = subject.lm(_READ_AS)
        log.note(f"fitting {method_name(method)} on {counted(len(chosen), 'pair')}, and testing it")
        found = fit_erasure(lm, chosen, method, rank, seed)
    hand_over(found, out, subject.no_cache, json_)


def show(fit: FitArgument, json_: JsonOption = False) -> None:
    """Show an erasure: how it was fitted, and what a linear probe finds before and after."""
    show_one(fit, ERASURE, json_)


def list_(json_: JsonOption = False) -> None:
    """List the erasures that are kept on this machine."""
    show_all(ERASURE, json_)
