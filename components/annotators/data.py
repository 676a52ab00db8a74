"""The answers of the Annotators page: the simulated sample, a public data set, or a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from components.frame.widgets import data_choice, fetch_offer, own_file
from components.frame.widgets.own_file import Chosen
from engine.core.wording import counted
from engine.files.export import csv_text
from engine.measures.agreement.data.file import (
    ANNOTATOR,
    ANSWER,
    COLUMNS,
    SENTENCE,
    AnswersFile,
    read_answers,
)
from engine.measures.agreement.data.sets import SIMULATED, answer_sets, load_answers

OWN = data_choice.OWN


@dataclass(frozen=True, eq=False)
class Loaded:
    """Answers that can be compared, with what a user should know about them.

    Args:
        title: name on screen.
        path: name on the command line.
        group_by: attributes that define the groups by default.
        simulated: note on answers that no person gave; empty where people gave them.
        mapping: (role, column) where the user chose the columns by hand.
        uploaded: whether the file was uploaded, so that its path is unknown.
    """

    title: str
    answers: pd.DataFrame
    path: str
    caveat: str
    group_by: tuple[str, ...] = ()
    simulated: str = ""
    mapping: tuple[tuple[str, str], ...] = ()
    uploaded: bool = False


def pick(key: str) -> str:
    """Draw the box that chooses the answers."""
    titles = {entry.name: entry.title for entry in answer_sets()}
    return data_choice.pick("Answers", {**titles, OWN: OWN}, key, 240)


def load_chosen_answers(name: str) -> Loaded | None:
    """Load the chosen answers; None until the user has given what is still missing."""
    if name == OWN:
        return _own()
    entry = next((entry for entry in answer_sets() if entry.name == name), None)
    if entry is not None and entry.data_set and not fetch_offer.offer(entry.data_set):
        return None
    entry = entry or answer_sets()[0]
    return Loaded(
        entry.title,
        _answers(entry.name),
        entry.name,
        f"{entry.licence} · {entry.citation}" + f" {entry.caveat}" * bool(entry.data_set),
        entry.group_by,
        "" if entry.data_set else entry.caveat,
    )


@st.cache_resource(show_spinner=False, max_entries=8)
def _answers(name: str) -> pd.DataFrame:
    return load_answers(name)


def _own() -> Loaded | None:
    own = uploaded_answers()
    if own is None:
        return None
    return Loaded(
        Path(own.file.name).name,
        own.file.answers.reset_index(drop=True),
        own.path,
        "",
        mapping=own.mapping,
        uploaded=own.uploaded,
    )


# --- upload -------------------------------------------------------------------------------
# The user's own file of answers: uploaded or by its path, columns recognised or chosen.

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


def uploaded_answers() -> OwnAnswers | None:
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
    read = own_file.read_own_table(source, read_answers, _NAMES, COLUMNS, "answers_column")
    if read is None:
        return None
    file, mapping = read
    empty = file.answers.empty
    own_file.describe(counted(len(file.answers), "answer"), file, _NAMES, empty)
    if empty:
        return None
    return OwnAnswers(file, source[1], mapping, isinstance(source[0], bytes))
