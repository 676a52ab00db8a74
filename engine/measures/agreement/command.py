"""`agreement`: whose answers to cloze sentences a model shares, by group and language."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.given import check_used
from engine.command_line.inputs import check_named, check_table, is_count, split_words, stdin_bytes
from engine.command_line.options import (
    CompareMaskOption,
    NoHeaderOption,
    RejectedOption,
    SheetOption,
    with_model,
)
from engine.command_line.output import say_of_table, say_written, write_json
from engine.command_line.subject import Subject, name_each
from engine.command_line.unread import unread_note, unread_of, unread_report
from engine.core.errors import InputTextError
from engine.core.paths import exists
from engine.files.layout import LAYOUT, USUAL, Layout, given_layout, laid_out
from engine.files.table_file import FORMATS, save_table
from engine.measures.agreement.answering import CANDIDATES, MAX_PIECES, answer_params
from engine.measures.agreement.command_json import (
    ComparisonSettings,
    as_json,
    compare_with_model,
    warnings_of,
)
from engine.measures.agreement.command_text import show_agreement
from engine.measures.agreement.data.sets import SIMULATED
from engine.measures.agreement.figures import score_rows
from engine.statistics import DRAWS

if TYPE_CHECKING:
    import pandas as pd


_BUNDLED = "bundled"  # as other commands name what comes with Biascope
_STDIN = "-"


@with_model()
def agreement(
    files: Annotated[
        list[str],
        typer.Argument(help="Sets by name, or files: CSV, TSV or JSONL of answers; - for stdin."),
        Names.FILE,
    ],
    group_by: Annotated[
        str,
        typer.Option(help="Attributes to group by, crossed: gender,native or age:30/50."),
        Fact.AFTERWARDS,
    ] = "",
    columns: Annotated[
        str, typer.Option(help="Columns by name, as sentence=A,answer=B,annotator=C.")
    ] = "",
    sheet: SheetOption = "",
    no_header: NoHeaderOption = False,
    language: Annotated[
        str, typer.Option(help="Language of sentences for which no column or file name gives it.")
    ] = "",
    encoding: Annotated[str, typer.Option(help="Encoding of the files; detected by default.")] = "",
    case: Annotated[
        bool, typer.Option("--case", help="Keep Haus and haus apart."), Fact.AFTERWARDS
    ] = False,
    k: Annotated[
        str,
        typer.Option("--k", help="Further first candidates to count, as 3,10."),
        Fact.AFTERWARDS,
    ] = "",
    candidates: Annotated[
        int, typer.Option(min=1, help="Words of the model kept per sentence.")
    ] = CANDIDATES,
    pieces: Annotated[int, typer.Option(min=1, help="Most pieces of a candidate.")] = MAX_PIECES,
    fewest_annotators: Annotated[
        int,
        typer.Option(min=1, help="Groups with fewer in a language are left out there."),
        Fact.AFTERWARDS,
    ] = 2,
    compare: Annotated[
        str, typer.Option(help="A second model on the same sentences."), Names.MODEL
    ] = "",
    compare_mask: CompareMaskOption = "",
    draws: Annotated[int, typer.Option(min=20, help="Bootstrap draws."), Fact.AFTERWARDS] = DRAWS,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap."), Fact.AFTERWARDS] = 0,
    out: Annotated[
        Path | None, typer.Option(help=f"Table of the results to write: {FORMATS}."), Fact.ELSEWHERE
    ] = None,
    rejected: RejectedOption = None,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Whose answers to cloze sentences a model shares: groups of annotators, by language."""
    for path in (out, rejected):
        check_table(path)
    asked = ComparisonSettings(
        by=tuple(split_words(group_by)),
        fold=not case,
        least=fewest_annotators,
        ks=ranks(k),
        params=answer_params(candidates, pieces),
        seed=seed,
        draws=draws,
    )
    layout = given_layout(sheet, no_header)
    answers = read_given_answers(files, columns, language, encoding, rejected, layout)
    asked.groups(answers)  # refuse an attribute before the model is loaded
    second = subject.other(compare, compare_mask) if compare or compare_mask else None
    if second is not None:
        name_each([subject, second])
    found = compare_with_model(subject, answers, asked)
    other = None if second is None else compare_with_model(second, answers, asked)
    report = as_json(files, asked, found, other)
    unread = unread_of(subject, list(dict.fromkeys(answers["sentence"])))
    report |= unread_report(unread)
    if out is not None:
        save_table(score_rows(report["groups"]), out)
        say_written(out)
    if json_:
        for warning in warnings_of(report):
            typer.echo(warning, err=True)
        write_json(report)
        return
    show_agreement(report)
    if note := unread_note(unread):
        typer.echo(note)


def read_given_answers(
    files: list[str],
    columns: str = "",
    language: str = "",
    encoding: str = "",
    rejected: Path | None = None,
    layout: Layout = USUAL,
) -> pd.DataFrame:
    """The answers that the user named: sets, files, standard input, or several of them.

    Args:
        rejected: where to write the rows that cannot be read.
    """
    import pandas as pd

    from engine.measures.agreement.data.file import COLUMNS, one_spelling_each, read_answers
    from engine.measures.agreement.data.sets import answer_sets, join_answers, load_answers

    sets = {entry.name: entry.name for entry in answer_sets()} | {_BUNDLED: SIMULATED}
    tables, bad = [], []
    if all(file in sets and not exists(file) for file in files):
        check_used("a file of your own", "--columns", *LAYOUT, "--encoding", "--language")
    for file in files:
        check_named(file, sets)
        if file in sets and not exists(file):
            tables.append(load_answers(sets[file]))
            continue
        source: str | bytes = stdin_bytes() if file == _STDIN else file
        name = "stdin" if file == _STDIN else None
        given = laid_out(source, layout)
        data = read_answers(given, name, COLUMNS.mapping(columns), encoding or None, language)
        say_of_table(data)
        if len(data.rejected):
            bad.append(data.rejected.assign(file=data.name))
        tables.append(data.answers)
    if rejected is not None and bad:
        save_table(pd.concat(bad, ignore_index=True).fillna(""), rejected)
        say_written(rejected)
    whole = join_answers(tables)
    if len(tables) > 1:  # a group may be written in one way in each file
        for note in one_spelling_each(whole):
            typer.echo(note, err=True)
    if whole.empty:
        raise InputTextError(f"{', '.join(files)} holds no answer that can be compared.")
    return whole


def ranks(text: str) -> tuple[int | None, ...]:
    """Numbers of first candidates: those always shown, and those of `3,10`."""
    from engine.measures.agreement.scores import ANY, RANKS

    parts = [part for part in split_words(text) if part != "any"]  # it is shown anyway
    for part in parts:
        if not is_count(part):
            raise InputTextError(f"--k is written as 3,10, whole numbers above 0; got {part!r}.")
    return (*sorted({k for k in (*RANKS, *map(int, parts)) if k is not None}), ANY)
