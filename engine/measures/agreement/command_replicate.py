"""`replicate mozart`: counts and findings of the MozArt paper and ours."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.command_line.options import CheckpointOption, nothing_ran, places_of, with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.subject import Subject
from engine.core.errors import UnknownModelError, UnusableModelError
from engine.core.languages import language_name
from engine.core.wording import bounds_text, interval_text
from engine.measures.agreement.answering import answer_params
from engine.measures.agreement.command import ranks, read_given_answers
from engine.measures.agreement.command_json import ComparisonSettings, compare_with_model
from engine.measures.agreement.replication import (
    COUNTS,
    GROUP_BY,
    MODELS,
    SCORE,
    findings,
    our_counts,
)
from engine.statistics import DRAWS, POWER


@with_model("model", "mask")
def mozart(
    answers: Annotated[str, typer.Option(help="mozart, or a file in its columns.")] = "mozart",
    checkpoint: CheckpointOption = None,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Whose answers mBERT, XLM-R and mT5 share in four languages, and what the paper found."""
    asked = ComparisonSettings(GROUP_BY, True, 2, ranks(""), answer_params(), seed, DRAWS)
    places = places_of(checkpoint or [])
    data = read_given_answers([answers])
    counts = our_counts(data, asked.groups(data))
    found: dict[str, dict[str, Any]] = {}
    unreached: dict[str, str] = {}
    for model in dict.fromkeys((*MODELS, *places)):
        try:
            found[model] = _figures(subject.other(places.get(model, model)), data, asked)
        except (UnknownModelError, UnusableModelError) as error:
            unreached[model] = str(error)
    for model, reason in unreached.items():
        typer.echo(f"{model} is left out: {reason}", err=True)
    if json_:
        numbers = {"published": COUNTS, "ours": counts}
        write_json({"counts": numbers, "models": found, "unreached": unreached})
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


def _figures(subject: Subject, data: Any, asked: ComparisonSettings) -> dict[str, Any]:
    """Coverage, scores, gaps and findings of one model."""
    from engine.measures.agreement.figures import coverage_by_language, group_figures
    from engine.measures.agreement.gaps import gaps

    agreement = compare_with_model(subject, data, asked).agreement
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
        ["language", "covered", "group", "P@1", "95% CI"],
        [
            [
                language_name(entry["language"]),
                f"{covered[entry['language']]:.0%}",
                entry["group"],
                f"{entry[SCORE]:.3f}",
                bounds_text(entry["intervals"][SCORE], ".3f"),
            ]
            for entry in figures["groups"]
        ],
    )
    for entry in figures["findings"]:
        if entry["met"] is None:
            continue
        interval = interval_text(entry["interval"], ".3f") or "no interval"
        typer.echo(
            f"Published: in {language_name(entry['language'])} {entry['finding']}. Here the widest "
            f"gap there is {entry['gap']:.3f} ({interval}): "
            f"{'as published' if entry['met'] else 'not as published'}.{_undetected(entry)}"
        )


def _undetected(entry: dict[str, Any]) -> str:
    """What a gap could have been whose interval includes 0."""
    interval = entry["interval"]
    if interval is None or entry["detectable"] is None or not interval[0] <= 0 <= interval[1]:
        return ""
    return (
        f" A gap below {entry['detectable']:.3f} would not have been detected with "
        f"{POWER:.0%} power, so a smaller one is not ruled out."
    )
