"""The reader's own file of answers: uploaded or by its path, columns recognised or chosen."""

from __future__ import annotations

from dataclasses import dataclass

from components import own_file
from components.own_file import Chosen
from engine.datasets.answer_columns import ANNOTATOR, ANSWER, COLUMNS, SENTENCE
from engine.datasets.answer_sets import SIMULATED, load_answers
from engine.datasets.answers_file import AnswersFile, read_answers
from engine.datasets.export import csv_text
from engine.wording import counted

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
        path: how the command line finds it; a bare name if it was uploaded.
        mapping: (role, column) as chosen by hand; empty where the names were recognised.
    """

    file: AnswersFile
    path: str
    mapping: Chosen
    uploaded: bool


def answers() -> OwnAnswers | None:
    """Ask for a file and read it; None until there is one with usable rows.

    Raises:
        BiascopeError: if the file cannot be read as answers at all.
    """
    source = own_file.source(
        "File of answers",
        "answers_file",
        ["csv", "tsv", "txt", "jsonl", "ndjson", "json"],
        "One row an annotator's answer to a sentence: columns sentence, answer, annotator, and any "
        "attributes of the annotators; other names are recognised or can be chosen. The file stays "
        "on this machine.",
        "/home/me/answers.jsonl",
    )
    if source is None:
        own_file.example(
            "One answer a row, with whatever is known of the annotator in further columns; the "
            "files of MozArt load as they are.",
            lambda: csv_text(load_answers(SIMULATED).head(4)),
            "answers.csv",
        )
        return None
    read = own_file.read(source, read_answers, _NAMES, COLUMNS, "answers_column")
    if read is None:
        return None
    found, mapping = read
    empty = found.answers.empty
    own_file.told(counted(len(found.answers), "answer"), found, _NAMES, empty)
    if empty:
        return None
    return OwnAnswers(found, source[1], mapping, isinstance(source[0], bytes))
