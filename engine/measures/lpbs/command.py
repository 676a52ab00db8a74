"""`lpbs`: log-probability bias score over paraphrased templates."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.command_line.facts import Names
from engine.command_line.inputs import split_words
from engine.command_line.options import with_model
from engine.command_line.output import number_text, p_text, write_json, write_table
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError
from engine.core.wording import bounds_text
from engine.measures.lpbs.sets import bundled_domains, read_domains


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
    domains = read_domains(file) if file else bundled_domains()
    unknown = [name for name in split_words(domain) if name not in domains]
    if unknown:
        raise InputTextError(f"There is no domain {unknown[0]!r}; there are {', '.join(domains)}.")
    chosen = [domains[name] for name in split_words(domain) or domains]
    items = [item for entry in chosen for item in entry.items(words[0], words[1])]
    measured = subject.measure("lpbs", items, {})
    from engine.measures.lpbs.biases import domain_scores

    found = domain_scores(chosen, measured.values, seed)
    if json_:
        write_json({"domains": found, "persons": words, "manifest": measured.manifest})
        return
    write_table(
        f"Log-probability bias score, {words[0]} against {words[1]}",
        ["domain", "effect d", "95% CI", "by template", "nats", "p (Holm)", "detectable |d|"],
        [
            [
                f"{value['x']} – {value['y']}",
                number_text(value["effect_size"], "+.2f"),
                bounds_text(value["interval"], "+.2f"),
                _range(value["spread"]),
                f"{value['difference']:+.2f}",
                p_text(value["p_holm"]),
                number_text(value["detectable"], ".2f", ""),
            ]
            for value in found
        ],
    )
    for value in found:
        if value["problem"]:
            typer.echo(f"{value['x']} – {value['y']}: {value['problem']}")


def _range(bounds: list[float] | None) -> str:
    return "" if bounds is None else f"{bounds[0]:+.2f} to {bounds[1]:+.2f}"
