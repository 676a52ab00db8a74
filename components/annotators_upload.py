"""The reader's own file of answers: uploaded or by its path, columns recognised or chosen."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components import explain, own_file
from components.own_file import Chosen
from engine.datasets.answer_columns import ANNOTATOR, ANSWER, COLUMNS, ROLES, SENTENCE
from engine.datasets.answer_sets import SIMULATED, load_answers
from engine.datasets.answers_file import AnswersFile, read_answers
from engine.datasets.columns import MissingColumnsError
from engine.datasets.export import csv_text
from engine.errors import BiascopeError

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
    mapping: Chosen = ()
    try:
        found = _read(*source, mapping)
    except MissingColumnsError as error:
        above = st.container()
        names = {role: _NAMES[role] for role in ROLES}
        chosen = own_file.columns(error.header, names, COLUMNS, "answers_column")
        if chosen is None:
            told = str(error).partition(" Name the columns")[0]
            above.warning(explain.plain(told), icon=":material/view_column:")
            return None
        found, mapping = _read(*source, chosen), chosen
    _told(found)
    if found.answers.empty:
        return None
    return OwnAnswers(found, source[1], mapping, isinstance(source[0], bytes))


def _read(source: bytes | str, name: str, version: tuple[int, ...], mapping: Chosen) -> AnswersFile:
    found = _read_once(source, name, version, mapping)
    if isinstance(found, BiascopeError):
        raise found
    return found


@st.cache_resource(show_spinner="Reading the file …", max_entries=4)
def _read_once(
    source: bytes | str, name: str, version: tuple[int, ...], mapping: Chosen
) -> AnswersFile | BiascopeError:
    """A file that cannot be read is not tried again at every press, until it changes."""
    try:
        return read_answers(source, name, dict(mapping))
    except BiascopeError as error:
        return error


def _told(found: AnswersFile) -> None:
    """What was understood, and which rows were left out."""
    own_file.understood(
        explain.counted(len(found.answers), "answer"),
        found.name,
        (found.format, found.encoding),
        found.notes,
        {_NAMES[role]: column for role, column in found.columns.items() if column != role},
    )
    own_file.rejected(found.rejected, found.answers.empty, "biascope-rejected-rows.csv")
