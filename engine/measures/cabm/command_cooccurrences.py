"""`cooccurrences`: count targets and group words in texts, for the PMI of `cabm`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from engine.command_line.facts import Fact
from engine.command_line.given import check_used
from engine.command_line.inputs import check_table
from engine.command_line.options import JsonOption, SheetOption, ValuesOption
from engine.command_line.output import write_json, write_table
from engine.core.wording import counted
from engine.files.table_file import FORMATS, save_table
from engine.measures.cabm.command_tables import listed_targets
from engine.measures.cabm.data.cooccurrence import cooccurrences, sentences_of
from engine.measures.cabm.data.corpora import bundled_counts
from engine.measures.cabm.data.counts_file import counts_frame
from engine.measures.cabm.data.sentences import GENDER_WRITTEN, parse_groups
from engine.words.contexts import corpus_lines

GroupsOption = Annotated[
    str, typer.Option(help="Two groups and their words, as male=he,him,his;female=she,her,hers.")
]


def count_texts(
    files: Annotated[list[str], typer.Argument(help="Text files, plain or .gz.")],
    targets: Annotated[str, typer.Option(help="File of targets; occupations by default.")] = "",
    columns: Annotated[
        str, typer.Option(help="Columns of the targets by name, as occupation=A,list=B.")
    ] = "",
    values: ValuesOption = "",
    sheet: SheetOption = "",
    groups: GroupsOption = GENDER_WRITTEN,
    corpus: Annotated[str, typer.Option(help="What to call these texts.")] = "",
    out: Annotated[str, typer.Option(help=f"Table to write ({FORMATS})."), Fact.ELSEWHERE] = "",
    json_: JsonOption = False,
) -> None:
    """Number of sentences that hold each target, alone and with each group."""
    check_table(out)
    chosen = parse_groups(groups)
    if targets:
        note = partial(typer.echo, err=True)
        wanted = list(listed_targets(targets, sheet, columns, values, chosen, note))
    else:
        check_used("--targets, a file", "--columns", "--values", "--sheet")
        wanted = list(bundled_counts().targets)

    def sentences() -> Iterator[str]:
        for file in files:
            yield from sentences_of(corpus_lines(file))

    title = corpus or ", ".join(Path(file).name for file in files[:3])
    counts = cooccurrences(sentences(), wanted, chosen, title)
    if out:
        save_table(counts_frame(counts), out)
    if json_:
        write_json(asdict(counts))
        return
    write_table(
        f"{counted(counts.sentences, 'sentence')}, {counts.first:,} with a word of "
        f"{chosen.names[0]}, "
        f"{counts.second:,} with one of {chosen.names[1]}",
        ["target", "sentences", f"with {chosen.names[0]}", f"with {chosen.names[1]}"],
        [[target, *map(str, numbers)] for target, numbers in counts.targets.items()],
    )
