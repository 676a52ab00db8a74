"""The user's own file of answers: uploaded or by its path, columns recognised or chosen."""

from __future__ import annotations

from dataclasses import dataclass

from components.frame.widgets import own_file
from components.frame.widgets.own_file import Chosen
from engine.core.wording import counted
from engine.files.export import csv_text
from engine.measures.agreement.data.columns import ANNOTATOR, ANSWER, COLUMNS, SENTENCE
from engine.measures.agreement.data.file import AnswersFile, read_answers
from engine.measures.agreement.data.sets import SIMULATED, load_answers

_NAMES = {
    SENTENCE: "sentence with [MASK]",
    ANSWER: "answer",
    ANNOTATOR: "annotator",
    "sentence_id": "sentence id",
    "language": "language",
}


@dataclass(frozen=True, eq=False)
class OwnAnswers:
    """A file with usable rows.

    Args:
        path: as the command line names it; a bare name if it was uploaded.
        mapping: (role, column) as chosen by hand; empty where the names were recognised.
    """

    file: AnswersFile
    path: str
    mapping: Chosen
    uploaded: bool


def answers() -> OwnAnswers | None:
    """Draw the upload box and read the file; None until there is one with usable rows."""
    source = own_file.source(
        "File of answers",
        "answers_file",
        ["csv", "tsv", "txt", "jsonl", "ndjson", "json"],
        "One row per answer: columns sentence, answer, annotator, and any attributes of the "
        "annotators. Other column names are recognised or can be chosen. The file stays on this "
        "machine.",
        "/home/me/answers.jsonl",
    )
    if source is None:
        own_file.example(
            "One answer per row; further columns describe the annotator. MozArt files load "
            "unchanged.",
            lambda: csv_text(load_answers(SIMULATED)),
            "answers.csv",
            box="answers_file_upload",
        )
        return None
    read = own_file.read(source, read_answers, _NAMES, COLUMNS, "answers_column")
    if read is None:
        return None
    file, mapping = read
    empty = file.answers.empty
    own_file.describe(counted(len(file.answers), "answer"), file, _NAMES, empty)
    if empty:
        return None
    return OwnAnswers(file, source[1], mapping, isinstance(source[0], bytes))
