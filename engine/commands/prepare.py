"""`prepare`: measure what the pages show of a model at first sight, before it is shown."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from engine.command_line.options import with_model
from engine.command_line.output import progress, write_json
from engine.command_line.subject import Subject
from engine.core.wording import counted, listed
from engine.first_sight.prepare import prepare as measured
from engine.first_sight.prepare import ship as shipped
from engine.storage.store import SHIPPED, default_store


@with_model("no_cache")
def prepare(
    ship: Annotated[
        bool,
        typer.Option(
            "--ship", help="For maintainers: write the file of results that comes with Biascope."
        ),
    ] = False,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Measure what the pages show at first sight, so that they open with their figures."""
    began = time.monotonic()
    spec, kind = subject.spec, subject.facts.kind
    if ship:
        outcome = shipped(spec, kind, subject.lm, progress, SHIPPED)
    else:
        outcome = measured(spec, kind, subject.lm, default_store(), progress)
    for warning in outcome.warnings:
        typer.echo(warning, err=True)
    if json_:
        write_json(
            {
                "spec": spec.identity(),
                "pages": list(outcome.pages),
                "refused": outcome.refused,
                "items": outcome.items,
                "from_store": outcome.from_store,
                "seconds": round(time.monotonic() - began, 3),
            }
        )
        return
    new = outcome.items - outcome.from_store
    done = f"{counted(new, 'text')} measured, {outcome.from_store:,} known before"
    if not new:
        done = f"nothing to measure, all of {counted(outcome.items, 'text')} known before"
    typer.echo(
        f"{spec.checkpoint}: {done}. These pages open with their figures: {listed(outcome.pages)}."
    )
    for page, why in outcome.refused.items():
        typer.echo(f"{page}: {why}")
