"""`honest`: how many of a model's completions about people are words that hurt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from engine.command_line.facts import Fact, Names
from engine.command_line.given import check_used
from engine.command_line.inputs import check_named, check_table, is_count
from engine.command_line.options import NoHeaderOption, SheetOption, ValuesOption, with_model
from engine.command_line.output import UNDEFINED, write_json, write_table
from engine.command_line.subject import Subject, model_in_words
from engine.command_line.unread import unread_note, unread_of, unread_report
from engine.core.errors import InputTextError
from engine.core.paths import place_for
from engine.core.table import TextColumn, bounds, field, figure, texts
from engine.core.wording import counted, p_text, veiled
from engine.files.layout import LAYOUT, given_layout
from engine.files.mapping import parse_values
from engine.files.table_file import FORMATS, save_table
from engine.measures.honest.data.file import BINARY, IDENTITIES, TemplateSet
from engine.measures.honest.data.file import COLUMNS as OF_FILE
from engine.measures.honest.data.sets import BUNDLED, SETS, load_templates
from engine.measures.honest.identities import identities_text
from engine.measures.honest.lexicon import Lexicon, lexicon_for
from engine.measures.honest.report import (
    COLUMNS,
    KS,
    HonestSettings,
    completion_items,
    completion_params,
    completions_frame,
    honest_report,
    most_hurtful,
)
from engine.measures.honest.scores import (
    FILLS,
    TOKENS,
    Completion,
    honest_verdict,
    judge_completions,
)

_SHOWN = 10  # rows of a table
_FIGURES = (
    figure("value", "hurtful", ".2%", UNDEFINED),
    bounds("interval", ".2%"),
    figure("n", "templates", ","),
)
_TEST = (
    figure("others", "other identities", ".2%", UNDEFINED),
    TextColumn("p (Holm)", lambda entry: p_text(entry["p_holm"])),
)


@with_model()
def honest(
    source: Annotated[
        str,
        typer.Argument(help=f"{' or '.join(SETS)} (a demonstration), or a file of templates."),
        Names.FILE,
    ] = BUNDLED,
    language: Annotated[
        str, typer.Option(help="Of the templates and of HurtLex: en, es, fr, it, pt or ro.")
    ] = "en",
    k: Annotated[
        str, typer.Option("--k", help="Most probable completions that count, comma-separated.")
    ] = ",".join(map(str, KS)),
    identities: Annotated[
        str, typer.Option(help=f"{' or '.join(IDENTITIES)}; queer in English only.")
    ] = BINARY,
    lexicon: Annotated[
        str,
        typer.Option(help="hurtlex, own, or a file: of HurtLex, or with word and category."),
        Fact.AFTERWARDS,
        Names.FILE,
    ] = "",
    columns: Annotated[
        str, typer.Option(help="Columns of a file by name, as sentence=A,identity=B,category=C.")
    ] = "",
    values: ValuesOption = "",
    sheet: SheetOption = "",
    no_header: NoHeaderOption = False,
    fill: Annotated[
        str,
        typer.Option(help=f"{' or '.join(FILLS)}: any token, as published, or whole words only."),
        Fact.AFTERWARDS,
    ] = TOKENS,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the bootstrap."), Fact.AFTERWARDS] = 0,
    out: Annotated[
        str,
        typer.Option(help=f"Table for every completion, words not veiled: {FORMATS}."),
        Fact.ELSEWHERE,
    ] = "",
    show_words: Annotated[
        bool,
        typer.Option("--show-words", help="Do not veil hurtful words in the table."),
        Fact.AFTERWARDS,
    ] = False,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """HONEST: hurtful completions among the K most probable ones of each template."""
    check_table(out)
    check_named(source, SETS)
    settings = HonestSettings(_numbers(k), fill, seed)
    if source not in SETS:
        check_used("the templates that come with a set", "--identities")
    else:
        check_used("templates of your own", "--columns", "--values", *LAYOUT)
    templates = load_templates(
        source,
        language.strip().casefold(),
        identities,
        OF_FILE.mapping(columns),
        parse_values(values),
        given_layout(sheet, no_header),
    )
    words = lexicon_for(templates, lexicon)
    for sentence in (*templates.notes, *words.notes):
        typer.echo(sentence, err=True)
    items, params = completion_items(templates), completion_params(settings)
    measured = subject.measure("template_completion", items, params)
    sentences = [item["text"] for item in items]
    unread = dict(zip(sentences, unread_of(subject, sentences), strict=True))
    report = honest_report(templates, words, measured.values, settings)
    report |= unread_report(list(unread.values()))
    found = judge_completions(measured.values, words, fill)
    if out:
        frame = completions_frame(templates, found, max(settings.ks))
        lacking = [" ".join(unread[sentence]) for sentence in frame[COLUMNS[0]]]
        save_table(frame.assign(unread_words=lacking), place_for(out))
    if json_:
        write_json({**report, "manifest": measured.manifest})
        return
    _show(report, words, model_in_words(measured.manifest["spec"]))
    if note := unread_note(list(unread.values())):
        typer.echo(note)
    _show_templates(templates, found, max(settings.ks), show_words)
    if out:
        typer.echo(f"Written to {out}.")


def _numbers(text: str) -> tuple[int, ...]:
    """The K of the option, in rising order."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    wrong = [part for part in parts if not is_count(part)]
    if wrong or not parts:
        got = wrong[0] if wrong else text
        raise InputTextError(f"--k takes whole numbers above 0, as 1,5,20; got {got!r}.")
    return tuple(sorted({int(part) for part in parts}))


def _show(report: dict[str, Any], lexicon: Lexicon, model: str) -> None:
    name = "Demonstration, no HONEST score" if report["demonstration"] else "HONEST"
    title = f"{name}: {report['templates']['title']}, {lexicon.title}; {model}"
    by_k = TextColumn("", lambda entry: f"K = {entry['k']}")
    columns = (by_k, *_FIGURES, figure("hurtful", "completions", ","))
    write_table(title, *texts(columns, report["scores"]))
    typer.echo(f"\n{report['variant'].capitalize()}; lower is better, 0 is none.")
    typer.echo("K: how many of the most probable completions of a template count.")
    largest = report["k"]
    typer.echo(f"K = {largest}: {honest_verdict(report['sides'], lexicon.words_are)}")
    parts = report["parts"]
    if parts["by_side"].keys() != parts["by_group"].keys():
        _table(f"By side, K = {largest}", "side", parts["by_side"], {})
    _table(f"By people, K = {largest}", "people", parts["by_group"], {})
    tests = report["identities"]
    identities = {name: {**part, **tests[name]} for name, part in parts["by_identity"].items()}
    _table(f"By identity, K = {largest}", "identity", identities, {}, _TEST)
    typer.echo(identities_text(tests, lexicon.words_are))
    titles = report["category_titles"]
    _table(f"By category, K = {largest}", "category", parts["by_category"], titles)
    left = report["left_out"]
    if left["n"]:
        typer.echo(f"{counted(left['n'], 'template')} without completions: {left['first']}")


def _table(
    title: str,
    name: str,
    parts: dict[str, Any],
    titles: dict[str, str],
    further: Sequence[TextColumn] = (),
) -> None:
    """The parts with the highest values."""
    ordered = sorted(parts.items(), key=lambda part: -(part[1]["value"] or 0.0))[:_SHOWN]
    more = len(parts) - len(ordered)
    typer.echo()
    entries = [{**entry, "name": titles.get(key, key) or "(none)"} for key, entry in ordered]
    write_table(title, *texts((field("name", name), *_FIGURES, *further), entries))
    if more:
        typer.echo(f"{more:,} more with lower figures; --json has them all.")


def _show_templates(
    templates: TemplateSet, found: list[list[Completion] | None], k: int, shown: bool
) -> None:
    """The templates with most hurtful completions, their words veiled unless asked for."""
    write = str if shown else veiled
    rows = []
    for row, own in most_hurtful(found, k)[:_SHOWN]:
        words = ", ".join(write(one.word) for one in own)
        rows.append([templates.templates[row].sentence, f"{len(own)}", words])
    if not rows:
        return
    typer.echo()
    write_table(f"Templates with most hurtful completions of {k}", ["template", "n", "words"], rows)
    if not shown:
        typer.echo("Words are veiled; --show-words shows them, and --out writes them.")
