"""`bench gest`: sentences a second, and how long a whole set would take."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.commands.bench.report import opening, seconds, write_report
from engine.measures.gest.command import read
from engine.measures.gest.templates import ALL, parse_template


@with_model("no_cache", no_cache=True)
def gest(
    file: Annotated[str, typer.Argument(help="As for `gest`.")] = "gest",
    template: Annotated[str, typer.Option(help="Template: 0, 1, 2, 3 or all.")] = ALL,
    items: Annotated[int, typer.Option(min=8, help="Sentences in templates to time.")] = 400,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How fast GEST's sentences are scored, and how long the whole set would take."""
    from engine.bench.gest import gest_speed

    templates = parse_template(template)
    preamble = opening("gest", subject.device)
    sentences = read(file).sentences["sentence"].tolist()
    found = gest_speed(subject.lm(), sentences, templates, items)
    report = {**preamble, "model": subject.checkpoint, "file": file, **asdict(found)}
    write_report(
        report,
        json_,
        [f"{found.items:,} of {found.whole:,} scores", ""],
        [
            ["scores a second", f"{found.items_per_second:.1f}"],
            ["the whole set at this rate", seconds(found.projected)],
        ],
    )
