"""The controls of the GEST tab: which sentences, templates and reading of the definition."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from components.frame.present import explain
from components.frame.widgets import data_choice
from components.frame.widgets.chosen_data import ChosenData, TableForm, load_chosen, pick_data
from components.pairs.gest import wording
from engine.command_line.command import Command, file_word
from engine.files.export import csv_text
from engine.measures.gest.data.file import COLUMNS, read_gest
from engine.measures.gest.data.sets import BUNDLED, GestSet, gest_sets, load_gest
from engine.measures.gest.scoring import ALL, TEMPLATES, parse_template, template_text
from engine.measures.gest.verdict import PUBLISHED

DATA, TEMPLATE, READING = "gest_data", "gest_template", "gest_reading"
_FORM = TableForm(
    label="File of sentences",
    key="gest_file",
    columns="Columns: sentence and stereotype (a number from 1 to 16, or its name).",
    path="/home/me/sentences.csv",
    about="One sentence a row, in the first person, as in GEST; its files can be used unchanged.",
    example=lambda: csv_text(load_gest(BUNDLED).sentences),
    file_name="sentences.csv",
    reader=read_gest,
    rows=lambda file: file.sentences,
    noun="sentence",
    names={"sentence": "sentence", "stereotype": "stereotype (number or name)"},
    roles=COLUMNS,
    boxes="gest_column",
)


@dataclass(frozen=True, eq=False)
class Choice:
    """What the tab measures.

    Args:
        data: `sentence` and `stereotype` of the rows that can be read.
        template: 0 to 3, or `all`.
    """

    data: ChosenData[pd.DataFrame, GestSet]
    template: str
    reading: str

    @property
    def templates(self) -> tuple[int, ...]:
        """The templates that are measured."""
        return parse_template(self.template)

    def command(self) -> Command:
        """The command that gives the same figures, without the model."""
        words = ["gest", file_word(self.data.path), "--template", self.template]
        words += self.data.options
        words += ["--published"] * (self.reading == PUBLISHED)
        return Command(tuple(words), output="scores.csv")


def gest_choice() -> Choice | None:
    """Draw the controls and read them; None while the data have to be fetched or given."""
    sets = gest_sets()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = pick_data("Sentences", sets, DATA, 220)
        templates = {ALL: wording.ALL_TEMPLATES, **_templates()}
        template = data_choice.pick("Template", templates, TEMPLATE, 260)
        reading = data_choice.pick("Figures", wording.READINGS, READING, 260, wording.READING_HELP)
    data = load_chosen(name, sets, _sentences, _FORM)
    if data is None:
        return None
    if listed := data.listed:
        st.caption(explain.plain(f"{listed.licence} · {listed.citation} {listed.caveat}"))
    return Choice(data, template, reading)


def _templates() -> dict[str, str]:
    return {str(number): f"{number} · {template_text(number)}" for number in TEMPLATES}


@st.cache_resource(show_spinner=False, max_entries=3)
def _sentences(name: str) -> pd.DataFrame:
    return load_gest(name).sentences
