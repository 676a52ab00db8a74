"""Labelled texts for a sequence classifier, from CSV, TSV or JSON lines; GLUE's own files too."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.errors import InputTextError
from engine.files.cells import Cells
from engine.files.column_names import told_apart
from engine.files.columns import Roles, alike, column_mapping, refuse_alike, shown_columns
from engine.files.conventions import held, likely_delimiter, named_delimiter, without_no_value
from engine.files.layout import FileSource, by_number, known_as, numbered
from engine.files.records import as_table, is_json_list, json_lines
from engine.files.text_file import TextFile, read_text, say_notes
from engine.files.values import names_like, translate

FIRST = ("text", "sentence", "sentence1", "premise", "question", "question1", "#1 string")
SECOND = ("text_b", "sentence2", "hypothesis", "question2", "#2 string")
# `quality` is MRPC's, `is_duplicate` QQP's, `gold_label` MNLI's and `score` STS-B's.
LABEL = (
    *("label", "labels", "class", "target", "gold_label", "is_duplicate", "quality"),
    *("score", "similarity_score"),
)
# QNLI asks whether a sentence answers a question: each word names one text of two.
_QUESTION = "question"
TEXT, SECOND_TEXT, LABELS = "text", "text_b", "label"
_CALLED = {TEXT: "text", SECOND_TEXT: "second text", LABELS: "label"}
# CoLA as it is distributed has no heading: source, label, the author's mark, sentence.
_COLA = ("source", "label", "mark", "sentence")


@dataclass(frozen=True)
class Labelled:
    """One text, or a pair, with its class as the file names it."""

    text: str
    second: str | None
    label: str

    def item(self) -> dict[str, Any]:
        """What decides the prediction, ready for `measure`."""
        return {"text": self.text, "second": self.second}


def _names_in(header: Sequence[str]) -> dict[str, str]:
    """Role -> column, as far as one column alone can play the role."""
    if _begins_cola(header):
        return {TEXT: header[3], LABELS: header[1]}
    found = _found(header)
    columns = dict(zip((TEXT, SECOND_TEXT, LABELS), found, strict=True))
    doubtful = {
        role for role, names in _to_tell_apart(found).items() if len(alike(header, names)) > 1
    }
    return {role: name for role, name in columns.items() if name and role not in doubtful}


COLUMNS = Roles(
    {TEXT: FIRST, SECOND_TEXT: SECOND, LABELS: LABEL},
    (TEXT, LABELS),
    "A labelled file has the columns text (or sentence) and label; text_b may follow.",
    _names_in,
    {LABELS: names_like()},
)


def read_labelled(
    source: FileSource,
    name: str = "",
    note: Callable[[str], None] | None = None,
    mapping: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
) -> list[Labelled]:
    """Read a labelled file.

    Args:
        source: path, or content, of CSV, TSV, JSON lines or a JSON list with a column `text` (or
            `sentence`, `sentence1`, ...), perhaps a second text, and `label`; GLUE files load
            as they are.
        name: of the file, where its content is given; the ending tells its format.
        note: called with each sentence for the user about what was guessed.
        mapping: role -> the file's column; roles left out are recognised.
        values: the file's own label -> what it means.
    """
    file = Path(name or known_as(source))
    read = read_text(source, name or None)
    text = read.text
    say_notes(note, read)
    as_json = file.suffix.lower() in (".jsonl", ".json") or is_json_list(text)
    if as_json and not read.header:
        raise InputTextError(f"{file.name} is JSON, whose rows name their columns.")
    rows = _json_rows(text, file.name) if as_json else _table_rows(text, file, read.header)
    if not rows:
        raise InputTextError(f"{file.name} has no rows.")
    header = [str(name) for name in rows[0] if name is not None]
    first, second, label = _columns(header, file.name, read, mapping or {})
    for said in _translated(rows, label, file.name, values or {}):
        if note is not None:
            note(f"{file.name}: {said}")
    return [
        _labelled(row, number, first, second, label, file.name)
        for number, row in enumerate(rows, start=1)
    ]


def _columns(
    header: Sequence[str], file: str, read: TextFile, mapping: Mapping[str, str]
) -> tuple[str, str | None, str]:
    """The columns of the text, of a second text where there is one, and of the label."""
    if mapping:
        given = mapping if read.header else by_number(mapping)
        chosen = column_mapping(read.called, header, given, COLUMNS, read.missing)
        return chosen[TEXT], chosen.get(SECOND_TEXT), chosen[LABELS]
    first, second, label = found = _found(header)
    if not first or not label:
        more = " ".join(read.missing)
        raise InputTextError(
            f"{read.called if read.sheet else file} has the columns {shown_columns(header)}; a "
            f"labelled file needs text (or sentence) and label.{f' {more}' if more else ''}"
        )
    wanted = _to_tell_apart(found)
    refuse_alike(file, header, {_CALLED[role]: names for role, names in wanted.items()})
    return first, second or None, label


def _translated(
    rows: list[dict[str, Any]], label: str, file: str, values: Mapping[str, str]
) -> list[str]:
    """Replace the file's own labels by what they mean; a sentence about it."""
    if not values:
        return []
    cells = Cells([label], [(at, [str(row.get(label) or "")]) for at, row in enumerate(rows)])
    said = translate(file, cells, {LABELS: label}, values)
    for at, (cell,) in cells.good:
        rows[at][label] = cell
    return said


def _found(header: Sequence[str]) -> tuple[str, str, str]:
    """The columns of the text, the second text and the label; empty where none has such a name."""
    names = {name.strip().casefold(): name for name in reversed(header)}
    texts = [names[known] for known in FIRST if known in names]
    second, label = (
        next((names[known] for known in wanted if known in names), "") for wanted in (SECOND, LABEL)
    )
    asked = names.get(_QUESTION)
    if not second and asked is not None and len(texts) == 2:  # QNLI asks of a sentence
        other = next(name for name in texts if name != asked)
        texts, second = [asked], other
    return texts[0] if texts else "", second, label


def _to_tell_apart(found: tuple[str, str, str]) -> Mapping[str, Sequence[str]]:
    """Role -> names, of which a header may have one only."""
    asks = found[0].strip().casefold() == _QUESTION  # a question beside a sentence is a pair
    return {LABELS: LABEL, SECOND_TEXT: SECOND} | ({} if asks and found[1] else {TEXT: FIRST})


def _labelled(
    row: Mapping[str, Any], number: int, first: str, second: str | None, label: str, name: str
) -> Labelled:
    for key in (first, second, label):
        if key is not None and isinstance(row.get(key), dict | list):
            raise InputTextError(f"{name}, row {number}: {key} is a list or an object, not a text.")
    written = [
        "" if key is None or row.get(key) is None else str(row[key]).strip()
        for key in (first, second, label)
    ]
    text, other, given = map(without_no_value, written)
    if not text or not given:
        sign = written[0] if not text else written[2]
        raise InputTextError(
            f"{name}, row {number}: {'the text' if not text else 'the label'} is empty"
            f"{held(sign) if sign else ''}."
        )
    return Labelled(text, other or None, given)


def _table_rows(content: str, file: Path, header: bool) -> list[dict[str, Any]]:
    named, below = named_delimiter(content)
    tabs = file.suffix.lower() == ".tsv" and named in ("", "\t")
    # GLUE's tab-separated files do not quote: a lone quotation mark is a character of the text.
    text = io.StringIO(below, newline="")
    with as_table(file.name):
        if tabs:
            heading = _COLA if header and named == "" and _is_cola(below) else None
            table = csv.DictReader(text, heading, delimiter="\t", quoting=csv.QUOTE_NONE)
            return _rows(table, header)
        rows = _rows(csv.DictReader(text, delimiter=named or likely_delimiter(below)), header)
    for number, row in enumerate(rows, start=1):
        if any(cell.strip() for cell in row.get(None, ())):
            raise InputTextError(
                f"{file.name}, row {number} has more cells than the header; a text with a "
                "delimiter in it needs quotation marks around it, and row names need a heading."
            )
    return rows


def _rows(table: csv.DictReader[str], header: bool) -> list[dict[str | Any, Any]]:
    """Rows by the names of their columns, each name once; by their numbers where none are."""
    first = [*(table.fieldnames or ())]
    if header:
        table.fieldnames = [*told_apart(first)]
        return list(table)
    table.fieldnames = numbered(len(first))
    return [dict(zip(table.fieldnames, first, strict=True)), *table] if first else []


def _is_cola(content: str) -> bool:
    """Whether a tab-separated file begins with a sentence of CoLA, and with no heading."""
    return _begins_cola(content.partition("\n")[0].rstrip("\r").split("\t"))


def _begins_cola(cells: Sequence[str]) -> bool:
    return len(cells) == len(_COLA) and cells[1] in ("0", "1") and cells[2] in ("", "*")


def _json_rows(content: str, name: str) -> list[dict[str, Any]]:
    rows = []
    for number, row, problem in json_lines(content):
        if row is None:
            raise InputTextError(f"{name}, line {number} {problem}.")
        rows.append(row)
    return rows
