"""`arena run`: one model's completions of a set of prompts, judged and reported."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact
from engine.command_line.options import NoHeaderOption, SheetOption, ValuesOption, with_model
from engine.command_line.output import write_json
from engine.command_line.subject import Subject
from engine.command_line.unread import unread_of
from engine.core.errors import InputTextError
from engine.evaluators.suites import PUBLISHED
from engine.files.layout import given_layout
from engine.flow.measurement import measure
from engine.measures.arena import replication
from engine.measures.arena.commands.evaluators import (
    AUTO,
    DEFAULT_EVALUATORS,
    DEFAULT_READING,
    EvaluatorDtypeOption,
    EvaluatorsOption,
    Judges,
    ReadingOption,
    judges_of,
    note,
)
from engine.measures.arena.commands.prompts import (
    ColumnsOption,
    PromptsOption,
    QuotedOption,
    SubsetOption,
    given_prompts,
)
from engine.measures.arena.commands.shown import check_out, keep_here, show_report, write_report
from engine.measures.arena.commands.unread import with_unread
from engine.measures.arena.settings import FILLS, MOST_COMPLETIONS, WORD, ArenaSettings
from engine.prompts.prompt import PromptSet, stratified
from engine.prompts.sets import BUNDLED

if TYPE_CHECKING:
    import pandas as pd

    from engine.flow.asking import Measurement
    from engine.measures.arena.judged import Judged


@with_model()
def run(
    context: typer.Context,
    prompts: PromptsOption = BUNDLED,
    subset: SubsetOption = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the subset and of the bootstrap.")] = 0,
    evaluators: EvaluatorsOption = DEFAULT_EVALUATORS,
    fill: Annotated[
        str, typer.Option(help=f"{' or '.join(FILLS)}: likeliest whole word, or likeliest token.")
    ] = WORD,
    top_k: Annotated[
        int, typer.Option(help=f"Words of a prompt that are judged, at most {MOST_COMPLETIONS}.")
    ] = 1,
    quoted: QuotedOption = False,
    columns: ColumnsOption = "",
    values: ValuesOption = "",
    sheet: SheetOption = "",
    no_header: NoHeaderOption = False,
    reading: ReadingOption = DEFAULT_READING,
    evaluator_dtype: EvaluatorDtypeOption = AUTO,
    published: Annotated[
        bool,
        typer.Option(
            "--published",
            help="As the paper has it: its evaluators, the likeliest token, a quoted mask, flags "
            "pooled.",
        ),
    ] = False,
    out: Annotated[
        str, typer.Option(help="JSON file of the report; its rows go beside it."), Fact.ELSEWHERE
    ] = "",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Have a model complete prompts about people, judge the sentences and report flag rates."""
    check_out(out)
    if fill not in FILLS:  # completions that are given have no model
        raise InputTextError(f"--fill is {' or '.join(FILLS)}; got {fill!r}.")
    if published:
        _check_published(context)
        evaluators, settings = PUBLISHED, replication.SETTINGS
    else:
        settings = ArenaSettings(fill, top_k, quoted, reading)
    judges = judges_of(evaluators, subject, evaluator_dtype)
    layout = given_layout(sheet, no_header)
    chosen = stratified(given_prompts(prompts, columns, values, layout), subset, seed)
    for sentence in chosen.notes:
        typer.echo(sentence, err=True)
    report = make_report(subject, chosen, judges, settings, seed, out)
    if not subject.no_cache:
        keep_here(report)
    if json_:
        write_json(report)
    else:
        show_report(report)


def _check_published(context: typer.Context) -> None:
    """Refuse options that were typed beside the one that sets them, whatever they say."""
    for name in ("evaluators", *replication.SETTINGS.identity()):
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            option = f"--{name.replace('_', '-')}"
            value = context.params[name]
            got = option if value is True else f"{option} {value}"
            raise InputTextError(
                f"--published sets {option} itself; got {got}. Leave out one of the two."
            )


def make_report(
    subject: Subject,
    prompts: PromptSet,
    judges: Judges,
    settings: ArenaSettings,
    seed: int,
    out: str = "",
) -> dict[str, Any]:
    """The report of the model that the options name, written where `out` says."""
    from engine.flow.model_notes import stored_notes
    from engine.flow.stored import check_kind
    from engine.measures.arena import run as arena
    from engine.measures.arena.completion import MEASURE
    from engine.measures.arena.judged import rows_of

    check_kind(MEASURE, subject.spec, [], {})
    suite, classify, stages = judges.suite, judges.classifiers, judges.stages
    stages.begin(subject.label)

    def ask(name: str, items: list[Any], params: dict[str, Any]) -> Measurement:
        model, store = subject.lm, subject.store
        found = measure(
            name, subject.spec, items, params, model, store, stages.within, stages.expect
        )
        subject.note(found.manifest)
        return found

    @cache
    def judged() -> Judged:
        return arena.run(ask, prompts, suite, settings, classify, stages, subject.release, note)

    given = (prompts, suite, settings, subject.spec, judges.planned(), seed, judges.used)
    report = arena.report_of_judged(judged, subject.derive, *given)
    # Also of a report that was kept whole.
    subject.note({"notes": stored_notes(subject.spec, subject.store), "device": None})
    asked = [p.quoted().sentence if settings.quoted else p.sentence for p in prompts.prompts]
    unread = unread_of(subject, asked)
    report = with_unread(report, [[sentence] for sentence in asked], judges, unread)
    if out:
        write_report(report, _with_words(rows_of(judged()), asked, unread), out)
    classify.release()
    return report


def _with_words(rows: pd.DataFrame, asked: list[str], unread: list[list[str]]) -> pd.DataFrame:
    """The rows with the words that the model cannot read, if there are any."""
    if not any(unread):
        return rows
    words = {sentence: " ".join(found) for sentence, found in zip(asked, unread, strict=True)}
    return rows.assign(unread_words=rows["sentence"].map(words))
