"""`replicate alignment-arena`: table 1 of the paper as published, and flag rates measured here."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from engine.command_line.options import CheckpointOption, nothing_ran, with_model
from engine.command_line.output import write_json, write_table
from engine.command_line.replicated import name_lines, placed_models, reach, say_left_out
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError, UnknownModelError, UnusableModelError
from engine.core.table import TextColumn, bounds, field, figure, texts
from engine.evaluators.suites import PUBLISHED, load_suite
from engine.measures.arena.commands.evaluators import (
    AUTO,
    EvaluatorDtypeOption,
    EvaluatorsOption,
    judges_of,
)
from engine.measures.arena.commands.prompts import PromptsOption, SubsetOption
from engine.measures.arena.commands.run import make_report
from engine.measures.arena.replication import (
    MODELS,
    SETTINGS,
    arena_beside_published,
    replication_remarks,
)
from engine.prompts.prompt import stratified
from engine.prompts.sets import BUNDLED, load_prompts


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
    places = placed_models(checkpoint, MODELS)
    judges = judges_of(evaluators, subject, evaluator_dtype)
    chosen = stratified(load_prompts(prompts), subset, seed)
    models = tuple(dict.fromkeys((*MODELS, *places)))
    found: dict[str, dict[str, Any]] = {}
    problem = ""
    try:
        judges.planned()
    except BiascopeError as error:
        problem = str(error)
        unreached = dict.fromkeys(models, problem)
    else:
        reached = reach(subject, MODELS, places)
        found, failed = reached.each(
            lambda _, other: make_report(other, chosen, judges, SETTINGS, seed), _OF_THE_MODEL
        )
        unreached = reached.missing | failed
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
        say_left_out(unreached)
    else:
        typer.echo(problem or nothing_ran(unreached))
    title = f"Completions flagged, percent ({SETTINGS.variant})"
    write_table(title, *texts(_COLUMNS, entries))
    for sentence in said:
        typer.echo(sentence)


_OF_THE_MODEL = (UnknownModelError, UnusableModelError)  # of the evaluators is any other error
_NAME = 20  # characters of a name in a line of the table, which then has at most 80
_COLUMNS = (
    TextColumn("model", lambda entry: name_lines(entry["model"], _NAME)),
    field("category"),
    figure("published", "published", ".1f"),
    figure("ours", "ours", ".1f"),
    bounds("interval", ".1f"),
    TextColumn("n", lambda entry: f"{entry['n']:,}" if entry["n"] else ""),
)
