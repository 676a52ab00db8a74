"""`arena score`: completions made elsewhere, judged and reported."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from engine.command_line.facts import Fact
from engine.command_line.options import NoHeaderOption, SheetOption, ValuesOption, with_model
from engine.command_line.output import write_json
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.files.layout import given_layout, laid_out
from engine.files.mapping import parse_values
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
from engine.measures.arena.commands.prompts import ColumnsOption
from engine.measures.arena.commands.shown import check_out, keep_here, show_report, write_report
from engine.measures.arena.commands.unread import with_unread
from engine.measures.arena.settings import FILLS, GIVEN, ArenaSettings

_MOST_MODELS = 100


@with_model("model", "mask", "dtype")
def score(
    file: Annotated[
        str,
        typer.Argument(
            metavar="COMPLETIONS.csv",
            help="Columns category, group, sentence; sentence_type, completion, model.",
        ),
    ],
    evaluators: EvaluatorsOption = DEFAULT_EVALUATORS,
    fill: Annotated[
        str,
        typer.Option(
            help=f"How the words were chosen, to be ranked with such reports: {GIVEN}, "
            f"{' or '.join(FILLS)}."
        ),
    ] = GIVEN,
    columns: ColumnsOption = "",
    values: ValuesOption = "",
    sheet: SheetOption = "",
    no_header: NoHeaderOption = False,
    reading: ReadingOption = DEFAULT_READING,
    evaluator_dtype: EvaluatorDtypeOption = AUTO,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")] = 0,
    out: Annotated[
        str,
        typer.Option(help="JSON file of the report; of several models, one file each."),
        Fact.ELSEWHERE,
    ] = "",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Judge completions that were made elsewhere, by an assistant for example."""
    from engine.prompts.completions import COLUMNS, read_completions

    check_out(out)
    settings = ArenaSettings(fill, 1, False, reading)
    judges = judges_of(evaluators, subject, evaluator_dtype)
    given = read_completions(
        laid_out(file, given_layout(sheet, no_header)),
        lambda sentence: note(f"{Path(file).name}: {sentence}"),
        COLUMNS.mapping(columns),
        parse_values(values),
    )
    models = list(dict.fromkeys(entry.model for entry in given))
    if len(models) > _MOST_MODELS:
        raise InputTextError(
            f"{file} names {counted(len(models), 'model')}; at most {_MOST_MODELS} are judged "
            "together."
        )
    reports = _reports(file, given, judges, settings, seed, _places(out, models))
    judges.classifiers.release()
    if not subject.no_cache:
        for report in reports:
            keep_here(report)
    if json_:
        # One report is written as it is: with anything added its digest would not hold.
        write_json(reports[0] if len(reports) == 1 else {"reports": reports})
        return
    for report in reports:
        show_report(report)


def _reports(
    file: str,
    given: list[Any],
    judges: Judges,
    settings: ArenaSettings,
    seed: int,
    places: dict[str, str],
) -> list[dict[str, Any]]:
    from engine.measures.arena.elsewhere import judge_given
    from engine.measures.arena.judged import rows_of
    from engine.measures.arena.report import report_of
    from engine.measures.arena.run import lists_of, scored_manifest

    name = Path(file).name
    judges.planned()  # labels are checked before anything is judged
    suite, classify = judges.suite, judges.classifiers
    found = []
    for model, one in judge_given(name, given, suite, settings, classify, judges.stages).items():
        used = judges.used()
        manifest = scored_manifest(one.prompts, suite, used)
        named = {"name": model or Path(file).stem}
        report = dict(report_of(one, named, used | lists_of(suite), manifest, seed))
        report = with_unread(report, one.texts(), judges)
        if model in places:
            write_report(report, rows_of(one), places[model])
        found.append(report)
    return found


def _places(out: str, models: list[str]) -> dict[str, str]:
    """Where the report of each model is written: numbered where there are several."""
    if not out:
        return {}
    if len(models) == 1:
        return {models[0]: out}
    path = Path(out)
    return {
        model: str(path.with_name(f"{path.stem}-{number}{path.suffix}"))
        for number, model in enumerate(models, start=1)
    }
