"""`scorecard show`: a table from its file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import typer

from engine.commands.options import JsonOption
from engine.commands.output import p_text, write_json, write_table
from engine.commands.sweep_shown import show as show_table
from engine.wording import bounds_text


def show(
    file: Annotated[str, typer.Argument(metavar="REPORT.json", help="A scorecard.")],
    json_: JsonOption = False,
) -> None:
    """Show a scorecard: each measure, how reliable it is, and whether measures agree."""
    from engine.scorecard.file import read_file

    report = dict(read_file(file))
    if json_:
        write_json(report)
    else:
        show_report(report)


def show_report(report: Mapping[str, Any]) -> None:
    """Write a whole report for people."""
    show_table(report)  # type: ignore[arg-type]
    _reliability(report["reliability"])
    _convergence(report["convergence"])
    _published(report)


def _reliability(entries: Sequence[Mapping[str, Any]]) -> None:
    known = [entry for entry in entries if entry["value"] is not None]
    if known:
        typer.echo()
        write_table(
            "Reliability over models (correlation; corrected for the whole measure)",
            ["measure", "kind", "value", "95% CI", "corrected", "models"],
            [
                [
                    *(", ".join(entry.get("measures", [entry["measure"]])), _kind(entry)),
                    f"{entry['value']:.2f}",
                    bounds_text(entry["interval"], ".2f"),
                    "none" if entry["corrected"] is None else f"{entry['corrected']:.2f}",
                    str(entry["n_contestants"]),
                ]
                for entry in known
            ],
        )
    _problems("No reliability", [(entry["measure"], entry["problem"]) for entry in entries])
    pairs = [(entry["measure"], entry.get("uncorrected", "")) for entry in entries]
    _problems("Not corrected", pairs)


def _kind(entry: Mapping[str, Any]) -> str:
    """`split-half`, or `templates (7)` with how many were correlated."""
    many = entry.get("templates")
    return f"{entry['kind']} ({many})" if many else str(entry["kind"])


def _convergence(entries: Sequence[Mapping[str, Any]]) -> None:
    if not entries:
        return
    from engine.scorecard.convergence import NOT_AVERAGED, OF_DISTANCES

    known = [entry for entry in entries if entry["tau"] is not None]
    if known:
        typer.echo()
        write_table(
            "Agreement of measures (Kendall's tau-b of distances from neutral)",
            ["measure", "and", "tau", "95% CI", "p (Holm)", "with direction", "models"],
            [_agreement(entry) for entry in known],
        )
        typer.echo(f"{OF_DISTANCES} {NOT_AVERAGED}")
    pairs = [(f"{entry['first']} and {entry['second']}", entry["problem"]) for entry in entries]
    _problems("No agreement", pairs)


def _agreement(entry: Mapping[str, Any]) -> list[str]:
    signed, corrected = entry["signed"], entry["p_holm"]
    return [
        *(entry["first"], entry["second"], f"{entry['tau']:.2f}"),
        bounds_text(entry["interval"], ".2f"),
        p_text(corrected),
        "" if signed is None else f"{signed['tau']:.2f}",
        str(entry["n_contestants"]),
    ]


def _published(report: Mapping[str, Any]) -> None:
    if not report["published"]:
        return
    from engine.scorecard.published import printed

    typer.echo()
    write_table(
        "Published, not ranked",
        ["measure", "model", "value", "source", "what differs"],
        [
            [
                *(entry["measure"], entry["label"], printed(entry)),
                entry["source"],
                entry["note"],
            ]
            for entry in report["published"]
        ],
    )


def _problems(what: str, pairs: Sequence[tuple[str, str]]) -> None:
    """Each reason once, with how many it is of."""
    reasons: dict[str, list[str]] = {}
    for name, problem in pairs:
        if problem:
            reasons.setdefault(problem, []).append(name)
    for problem, names in reasons.items():
        of = names[0] if len(names) == 1 else f"{len(names)} of them"
        typer.echo(f"{what} ({of}): {problem}")
