"""Labelled texts for a sequence classifier, from CSV, TSV or JSON lines; GLUE's own files too."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.errors import InputTextError
from engine.files.columns import refuse_alike, shown_columns
from engine.files.conventions import held, likely_delimiter, named_delimiter, without_no_value
from engine.files.records import as_table, is_json_list, json_lines
from engine.files.text_file import read_text, say_notes

FIRST = ("text", "sentence", "sentence1", "premise", "question", "question1", "#1 string")
SECOND = ("text_b", "sentence2", "hypothesis", "question2", "#2 string")
# `quality` is MRPC's, `is_duplicate` QQP's, `gold_label` MNLI's and `score` STS-B's.
LABEL = (
    *("label", "labels", "class", "target", "gold_label", "is_duplicate", "quality"),
    *("score", "similarity_score"),
)
# QNLI asks whether a sentence answers a question: each word names one text of two.
_QUESTION = "question"
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


def read_labelled(
    source: str | bytes, name: str = "", note: Callable[[str], None] | None = None
) -> list[Labelled]:
    """Read a labelled file.

    Args:
        source: path, or content, of CSV, TSV, JSON lines or a JSON list with a column `text` (or
            `sentence`, `sentence1`, ...), perhaps a second text, and `label`; GLUE files load
            as they are.
        name: of the file, where its content is given; the ending tells its format.
        note: called with each sentence for the user about what was guessed.
    """
    file = Path(name if isinstance(source, bytes) else source)
    read = read_text(source, name or None)
    text = read.text
    say_notes(note, read)
    as_json = file.suffix.lower() in (".jsonl", ".json") or is_json_list(text)
    rows = _json_rows(text, file.name) if as_json else _table_rows(text, file)
    if not rows:
        raise InputTextError(f"{file.name} has no rows.")
    first, second, label = _columns([str(name) for name in rows[0] if name is not None], file.name)
    return [
        _labelled(row, number, first, second, label, file.name)
        for number, row in enumerate(rows, start=1)
    ]


def _columns(header: Sequence[str], file: str) -> tuple[str, str | None, str]:
    """The columns of the text, of a second text where there is one, and of the label."""
    names = {name.strip().casefold(): name for name in header}
    texts = [names[known] for known in FIRST if known in names]
    second, label = (
        next((names[known] for known in wanted if known in names), None)
        for wanted in (SECOND, LABEL)
    )
    if not texts or label is None:
        raise InputTextError(
            f"{file} has the columns {shown_columns([*names])}; a labelled file needs text "
            "(or sentence) and label."
        )
    asked = names.get(_QUESTION)
    if second is None and asked is not None and len(texts) == 2:  # QNLI asks of a sentence
        other = next(name for name in texts if name != asked)
        texts, second = [asked], other
    roles = {"label": LABEL, "second text": SECOND} | ({"text": FIRST} if len(texts) > 1 else {})
    refuse_alike(file, header, roles)
    return texts[0], second, label


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


def _table_rows(content: str, file: Path) -> list[dict[str, Any]]:
    named, below = named_delimiter(content)
    tabs = file.suffix.lower() == ".tsv" and named in ("", "\t")
    # GLUE's tab-separated files do not quote: a lone quotation mark is a character of the text.
    text = io.StringIO(below, newline="")
    with as_table(file.name):
        if tabs:
            heading = _COLA if named == "" and _is_cola(below) else None
            return list(csv.DictReader(text, heading, delimiter="\t", quoting=csv.QUOTE_NONE))
        rows = list(csv.DictReader(text, delimiter=named or likely_delimiter(below)))
    for number, row in enumerate(rows, start=1):
        if any(cell.strip() for cell in row.get(None, ())):
            raise InputTextError(
                f"{file.name}, row {number} has more cells than the header; a text with a "
                "delimiter in it needs quotation marks around it, and row names need a heading."
            )
    return rows


def _is_cola(content: str) -> bool:
    """Whether a tab-separated file begins with a sentence of CoLA, and with no heading."""
    cells = content.partition("\n")[0].rstrip("\r").split("\t")
    return len(cells) == len(_COLA) and cells[1] in ("0", "1") and cells[2] in ("", "*")


def _json_rows(content: str, name: str) -> list[dict[str, Any]]:
    rows = []
    for number, row, problem in json_lines(content):
        if row is None:
            raise InputTextError(f"{name}, line {number} {problem}.")
        rows.append(row)
    return rows
