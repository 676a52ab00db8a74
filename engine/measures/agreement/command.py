"""`agreement`: whose answers to cloze sentences a model shares, by group and language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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
from engine.command_line.output import UNDEFINED, number_text, say_of_table, write_json, write_table
from engine.command_line.subject import Subject, name_each
from engine.command_line.unread import unread_note, unread_of, unread_report
from engine.core.errors import InputTextError
from engine.core.languages import language_name
from engine.core.paths import exists
from engine.core.table import TextColumn, bounds, field, figure, texts
from engine.core.wording import (
    agreeing,
    bounds_text,
    counted,
    figure_text,
    interval_text,
    p_equals,
    p_text,
)
from engine.files.layout import LAYOUT, USUAL, Layout, given_layout, laid_out
from engine.files.table_file import FORMATS
from engine.measures.agreement.answering import CANDIDATES, MAX_PIECES, answer_params
from engine.measures.agreement.changes import changes_text
from engine.measures.agreement.command_json import (
    ComparisonSettings,
    as_json,
    compare_with_model,
    warnings_of,
)
from engine.measures.agreement.data.sets import SIMULATED
from engine.measures.agreement.figures import score_rows
from engine.measures.agreement.wording import (
    POOLED_NOTE,
    undetected,
    withheld,
    without_interval,
)
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
    from engine.files.table_file import save_table

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
        typer.echo(f"Wrote {out}", err=True)
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

    from engine.files.table_file import save_table
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
        typer.echo(f"Wrote {rejected}", err=True)
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


# --- command text -------------------------------------------------------------------------
# `agreement` in tables and sentences for people, coverage before any score.

NAMES = {
    "p_at_1": "P@1",
    "p_at_5": "P@5",
    "hit_at_5": "hit@5",
    "hit_at_any": "hit@any",
    "mrr": "MRR",
    "spearman": "Spearman rho, pooled",
    "kendall": "Kendall tau-b, pooled",
}
_WITHIN = {
    "spearman_per_sentence": "Spearman rho, within sentences",
    "kendall_per_sentence": "Kendall tau-b, within sentences",
}
_GAPS = ("p_at_1", "p_at_5", "mrr", "spearman")
_STATUS = {
    "long": "too long for the model to produce",
    "several words": "of several words",
    "unknown": "not in its vocabulary",
}
_SIDES = {1: "more", -1: "less", 0: "not clear"}
_NO_GAP = 1e-9


def show_agreement(report: dict[str, Any]) -> None:
    """Coverage, groups, gaps, people and the second model, for people."""
    _show_model(report)
    if not report["groups"]:
        typer.echo(
            "Nothing is left to compare: no sentence could be read, or every group has fewer "
            "annotators than required."
        )
        return
    _show_gaps(report["gaps"])
    _show_people(report["people"])
    if "comparison" in report:
        other = report["comparison"]
        _show_model(other | {"fewest_annotators": report["fewest_annotators"]})
        write_table(
            "From the first model to the second, P@1; intervals are of each group alone",
            *texts(_CHANGES, other["changes"]["p_at_1"]),
        )
        typer.echo(changes_text(other["changes"]["p_at_1"], "{:.3f}".format))


def _show_model(report: dict[str, Any]) -> None:
    spec = report["manifest"]["spec"]
    masked = len(spec["masked_heads"])
    name = spec["checkpoint"] + f" with {counted(masked, 'head')} masked" * bool(masked)
    coverage = texts(_COVERAGE, report["coverage"])
    write_table(f"Coverage: answers that {name} can produce", *coverage)
    for line in warnings_of(report):
        typer.echo(line)
    write_table(
        "Agreement by group; intervals over annotators and sentences, of pooled scores over "
        "sentences",
        ["group", "score", "value", "95% CI"],
        [row for entry in report["groups"] for row in _rows(entry)],
    )
    if report["groups"]:
        typer.echo(f"Pooled rho and tau: {POOLED_NOTE}")
        for reason in (without_interval(report["groups"]), withheld(report["groups"])):
            if reason is not None:
                typer.echo(reason)


def _rows(entry: dict[str, Any]) -> list[list[str]]:
    """A group, one line per score; its name and its size are in the first two lines."""
    labels = [
        f"{language_name(entry['language'])}, {entry['group']}",
        f"  {counted(entry['n_annotators'], 'annotator')}, "
        f"{counted(entry['n_sentences'], 'sentence')}",
    ]
    names = NAMES | {"human_p_at_1": "people's P@1"}
    names |= {score: name for score, name in _WITHIN.items() if entry[score] is not None}
    return [
        [
            labels[line] if line < len(labels) else "",
            name,
            number_text(entry[score], ".3f"),
            bounds_text(entry["intervals"][score], ".3f") or "none",
        ]
        for line, (score, name) in enumerate(names.items())
    ]


def _show_gaps(found: dict[str, list[dict[str, Any]]]) -> None:
    """The widest gaps in sentences, with whether chance could have made them."""
    if not any(found[score] for score in _GAPS):
        typer.echo("There is one group only, so there are no gaps.")
        return
    typer.echo("Widest gaps between groups")
    for score in _GAPS:
        for entry in found[score]:
            typer.echo(f"{language_name(entry['language'])}, {NAMES[score]}: {_gap(entry)}")
    pairs = [pair for entry in found["p_at_1"] for pair in entry["pairs"]]
    apart = sum(pair["told_apart"] for pair in pairs)
    typer.echo(
        f"P@1: {apart} of {counted(len(pairs), 'pair')} of groups "
        f"{agreeing(1 if len(pairs) == 1 else apart, 'differ')} clearly. Intervals and p "
        "allow for all pairs of groups at once, and are of other annotators of these groups and "
        "of other sentences."
    )


def _gap(entry: dict[str, Any]) -> str:
    between = f"{entry['best']} is {figure_text(entry['gap'], '.3f')} above {entry['worst']}"
    text = "the sample shows no gap" if entry["gap"] < _NO_GAP else between
    text += f" ({interval_text(entry['interval'], '+.3f') or 'no interval'})"
    if entry["told_apart"]:
        return f"{text}: a clear difference ({p_equals(entry['p'])})."
    tested = "" if entry["p"] is None else f": not a clear difference ({p_equals(entry['p'])})"
    return f"{text}{tested}. {undetected(entry, '{:.3f}'.format)}"


def _show_people(people: dict[str, Any]) -> None:
    write_table(
        "Human ceiling: P@1 of a person, and of the model, against the rest of the group",
        *texts(_CEILINGS, people["ceilings"]),
    )
    for entry in people["alpha"]:
        interval = interval_text(entry["interval"], ".3f")
        if entry["interval_note"]:
            interval = f"no interval: {entry['interval_note']}"
        typer.echo(
            f"Krippendorff's alpha, {language_name(entry['language'])}, "
            f"{entry['group'] or 'everyone'}: {number_text(entry['alpha'], '.3f')}"
            f"{interval and f' ({interval})'}, "
            f"{counted(entry['annotators'], 'annotator')}, "
            f"{counted(entry['sentences'], 'sentence')}."
        )
    if people["alpha"]:
        typer.echo("Intervals of alpha are of other sentences, with these annotators.")


def _uncovered(entry: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{share:.0%} {_STATUS[status]}"
        for status, share in entry["status"].items()
        if status in _STATUS and share >= 0.005
    )


_LANGUAGE = TextColumn("language", lambda entry: language_name(entry["language"]))
_COVERAGE = (
    _LANGUAGE,
    figure("answers", "answers", ","),
    figure("coverage", "covered", ".0%"),
    TextColumn("not covered", _uncovered),
)
_CEILINGS = (
    _LANGUAGE,
    field("group"),
    figure("people", "people", ".3f", UNDEFINED),
    bounds("interval", ".3f"),
    figure("model", "model", ".3f", UNDEFINED),
    field("sentences"),
)
_CHANGES = (
    _LANGUAGE,
    field("group"),
    figure("before", "first", ".3f", UNDEFINED),
    figure("after", "second", ".3f", UNDEFINED),
    figure("change", "change", "+.3f"),
    bounds("interval", "+.3f"),
    TextColumn("p (Holm)", lambda entry: p_text(entry["p_holm"], UNDEFINED)),
    TextColumn("", lambda entry: _SIDES[entry["side"]]),
)
