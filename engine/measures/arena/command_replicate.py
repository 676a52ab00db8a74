"""`replicate alignment-arena`: table 1 of the paper as published, and flag rates measured here."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.command_line.options import CheckpointOption, nothing_ran, places_of, with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError, UnknownModelError, UnusableModelError
from engine.core.wording import bounds_text
from engine.evaluators.suites import PUBLISHED, load_suite
from engine.measures.arena.commands.evaluators import (
    AUTO,
    EvaluatorDtypeOption,
    EvaluatorsOption,
    Judges,
    Stages,
    judges_of,
)
from engine.measures.arena.commands.prompts import PromptsOption, SubsetOption, chosen_prompts
from engine.measures.arena.commands.run import reported
from engine.measures.arena.replication import (
    MODELS,
    SETTINGS,
    arena_beside_published,
    published_name,
    replication_remarks,
)
from engine.prompts.sets import BUNDLED


@with_model("model", "mask")
def alignment_arena(
    prompts: PromptsOption = BUNDLED,
    subset: SubsetOption = None,
    evaluators: EvaluatorsOption = PUBLISHED,
    evaluator_dtype: EvaluatorDtypeOption = AUTO,
    checkpoint: CheckpointOption = None,
    seed: Annotated[int, typer.Option(help="Seed of the subset and of the bootstrap.")] = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Flag rates of Alignment Arena, table 1, as published; and those of models you have."""
    places = {published_name(name) or name: at for name, at in places_of(checkpoint or []).items()}
    models = tuple(dict.fromkeys((*MODELS, *places)))
    stages = Stages()
    judges = judges_of(evaluators, subject, evaluator_dtype, stages)
    chosen = chosen_prompts(prompts, subset, seed)
    found: dict[str, dict[str, Any]] = {}
    unreached: dict[str, str] = {}
    if problem := _problem(judges):
        unreached = dict.fromkeys(models, problem)
    for model in models if not unreached else ():
        other = subject.other(places.get(model, model))
        try:
            found[model] = reported(other, chosen, judges, SETTINGS, seed, stages)
        except (UnknownModelError, UnusableModelError) as error:
            unreached[model] = str(error)
    entries = [
        entry for model in models for entry in arena_beside_published(model, found.get(model))
    ]
    said = replication_remarks(
        judges.suite.name, judges.suite.digest == load_suite(PUBLISHED).digest
    )
    if json_:
        write_json(
            {
                "figures": entries,
                "unreached": unreached,
                "suite": judges.suite.name,
                "demo": judges.suite.demo,
                "prompts": chosen.identity(),
                "variant": SETTINGS.variant,
                "remarks": said,
            }
        )
        return
    if found:
        for model, reason in unreached.items():
            typer.echo(f"{model} is left out: {reason}", err=True)
    title = f"Completions flagged, percent ({SETTINGS.variant})"
    write_table(title, _COLUMNS, map(_row, entries))
    for sentence in said:
        typer.echo(sentence)
    if not found:
        typer.echo(problem or nothing_ran(unreached))


_COLUMNS = ["model", "category", "as published", "measured here", "95% CI", "prompts"]


def _problem(judges: Judges) -> str:
    """Why the suite cannot judge here; empty where it can."""
    try:
        judges.planned()
    except BiascopeError as error:
        return str(error)
    return ""


def _row(entry: dict[str, Any]) -> list[str]:
    published, ours = entry["published"], entry["ours"]
    return [
        entry["model"].rpartition("/")[2],  # the owner is in --json
        entry["category"],
        "" if published is None else f"{published:.1f}",
        "" if ours is None else f"{ours:.1f}",
        bounds_text(entry["interval"], ".1f"),
        f"{entry['n']:,}" if entry["n"] else "",
    ]
