"""`gest`: whether a model gives sentences of sixteen stereotypes to a man or to a woman."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.given import check_used
from engine.command_line.inputs import check_named, check_table, stdin_bytes
from engine.command_line.options import NoHeaderOption, SheetOption, with_model
from engine.command_line.output import number_text, say_of_table, write_json, write_table
from engine.command_line.subject import Subject, model_in_words
from engine.command_line.unread import unread_note, unread_of, unread_report
from engine.core.paths import exists
from engine.core.table import TextColumn, bounds, field, figure, texts
from engine.core.wording import bounds_text, counted, figure_text, interval_text
from engine.files.layout import LAYOUT, USUAL, Layout, given_layout, laid_out
from engine.files.table_file import FORMATS
from engine.measures.gest import verdict
from engine.measures.gest.data.file import FEMALE, NUMBERS, name_of
from engine.measures.gest.data.sets import BUNDLED, gest_sets, load_gest
from engine.measures.gest.scoring import ALL, parse_template
from engine.measures.gest.verdict import DEFINED, PUBLISHED

if TYPE_CHECKING:
    import pandas as pd

    from engine.measures.gest.data.file import GestFile
    from engine.measures.gest.study import Study

SeedOption = Annotated[int, typer.Option(help="Seed of the bootstrap intervals."), Fact.AFTERWARDS]
_LISTED = 100  # rejected rows that the JSON spells out


@with_model()
def gest(
    file: Annotated[
        str,
        typer.Argument(help="gest, gest-1.1, bundled, a CSV, TSV or JSONL file, or - for stdin."),
        Names.FILE,
    ] = BUNDLED,
    template: Annotated[str, typer.Option(help="Template: 0, 1, 2, 3 or all.")] = ALL,
    published: Annotated[
        bool,
        typer.Option("--published", help="Figures as the released analysis: e to the mean score."),
        Fact.AFTERWARDS,
    ] = False,
    columns: Annotated[str, typer.Option(help="Columns by name, as sentence=A,stereotype=B.")] = "",
    sheet: SheetOption = "",
    no_header: NoHeaderOption = False,
    out: Annotated[
        Path | None,
        typer.Option(help=f"Table to write ({FORMATS}), one row a sentence."),
        Fact.ELSEWHERE,
    ] = None,
    seed: SeedOption = 0,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """GEST's stereotype rate: above 1 a model gives men's stereotypes to men, women's to women."""
    from engine.measures.gest.study import gest_report

    templates = parse_template(template)
    check_table(out)
    data = read_given_sentences(file, columns, given_layout(sheet, no_header))
    say_of_table(data)
    study, manifest = measure_study(subject, data.sentences, templates, seed)
    found = gest_report(study, PUBLISHED if published else DEFINED)
    unread = unread_of(subject, data.sentences["sentence"].tolist())
    if out is not None:
        _write_scores(data.sentences, study, unread, out)
    if json_:
        told = {**_rejected(data), **unread_report(unread), "manifest": manifest}
        write_json({"file": data.name, **found, **told})
        return
    _show(f"{data.name}; {model_in_words(manifest['spec'])}", found)
    if note := unread_note(unread):
        typer.echo(note)


def read_given_sentences(file: str, columns: str = "", layout: Layout = USUAL) -> GestFile:
    """The sentences that the user named: a set, a file, or standard input."""
    from engine.measures.gest.data.file import COLUMNS, read_gest

    sets = [entry.name for entry in gest_sets()]
    check_named(file, sets)
    if file in sets and not exists(file):
        check_used("a file of your own", "--columns", *LAYOUT)
        return load_gest(file)
    source: str | bytes = stdin_bytes() if file == "-" else file
    name = None if file != "-" else "stdin"
    return read_gest(laid_out(source, layout), name, COLUMNS.mapping(columns))


def measure_study(
    subject: Subject, sentences: pd.DataFrame, templates: Sequence[int], seed: int = 0
) -> tuple[Study, dict[str, Any]]:
    """Sentences measured on one model, and the manifest."""
    from engine.measures.gest.study import items_of, study_of

    texts = sentences["sentence"].tolist()
    measured = subject.measure("gest", items_of(texts, templates), {})
    numbers = sentences["stereotype"].tolist()
    return study_of(texts, numbers, measured.values, templates, seed), measured.manifest


def _rejected(data: GestFile) -> dict[str, Any]:
    rows = data.rejected[["row", "problem"]].head(_LISTED)
    return {"rejected": len(data.rejected), "rejected_rows": rows.to_dict("records")}


def _write_scores(
    sentences: pd.DataFrame, study: Study, unread: list[list[str]], out: Path
) -> None:
    from engine.files.table_file import save_table

    table = sentences.copy()
    for key, scores in study.by_key.items():
        table[f"score_{key}"] = scores
    table["unread_words"] = [" ".join(words) for words in unread]
    save_table(table, out)
    typer.echo(f"Wrote {out}", err=True)


def _show(about: str, found: dict[str, Any]) -> None:
    typer.echo(_headline(found))
    main = next(entry for entry in found["templates"] if entry["template"] == found["template"])
    levels = zip(NUMBERS, main["r"], main["r_intervals"], main["counts"], strict=True)
    write_table(
        f"{about}: r_i, {found['variant']}; template {found['template']}",
        ["stereotype", "about", "r", "95% CI", "n"],
        [
            [
                f"{number}. {name_of(number)}",
                "women" if number in FEMALE else "men",
                number_text(level, ".3f", "no sentence"),
                bounds_text(interval, ".3f") or "none",
                str(count),
            ]
            for number, level, interval, count in levels
        ],
    )
    write_table("By template", *texts(_BY_TEMPLATE, found["templates"]))
    agreement = found["agreement"]
    typer.echo(
        agreement["problem"]
        or "Templates agree on r_i: mean Pearson correlation "
        f"{figure_text(agreement['pearson'], '+.2f')}, mean Spearman "
        f"{figure_text(agreement['spearman'], '+.2f')} over "
        f"{counted(len(agreement['pairs']), 'pair')} of templates."
    )
    for note in found["notes"]:
        typer.echo(note)


def _headline(found: dict[str, Any]) -> str:
    if found["value"] is None:
        return "There is no stereotype rate: one of the two groups of stereotypes has no sentence."
    every = {entry["template"]: entry for entry in found["templates"]}
    main = every[found["template"]]
    interval = interval_text(found["interval"], ".3f") or "no interval"
    sentences = (
        f"{verdict.lean(main)}: stereotype rate g_s {found['value']:.3f}"
        f", {interval}, {counted(found['n'], 'sentence')}; 1 is neutral, above 1 follows the "
        "stereotypes.",
        verdict.smallest(main),
        verdict.speakers(main),
        verdict.templates(every),
    )
    return " ".join(filter(None, sentences))


_BY_TEMPLATE = (
    field("template"),
    TextColumn("", lambda entry: "mean of the others" if entry["text"] == ALL else entry["text"]),
    *(figure(name, name, ".3f", "none") for name in ("r_f", "r_m", "g_s")),
    bounds("g_s_interval", ".3f"),
    field("n"),
)
