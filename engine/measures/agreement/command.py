"""`agreement`: whose answers to cloze sentences a model shares, by group and language."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.inputs import check_folder, check_named, is_count, split_words, stdin_bytes
from engine.command_line.options import with_model
from engine.command_line.output import write_json
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError
from engine.core.paths import exists
from engine.measures.agreement.answering import CANDIDATES, MAX_PIECES, answer_params
from engine.measures.agreement.command_json import as_json, tidy, warnings_of
from engine.measures.agreement.command_text import show
from engine.measures.agreement.data.sets import SIMULATED
from engine.measures.pairs.command_text import rejection_text
from engine.statistics import DRAWS

if TYPE_CHECKING:
    import pandas as pd

    from engine.measures.agreement.figures import Agreement

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
    compare_mask: Annotated[
        str,
        typer.Option(help="Heads to mask in the second model; alone, in the same model."),
        Names.MASK,
    ] = "",
    draws: Annotated[int, typer.Option(min=20, help="Bootstrap draws."), Fact.AFTERWARDS] = DRAWS,
    seed: Annotated[int, typer.Option(help="Seed of the bootstrap."), Fact.AFTERWARDS] = 0,
    out: Annotated[
        Path | None, typer.Option(help="CSV file of the results to write."), Fact.ELSEWHERE
    ] = None,
    rejected: Annotated[
        Path | None,
        typer.Option(help="CSV file for the rows that cannot be read."),
        Fact.ELSEWHERE,
    ] = None,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Whose answers to cloze sentences a model shares: groups of annotators, by language."""
    from engine.files.export import write_csv

    for path in (out, rejected):
        check_folder(path)
    asked = Asked(
        by=tuple(split_words(group_by)),
        fold=not case,
        least=fewest_annotators,
        ks=ranks(k),
        params=answer_params(candidates, pieces),
        seed=seed,
        draws=draws,
    )
    answers = read(files, columns, language, encoding, rejected)
    asked.groups(answers)  # refuse an attribute before the model is loaded
    found, manifest = compared(subject, answers, asked)
    other = None
    if compare or compare_mask:
        second = subject.other(compare, compare_mask)
        other = compared(second, answers, asked)
    report = as_json(files, asked, found, manifest, other)
    if out is not None:
        write_csv(tidy(report["groups"]), out)
        typer.echo(f"Wrote {out}", err=True)
    if json_:
        for warning in warnings_of(report):
            typer.echo(warning, err=True)
        write_json(report)
        return
    show(report)


@dataclass(frozen=True)
class Asked:
    """How answers and a model are compared.

    Args:
        by: attributes that make the groups.
        fold: words are compared without case.
        least: groups with fewer annotators in a language are left out there.
        ks: numbers of first candidates.
        params: of the measure.
    """

    by: tuple[str, ...]
    fold: bool
    least: int
    ks: tuple[int | None, ...]
    params: dict[str, Any]
    seed: int
    draws: int

    def groups(self, answers: pd.DataFrame) -> pd.Series:
        """[answer] its group."""
        from engine.measures.agreement.groups import grouped

        return grouped(answers, self.by)


@dataclass(frozen=True, eq=False)
class Compared:
    """Answers compared with one model.

    Args:
        agreement: without the groups that are too small.
        left_out: those, as `group`, `language` and `annotators`.
    """

    agreement: Agreement
    left_out: list[dict[str, Any]]


def compared(
    subject: Subject, answers: pd.DataFrame, asked: Asked
) -> tuple[Compared, dict[str, Any]]:
    """The answers compared with what a model gives, and the manifest."""
    from engine.measures.agreement.figures import Agreement
    from engine.measures.agreement.table import items_of, scored_table

    found = subject.measure("cloze_answers", items_of(answers), asked.params)
    table = scored_table(answers, found.values, asked.groups(answers), asked.fold)
    sizes = table.groupby(["language", "group"])["annotator"].transform("nunique")
    small = table[sizes < asked.least].groupby(["language", "group"])["annotator"].nunique()
    left_out = [
        {
            "group": str(row["group"]),
            "language": str(row["language"]),
            "annotators": int(row["annotator"]),
        }
        for row in small.reset_index().to_dict("records")
    ]
    kept = Agreement(table[sizes >= asked.least], asked.ks, asked.seed, asked.draws)
    return Compared(kept, left_out), found.manifest


def read(
    files: list[str],
    columns: str = "",
    language: str = "",
    encoding: str = "",
    rejected: Path | None = None,
) -> pd.DataFrame:
    """The answers that the user named: sets, files, standard input, or several of them.

    Args:
        rejected: where to write the rows that cannot be read.
    """
    import pandas as pd

    from engine.files.export import write_csv
    from engine.measures.agreement.data.columns import mapping_of
    from engine.measures.agreement.data.file import read_answers
    from engine.measures.agreement.data.sets import answer_sets, joined, load_answers

    sets = {entry.name: entry.name for entry in answer_sets()} | {_BUNDLED: SIMULATED}
    tables, bad = [], []
    for file in files:
        check_named(file, sets)
        if file in sets and not exists(file):
            tables.append(load_answers(sets[file]))
            continue
        source: str | bytes = stdin_bytes() if file == _STDIN else file
        name = "stdin" if file == _STDIN else None
        data = read_answers(source, name, mapping_of(columns), encoding or None, language)
        for note in data.notes:
            typer.echo(f"{data.name}: {note}", err=True)
        if len(data.rejected):
            typer.echo(rejection_text(data.name, data.rejected), err=True)
            bad.append(data.rejected.assign(file=data.name))
        tables.append(data.answers)
    if rejected is not None and bad:
        write_csv(pd.concat(bad, ignore_index=True).fillna(""), rejected)
        typer.echo(f"Wrote {rejected}", err=True)
    whole = joined(tables)
    if whole.empty:
        raise InputTextError(f"{', '.join(files)} holds no answer that can be compared.")
    return whole


def ranks(text: str) -> tuple[int | None, ...]:
    """Numbers of first candidates: those always shown, and those of `3,10`."""
    from engine.measures.agreement.scores import ANY, RANKS

    found: list[int] = []
    for part in split_words(text):
        if part == "any":
            continue  # shown anyway
        if not is_count(part):
            raise InputTextError(f"--k is written as 3,10, whole numbers above 0; got {part!r}.")
        found.append(int(part))
    known = sorted({k for k in (*RANKS, *found) if k is not None})
    return (*known, ANY)
