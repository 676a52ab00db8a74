"""`bench swaps`: how many proposed counterparts are those that people expect."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from engine.bench.shown import opening, share, write_report
from engine.command_line.options import JsonOption


def swaps(
    tables: Annotated[
        list[Path] | None,
        typer.Argument(help="CSV with columns sentence and expected; the labelled one if none."),
    ] = None,
    category: Annotated[str, typer.Option(help="Bias type of the keywords.")] = "gender",
    language: Annotated[str, typer.Option(help="Language of the sentences.")] = "en",
    json_: JsonOption = False,
) -> None:
    """How many counterparts of sentences come out as people expect them."""
    from engine.curation.counterparts.accuracy import accuracy, labelled, labelled_table

    found = {
        path.name: accuracy(labelled(path), category, language)
        for path in tables or [labelled_table(language)]
    }
    report = {
        **opening("swaps"),
        "category": category,
        "language": language,
        "tables": [
            {"table": name, "share": measured.share, **asdict(measured)}
            for name, measured in found.items()
        ],
    }
    rows = []
    for name, measured in found.items():
        counts = f"{measured.right} of {measured.n}"
        rows.append([name, counts, share(measured.share, measured.interval)])
        rows += [[one.sentence, one.got, f"expected: {one.expected}"] for one in measured.wrong]
    write_report(report, json_, ["table", "as expected", "share"], rows)
