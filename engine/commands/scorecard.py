"""`scorecard`: a table shown, joined by results from elsewhere, or in the format of others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import typer

from engine.command_line.facts import Fact
from engine.command_line.inputs import check_folder
from engine.command_line.options import JsonOption
from engine.command_line.output import number_text, write_json, write_table
from engine.commands.sweep import show_cells as show_table
from engine.core.errors import InputTextError
from engine.core.wording import bounds_text, figure_text, p_text
from engine.scorecard.words import names_by_reason


def import_(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE…",
            help="Scorecards, reports of the Arena and results of lm-evaluation-harness (.json), "
            "scores of GEST's sentences (MODEL_template-T.txt), folders of these, or 'gest' for "
            "the eleven models released with GEST.",
        ),
    ],
    into: Annotated[
        str, typer.Option(help="A scorecard that the others join; its models keep their origin.")
    ] = "",
    seed: Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")] = 0,
    out: Annotated[str, typer.Option(help="File to write, ending in .json."), Fact.ELSEWHERE] = "",
    json_: JsonOption = False,
) -> None:
    """Read results from elsewhere as contestants that are labelled imported, and rank them."""
    check_folder(out, into)
    from engine.scorecard.file import read_file, write_file
    from engine.scorecard.imports.files import import_files
    from engine.scorecard.imports.imported import Imported, join_imported, table_of
    from engine.scorecard.published import published_for
    from engine.scorecard.table import report_of

    start = table_of(read_file(into)) if into else Imported((), (), ())
    found, problems = import_files(files)
    for problem in problems if found else problems[1:]:
        typer.echo(problem, err=True)
    if not found:
        raise InputTextError(f"Nothing was imported: {problems[0]}")
    table = join_imported(start, found)
    for sentence in table.notes:
        typer.echo(sentence, err=True)
    published = [row for entry in table.measures for row in published_for(entry["name"])]
    report = dict(
        report_of(table.contestants, table.measures, table.cells, seed, published=published)
    )
    if out:
        typer.echo(f"Wrote {write_file(report, out)}", err=True)
    if json_:
        write_json(report)
    else:
        show_report(report)


# --- show ---------------------------------------------------------------------------------
# `scorecard show` prints a table from its file.


def show_scorecard(
    file: Annotated[str, typer.Argument(metavar="REPORT.json", help="A scorecard.")],
    json_: JsonOption = False,
) -> None:
    """Show a scorecard: each measure, how reliable it is, and whether measures agree."""
    from engine.scorecard.file import read_file

    report = dict(read_file(file))
    _note_ranked_anew(report)
    if json_:
        write_json(report)
    else:
        show_report(report)


def _note_ranked_anew(report: Mapping[str, Any]) -> None:
    """That ranks are not those of the file, where its rules were others."""
    from engine.scorecard.earlier import BEFORE_KEY, RANKED_ANEW

    if BEFORE_KEY in report["manifest"]:
        typer.echo(RANKED_ANEW, err=True)


def show_report(report: Mapping[str, Any]) -> None:
    """Write a whole report for people."""
    from engine.scorecard.exports.contents import titles_of

    show_table(report)  # type: ignore[arg-type]
    titles = titles_of(report)
    _reliability(report["reliability"], titles)
    _convergence(report["convergence"], titles)
    _published(report, titles)


def _reliability(entries: Sequence[Mapping[str, Any]], titles: Mapping[str, str]) -> None:
    known = [entry for entry in entries if entry["value"] is not None]
    if known:
        typer.echo()
        write_table(
            "Reliability over models (correlation; corrected for the whole measure)",
            ["measure", "kind", "value", "95% CI", "corrected", "models"],
            [
                [
                    *(_measures(entry, titles), _kind(entry)),
                    figure_text(entry["value"], ".2f"),
                    bounds_text(entry["interval"], ".2f") or "none",
                    number_text(entry["corrected"], ".2f", "none"),
                    str(entry["n_contestants"]),
                ]
                for entry in known
            ],
            whole=("measure", "kind", "value", "95% CI", "corrected"),
        )
    of = [titles.get(entry["measure"], entry["measure"]) for entry in entries]
    problems = [entry["problem"] for entry in entries]
    _problems("No reliability", [*zip(of, problems, strict=True)])
    pairs = [*zip(of, (entry.get("uncorrected", "") for entry in entries), strict=True)]
    _problems("Not corrected", pairs)


def _measures(entry: Mapping[str, Any], titles: Mapping[str, str]) -> str:
    """The measures that were correlated, by their titles."""
    names = entry.get("measures", [entry["measure"]])
    return "; ".join(titles.get(name, name) for name in names)


def _kind(entry: Mapping[str, Any]) -> str:
    """`split-half (whole clusters)`, or `templates (7)` with how many were correlated."""
    if entry.get("clusters"):
        return f"{entry['kind']} (whole clusters)"
    many = entry.get("templates")
    return f"{entry['kind']} ({many})" if many else str(entry["kind"])


def _convergence(entries: Sequence[Mapping[str, Any]], titles: Mapping[str, str]) -> None:
    if not entries:
        return
    from engine.scorecard.convergence import NOT_AVERAGED, OF_DISTANCES

    known = [entry for entry in entries if entry["tau"] is not None]
    if known:
        typer.echo()
        write_table(
            "Agreement of measures (Kendall's tau-b of distances from neutral)",
            ["measure", "and", "tau", "95% CI", "p (Holm)", "models"],
            [
                [
                    *_both(entry, titles),
                    figure_text(entry["tau"], ".2f"),
                    bounds_text(entry["interval"], ".2f") or "none",
                    p_text(entry["p_holm"]),
                    str(entry["n_contestants"]),
                ]
                for entry in known
            ],
            whole=("measure", "and", "tau", "95% CI", "p (Holm)"),
        )
        typer.echo(f"{OF_DISTANCES} {NOT_AVERAGED}")
    pairs = [(" and ".join(_both(entry, titles)), entry["problem"]) for entry in entries]
    _problems("No agreement", pairs)


def _both(entry: Mapping[str, Any], titles: Mapping[str, str]) -> list[str]:
    return [titles.get(entry[name], entry[name]) for name in ("first", "second")]


def _published(report: Mapping[str, Any], titles: Mapping[str, str]) -> None:
    if not report["published"]:
        return
    from engine.scorecard.published import printed

    typer.echo()
    write_table(
        "Published, not ranked",
        ["measure", "model", "value", "source", "what differs"],
        [
            [
                *(titles.get(entry["measure"], entry["measure"]), entry["label"], printed(entry)),
                entry["source"],
                entry["note"],
            ]
            for entry in report["published"]
        ],
        whole=("measure", "model", "value"),
    )


def _problems(what: str, pairs: Sequence[tuple[str, str]]) -> None:
    """Each reason once, with how many it is of."""
    for problem, names in names_by_reason(pairs).items():
        of = names[0] if len(names) == 1 else f"{len(names)} of them"
        typer.echo(f"{what} ({of}): {problem}")


# --- export -------------------------------------------------------------------------------
# `scorecard export` writes a table in the formats of others.


def export(
    file: Annotated[str, typer.Argument(metavar="REPORT.json", help="A scorecard.")],
    format_: Annotated[
        Literal["csv", "latex", "hf", "card", "eee"],
        typer.Option(
            "--format",
            help="csv: every cell a row; latex: a table; hf: .eval_results of a model on the "
            "Hugging Face hub; card: a section of a model card; eee: Every Eval Ever 0.3.",
        ),
    ],
    contestant: Annotated[
        str, typer.Option(help="Id or label of one model; hf, card and eee describe one.")
    ] = "",
    out: Annotated[
        str, typer.Option(help="File to write; standard output if empty."), Fact.ELSEWHERE
    ] = "",
) -> None:
    """Write a scorecard in the format of others."""
    check_folder(out)
    from engine.files.export import write_whole
    from engine.scorecard.exports.formats import FORMATS
    from engine.scorecard.file import read_file

    report = read_file(file)
    _note_ranked_anew(report)
    text = FORMATS[format_](report, contestant)
    if not out:
        typer.echo(text, nl=False)
        return
    typer.echo(f"Wrote {write_whole(out, lambda stream: stream.write(text))}", err=True)
