"""`card`: the section on bias of a model card."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer

from engine.command_line.facts import Fact
from engine.command_line.inputs import check_folder
from engine.command_line.options import with_model
from engine.command_line.output import write_file, write_json
from engine.command_line.subject import Subject
from engine.flow.asking import Measurement
from engine.flow.derived import derived

_PRINTED = ("", "-")


@with_model()
def card(
    out: Annotated[
        str, typer.Option(help="Markdown file to write; - prints it."), Fact.ELSEWHERE
    ] = "",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """What a model card says about bias: figures, intervals, variants, limits and references."""
    from engine.report.model_card import as_json, card_text, measure_card

    printed = out in _PRINTED
    check_folder("" if printed else out)

    def note(title: str) -> None:
        typer.echo(f"Measuring {title}", err=True)

    def ask(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        return subject.ask(name, subject.spec, items, params)

    derive = partial(derived, store=subject.store)
    found = measure_card(subject.spec, ask, derive, note)
    for reason in found.health.reasons:
        typer.echo(reason, err=True)
    text = card_text(found)
    if not printed:
        write_file(out, text.encode())
    if json_:
        write_json(as_json(found))
    elif printed:
        typer.echo(text, nl=False)
