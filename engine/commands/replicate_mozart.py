"""`replicate mozart`: counts and findings of the MozArt paper beside ours."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.commands.agreement import Asked, compared, ranks, read
from engine.commands.common import (
    DeviceOption,
    DtypeOption,
    JsonOption,
    NoCacheOption,
    Subject,
    write_json,
    write_table,
)
from engine.commands.replicate_models import CheckpointOption, nothing_ran, places_of
from engine.datasets.languages import language_name
from engine.errors import UnknownModelError, UnusableModelError
from engine.measures.agreement.answering import answer_params
from engine.replicate.mozart import COUNTS, GROUP_BY, MODELS, SCORE, findings, our_counts
from engine.statistics import DRAWS


def mozart(
    answers: Annotated[str, typer.Option(help="mozart, or a file in its columns.")] = "mozart",
    checkpoint: CheckpointOption = None,
    seed: Annotated[int, typer.Option(help="Of the bootstrap.")] = 0,
    device: DeviceOption = "auto",
    dtype: DtypeOption = "float32",
    json_: JsonOption = False,
    no_cache: NoCacheOption = False,
) -> None:
    """Whose answers mBERT, XLM-R and mT5 share in four languages, and what the paper found."""
    asked = Asked(GROUP_BY, True, 2, ranks(""), answer_params(), seed, DRAWS)
    places = places_of(checkpoint or [])
    data = read([answers])
    counts = our_counts(data, asked.groups(data))
    found: dict[str, dict[str, Any]] = {}
    unreached: dict[str, str] = {}
    for model in dict.fromkeys((*MODELS, *places)):
        subject = Subject(places.get(model, model), "", device, dtype, no_cache)
        try:
            found[model] = _figures(subject, data, asked)
        except (UnknownModelError, UnusableModelError) as error:
            unreached[model] = str(error)
    for model, reason in unreached.items():
        typer.echo(f"{model} is left out: {reason}", err=True)
    if json_:
        told = {"counts": {"published": COUNTS, "ours": counts}}
        write_json({**told, "models": found, "unreached": unreached})
        return
    write_table(
        "MozArt, as published and as counted here",
        ["", "published", "ours"],
        [[name, str(number), str(counts[name])] for name, number in COUNTS.items()],
    )
    if not found:
        typer.echo(nothing_ran(unreached))
        return
    for model, figures in found.items():
        _show(model, figures)


def _figures(subject: Subject, data: Any, asked: Asked) -> dict[str, Any]:
    """Coverage, figures, gaps and findings of one model."""
    from engine.measures.agreement.figures import coverage_by_language, group_figures
    from engine.measures.agreement.gaps import gaps

    agreement = compared(subject, data, asked)[0].agreement
    found = gaps(agreement, SCORE)
    return {
        "model": subject.spec.identity(),
        "coverage": coverage_by_language(agreement),
        "groups": group_figures(agreement),
        "gaps": found,
        "findings": findings(found),
    }


def _show(model: str, figures: dict[str, Any]) -> None:
    covered = {entry["language"]: entry["coverage"] for entry in figures["coverage"]}
    write_table(
        f"{model}: P@1",
        ["language", "covered", "group", "P@1", "95 % interval"],
        [
            [
                language_name(entry["language"]),
                f"{covered[entry['language']]:.0%}",
                entry["group"],
                f"{entry[SCORE]:.3f}",
                _span(entry["intervals"][SCORE]),
            ]
            for entry in figures["groups"]
        ],
    )
    for entry in figures["findings"]:
        if entry["met"] is None:
            continue
        typer.echo(
            f"Published: in {language_name(entry['language'])} {entry['finding']}. Here the widest "
            f"gap there is {entry['gap']:.3f} ({_span(entry['interval'])}): "
            f"{'as published' if entry['met'] else 'not as published'}."
        )


def _span(interval: list[float] | None) -> str:
    return "no interval" if interval is None else f"{interval[0]:.3f} to {interval[1]:.3f}"
