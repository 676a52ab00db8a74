"""`lpbs`: log-probability bias score over paraphrased templates."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.inputs import split_words
from engine.command_line.options import with_model
from engine.command_line.output import UNDEFINED, write_json, write_table
from engine.command_line.subject import Subject, model_in_words
from engine.command_line.unread import unread_note, unread_of, unread_report
from engine.core.errors import InputTextError
from engine.core.table import TextColumn, bounds, figure, texts
from engine.core.wording import figure_text, p_text
from engine.measures.lpbs.sets import bundled_domains, read_domains, read_texts


@with_model()
def lpbs(
    file: Annotated[
        str, typer.Argument(help="Domains as JSON; the bundled ones if none."), Names.FILE
    ] = "",
    domain: Annotated[str, typer.Option(help="Only these domains, comma-separated.")] = "",
    persons: Annotated[str, typer.Option(help="The two words compared.")] = "he,she",
    seed: Annotated[int, typer.Option(help="Seed of sampled permutations.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How much more likely "he" is than "she" beside words such as "career", over templates."""
    words = split_words(persons)
    if len(words) != 2:
        raise InputTextError(f"--persons takes two words, as he,she; got {persons!r}.")
    domains = read_domains(file, partial(typer.echo, err=True)) if file else bundled_domains()
    unknown = [name for name in split_words(domain) if name not in domains]
    if unknown:
        raise InputTextError(f"There is no domain {unknown[0]!r}; there are {', '.join(domains)}.")
    chosen = [domains[name] for name in split_words(domain) or domains]
    items = [item for entry in chosen for item in entry.items(words[0], words[1])]
    measured = subject.measure("lpbs", items, {})
    from engine.measures.lpbs.biases import domain_scores

    found = domain_scores(chosen, measured.values, seed)
    unread = unread_of(subject, read_texts(items))
    if json_:
        told = {**unread_report(unread), "manifest": measured.manifest}
        write_json({"domains": found, "persons": words, **told})
        return
    title = f"Log-probability bias score, {words[0]} against {words[1]}"
    model = model_in_words(measured.manifest["spec"])
    write_table(f"{title}; {model}", *texts(_COLUMNS, found))
    if note := unread_note(unread):
        typer.echo(note)
    for value in found:
        if value["problem"]:
            typer.echo(f"{_domain(value)}: {value['problem']}")


def _domain(value: Mapping[str, Any]) -> str:
    return f"{value['x']} – {value['y']}"


def _spread(value: Mapping[str, Any]) -> str:
    return " to ".join(figure_text(bound, "+.2f") for bound in value["spread"] or ())


_COLUMNS = (
    TextColumn("domain", _domain),
    figure("effect_size", "effect d", "+.2f", UNDEFINED),
    bounds("interval", "+.2f"),
    TextColumn("by template", _spread),
    figure("difference", "nats", "+.2f"),
    TextColumn("p (Holm)", lambda value: p_text(value["p_holm"])),
    figure("detectable", "detectable |d|", ".2f"),
)
