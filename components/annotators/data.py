"""The answers of the Annotators page: the simulated sample, a public data set, or a file."""

from __future__ import annotations

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.widgets.chosen_data import ChosenData, TableForm, load_chosen
from engine.files.export import csv_text
from engine.measures.agreement.data.file import (
    ANNOTATOR,
    ANSWER,
    COLUMNS,
    SENTENCE,
    read_answers,
)
from engine.measures.agreement.data.sets import SIMULATED, AnswerSet, answer_sets, load_answers

AnswersData = ChosenData[pd.DataFrame, AnswerSet]
_FORM = TableForm(
    label="File of answers",
    key="answers_file",
    columns="One row per answer: columns sentence, answer, annotator, and any attributes of the "
    "annotators. Other column names are recognised or can be chosen.",
    path="/home/me/answers.jsonl",
    about="One answer per row; further columns describe the annotator. MozArt files load "
    "unchanged.",
    example=lambda: csv_text(load_answers(SIMULATED)),
    file_name="answers.csv",
    reader=read_answers,
    rows=lambda file: file.answers.reset_index(drop=True),
    noun="answer",
    names={
        SENTENCE: "sentence with [MASK]",
        ANSWER: "answer",
        ANNOTATOR: "annotator",
        "sentence_id": "sentence id",
        "language": "language",
    },
    roles=COLUMNS,
    boxes="answers_column",
)


def load_chosen_answers(name: str, files: DeltaGenerator) -> AnswersData | None:
    """Load the chosen answers; None until the user has given what is still missing.

    Args:
        files: takes the room of a file.
    """
    return load_chosen(name, answer_sets(), set_of_answers, _FORM, files)


@st.cache_resource(show_spinner=False, max_entries=8)
def set_of_answers(name: str) -> pd.DataFrame:
    """The answers of a set that is on this machine."""
    return load_answers(name)


def source_text(data: AnswersData) -> str:
    """Licence, citation and limits of a set; empty for a file."""
    if data.listed is None:
        return ""
    caveat = f" {data.listed.caveat}" * data.public
    return f"{data.listed.licence} · {data.listed.citation}{caveat}"


# What a page says of such answers, and a screen and a report of any result of them.
NO_PERSON = "**These annotators are simulated**: no person gave these answers."


def simulated_note(data: AnswersData) -> str:
    """What to know of answers that no person gave; empty where people gave them."""
    return "" if data.listed is None or data.public else data.listed.caveat
