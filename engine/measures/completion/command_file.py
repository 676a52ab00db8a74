"""`fill --file`: what a model predicts in each sentence of a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from engine.command_line.inputs import check_folder, stdin_bytes
from engine.command_line.output import write_json, write_table
from engine.command_line.subject import Subject
from engine.core.wording import counted, listed
from engine.files.sentences import SentencesFile, mapping_of, read_sentences_file

if TYPE_CHECKING:
    from engine.flow.asking import Measurement

_SHOWN = 40  # sentences of the table for people; the file of --out has them all
_FIRST = 5  # words of a sentence in it
_LISTED = 100  # skipped lines that the JSON spells out
_LONGEST = 60  # characters of a sentence in the table

Skipped = list[dict[str, Any]]


def fill_file(
    subject: Subject,
    file: str,
    columns: str,
    params: dict[str, Any],
    out: Path | None,
    json_: bool,
) -> None:
    """Complete every sentence of a file.

    Args:
        file: a path, or - for lines on standard input.
        columns: `text=COLUMN`, or empty.
        params: of the completion measure.
        out: CSV file to write.
    """
    from engine.flow.stored import known
    from engine.measures.completion.completed_file import (
        check_size,
        readable,
        suitable,
        words_table,
    )

    check_folder(out)
    data = _read(file, columns)
    check_size(len(data.sentences), params["top_k"])
    rows = [row for row, _ in data.sentences]
    texts = [text for _, text in data.sentences]
    kept, problems = suitable(texts, subject.facts.kind)
    items = [{"text": texts[index]} for index in kept]
    store = subject.store
    places = known("completion", subject.spec, items, params, store) if store else set()
    have = {kept[place] for place in places}
    kept, unread = readable(texts, kept, params, have, subject.lm)
    skipped = _skipped(data, rows, problems + unread)
    _say_skipped(skipped)
    asked = [texts[index] for index in kept]
    found = subject.measure("completion", [{"text": text} for text in asked], params)
    numbers = [rows[index] for index in kept]
    if out is not None:
        from engine.files.export import write_csv

        write_csv(words_table(numbers, asked, found.values), out)
    if json_:
        write_json(_report(data, numbers, asked, found, skipped))
    else:
        _show(data.name, numbers, asked, found, out)


def _read(file: str, columns: str) -> SentencesFile:
    mapping = mapping_of(columns)
    if file == "-":
        return read_sentences_file(stdin_bytes(), "standard input.txt", mapping)
    return read_sentences_file(file, mapping=mapping)


def _skipped(data: SentencesFile, rows: list[int], problems: list[tuple[int, str]]) -> Skipped:
    rejected = zip(data.rejected["row"], data.rejected["problem"], strict=True)
    found = [{"row": int(row), "problem": str(problem)} for row, problem in rejected]
    found += [{"row": rows[index], "problem": problem} for index, problem in problems]
    return sorted(found, key=lambda entry: int(entry["row"]))


def _say_skipped(skipped: Skipped) -> None:
    """One line on stderr a reason, with the numbers of the lines."""
    reasons: dict[str, list[str]] = {}
    for entry in skipped:
        reasons.setdefault(entry["problem"], []).append(str(entry["row"]))
    for problem, rows in reasons.items():
        lines = "line" if len(rows) == 1 else "lines"
        typer.echo(f"Skipped {lines} {listed(rows)}: {problem}", err=True)


def _report(
    data: SentencesFile,
    rows: list[int],
    texts: list[str],
    found: Measurement,
    skipped: Skipped,
) -> dict[str, Any]:
    return {
        "file": data.name,
        "sentences": len(texts),
        "results": [
            {"row": row, "text": text, **value}
            for row, text, value in zip(rows, texts, found.values, strict=True)
        ],
        "skipped": {"count": len(skipped), "first": skipped[:_LISTED]},
        "manifest": found.manifest,
    }


def _show(
    name: str, rows: list[int], texts: list[str], found: Measurement, out: Path | None
) -> None:
    lines = []
    for row, text, value in zip(rows[:_SHOWN], texts, found.values, strict=False):
        shown = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
        for ranked in value["predictions"]:
            first = ", ".join(
                f"{entry['word']} {entry['probability']:.1%}" for entry in ranked[:_FIRST]
            )
            lines.append([str(row), shown, first])
    write_table(name, ["line", "sentence", "most likely words"], lines)
    if len(texts) > _SHOWN:
        rest = "" if out else " --out FILE.csv writes all of them."
        typer.echo(f"The first {_SHOWN} of {counted(len(texts), 'sentence')}.{rest}")
