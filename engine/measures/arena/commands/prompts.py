"""`arena prompts`: the set of prompts, counted or written."""

from __future__ import annotations

from typing import Annotated

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.given import check_used
from engine.command_line.inputs import check_table
from engine.command_line.options import JsonOption, NoHeaderOption, SheetOption, ValuesOption
from engine.command_line.output import write_json, write_table
from engine.core.paths import place_for
from engine.core.wording import counted
from engine.files.layout import LAYOUT, Layout, given_layout
from engine.files.mapping import parse_values
from engine.files.table_file import FORMATS, save_table
from engine.prompts.file import COLUMNS
from engine.prompts.prompt import PromptSet, stratified
from engine.prompts.sets import BUNDLED, OTHERS, load_prompts

PromptsOption = Annotated[
    str,
    typer.Option("--prompts", help=f"{', '.join((BUNDLED, *OTHERS))}, or a CSV file."),
    Names.FILE,
]
ColumnsOption = Annotated[
    str, typer.Option("--columns", help="Columns of a file by name, as sentence=A,group=B.")
]
SubsetOption = Annotated[
    int | None,
    typer.Option("--subset", help="Draw N prompts, in proportion to groups and sentence types."),
]
PromptsSeedOption = Annotated[int, typer.Option("--seed", min=0, help="Seed of the subset.")]
QuotedOption = Annotated[
    bool, typer.Option("--quoted", help="Put quotation marks around the mask.")
]


def given_prompts(name: str, columns: str, values: str, layout: Layout) -> PromptSet:
    """The prompts that options name: a set, or a file and what its columns and values mean."""
    if name in (BUNDLED, *OTHERS):
        check_used("a file of your own", "--columns", "--values", *LAYOUT)
    return load_prompts(name, COLUMNS.mapping(columns), parse_values(values), layout)


def prompts(
    name: PromptsOption = BUNDLED,
    subset: SubsetOption = None,
    seed: PromptsSeedOption = 0,
    quoted: QuotedOption = False,
    columns: ColumnsOption = "",
    values: ValuesOption = "",
    sheet: SheetOption = "",
    no_header: NoHeaderOption = False,
    out: Annotated[str, typer.Option(help=f"Table to write ({FORMATS})."), Fact.ELSEWHERE] = "",
    json_: JsonOption = False,
) -> None:
    """The prompts of a set, counted by category, group and sentence type, or written as a table."""
    check_table(out)
    if subset is None:
        check_used("--subset, of whose draw it is", "--seed")
    layout = given_layout(sheet, no_header)
    chosen = stratified(given_prompts(name, columns, values, layout), subset, seed)
    if out:
        _write(chosen, quoted, out)
    if json_:
        about = {"quoted": quoted, "notes": list(chosen.notes)}
        write_json({**chosen.identity(), **chosen.counts(), **about})
        return
    _show(chosen)
    if out:
        typer.echo(f"Written to {out}.")


def _write(chosen: PromptSet, quoted: bool, out: str) -> None:
    import pandas as pd

    shown = [prompt.quoted() if quoted else prompt for prompt in chosen.prompts]
    rows = [[getattr(prompt, role) for role in COLUMNS.names] for prompt in shown]
    save_table(pd.DataFrame(rows, columns=list(COLUMNS.names)), place_for(out))


def _show(chosen: PromptSet) -> None:
    counts = chosen.counts()
    drawn = f", drawn with seed {chosen.drawn['seed']}" if chosen.drawn else ""
    version = f" (version {chosen.version})" if chosen.version else ""
    typer.echo(f"{counted(counts['n'], 'prompt')} of {chosen.name}{version}{drawn}\n")
    for title, key in (("category", "by_category"), ("sentence type", "by_sentence_type")):
        rows = [[entry, f"{number:,}"] for entry, number in counts[key].items()]
        write_table(f"By {title}", [title, "prompts"], rows)
        typer.echo()
    groups = len(counts["by_group"])
    licence = f" Licence: {chosen.licence}." if chosen.licence else ""
    typer.echo(f"{groups:,} {'group' if groups == 1 else 'groups'}.{licence}")
    typer.echo(f"Digest: {chosen.digest}")
    for note in chosen.notes:
        typer.echo(note)
