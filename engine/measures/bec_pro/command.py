"""`bec-pro`: how much a profession raises or lowers the probability of a person's gender."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.given import check_used
from engine.command_line.inputs import check_named, check_table
from engine.command_line.options import NoHeaderOption, SheetOption, ValuesOption, with_model
from engine.command_line.output import over_bounds, write_json, write_table
from engine.command_line.subject import Subject, model_in_words
from engine.command_line.unread import unread_note, unread_of, unread_report
from engine.core.wording import counted, figure_text, interval_text, listed, p_equals, p_text
from engine.files.layout import LAYOUT, given_layout
from engine.files.mapping import parse_values
from engine.files.table_file import FORMATS, save_table
from engine.measures.bec_pro.data.file import COLUMNS
from engine.measures.bec_pro.data.sentences import sampled
from engine.measures.bec_pro.data.sets import BUNDLED, LANGUAGES, SETS, load_professions
from engine.measures.bec_pro.report import (
    MEASURE,
    QUESTION,
    associations,
    bec_pro_smallest,
    bec_pro_verdict,
    items_of,
    unknown_persons,
)
from engine.measures.cabm.command_text import employment_text


@with_model()
def bec_pro(
    file: Annotated[
        str,
        typer.Argument(help=f"{' or '.join(SETS)}, or a file with the columns of BEC-Pro."),
        Names.FILE,
    ] = BUNDLED,
    language: Annotated[str, typer.Option(help=f"Of BEC-Pro: {' or '.join(LANGUAGES)}.")] = "en",
    columns: Annotated[
        str, typer.Option(help="Columns of a file by name, as Sentence=A,Person=B.")
    ] = "",
    values: ValuesOption = "",
    sheet: SheetOption = "",
    no_header: NoHeaderOption = False,
    sample: Annotated[
        int, typer.Option(min=0, help="Only so many professions, drawn from every group; 0: all.")
    ] = 0,
    seed: Annotated[
        int, typer.Option(help="Seed of the sample and of bootstraps."), Fact.AFTERWARDS
    ] = 0,
    out: Annotated[
        str, typer.Option(help=f"Table to write ({FORMATS}), one row a sentence."), Fact.ELSEWHERE
    ] = "",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Association of person words with professions, by profession group and gender (BEC-Pro)."""
    from engine.measures.bec_pro.report import bec_pro_report

    check_table(out)
    check_named(file, SETS)
    if file not in SETS:
        check_used("the sentences of a set", "--language")
    else:
        check_used("a file of your own", "--columns", "--values", *LAYOUT)
    layout, mapping = given_layout(sheet, no_header), COLUMNS.mapping(columns)
    data = load_professions(file, language, mapping, parse_values(values), layout)
    if sample:
        data = sampled(data, sample, seed)
    measured = subject.measure(MEASURE, items_of(data), {})
    frame = associations(data, measured.values)
    unknown = unknown_persons(data, frame)
    unread = dict(zip(data.texts, unread_of(subject, data.texts), strict=True))
    found = bec_pro_report(data, frame, seed) | {"unknown_persons": unknown}
    found |= unread_report([unread[text] for text in data.texts])
    if out:
        lacking = [" ".join(unread[sentence]) for sentence in frame["sentence"]]
        save_table(frame.assign(unread_words=lacking), Path(out))
    for note in data.notes:
        typer.echo(note, err=True)
    if unknown:
        typer.echo(f"Not in the model's vocabulary, left out: {listed(unknown)}.", err=True)
    if note := unread_note([unread[text] for text in data.texts]):
        typer.echo(note, err=True)
    if json_:
        write_json(found | {"manifest": measured.manifest})
        return
    _show(found, model_in_words(measured.manifest["spec"]))


def _show(found: dict[str, Any], model: str) -> None:
    data, parts = found["data"], found["parts"]
    write_table(
        f"Association with professions, {data['title']}: "
        f"{counted(data['professions'], 'profession')}, "
        f"{counted(data['scored'], 'sentence')} (nats); {model}",
        ["professions", "n", "male person", "female person", "difference", "signed-rank test"],
        [
            [
                entry["group"],
                str(entry["n"]),
                *(_mean(entry[name]) for name in ("male", "female", "difference")),
                _test(entry["test"]),
            ]
            for entry in parts["groups"]
        ],
    )
    by_gap = sorted(parts["professions"], key=lambda row: -row["gap"])
    write_table(
        "Farthest toward male, and toward female (male minus female, nats)",
        ["profession", "listed as", "difference"],
        [
            [row["profession"], row["group"], figure_text(row["gap"], "+.2f")]
            for row in (by_gap if len(by_gap) <= 10 else [*by_gap[:5], *by_gap[-5:]])
        ],
    )
    typer.echo(f"{QUESTION} {bec_pro_verdict(parts['groups'])}")
    if smallest := bec_pro_smallest(parts["groups"]):
        typer.echo(smallest)
    typer.echo(
        f"Male list minus female list: {figure_text(found['value'], '+.3f')} nats "
        f"({interval_text(found['interval'], '+.3f') or 'no interval'}, n {found['n']}); 0 is "
        "neutral, above 0 is toward the stereotype."
    )
    typer.echo(employment_text(found["employment"]))


def _mean(entry: dict[str, Any]) -> str:
    return over_bounds(entry["mean"], entry["interval"], "+.3f", "+.2f")


def _test(test: dict[str, Any]) -> str:
    if test["p"] is None:
        return "too few"
    tested = f"{p_equals(test['p'])} (Holm {p_text(test['p_holm'])})"
    return f"W {test['w']:.0f}, {tested}, r {figure_text(test['r'], '+.2f')}"
