"""The controls of the GEST tab: which sentences, templates and reading of the definition."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st
from streamlit.errors import StreamlitAPIException

from components.frame.present import explain
from components.frame.widgets import data_choice, fetch_offer, own_file
from components.frame.widgets.own_file import Chosen
from components.pairs.gest import wording
from engine.command_line.command import Command, file_word
from engine.core.wording import counted
from engine.files.columns import mapping_text
from engine.files.export import csv_text
from engine.measures.gest.data.file import COLUMNS, read_gest
from engine.measures.gest.data.sets import BUNDLED, gest_sets, load_gest
from engine.measures.gest.scoring import ALL, TEMPLATES, parse_template, template_text
from engine.measures.gest.verdict import PUBLISHED

DATA, TEMPLATE, READING, FILE = "gest_data", "gest_template", "gest_reading", "gest_file"
_NAMES = {"sentence": "sentence", "stereotype": "stereotype (number or name)"}


@dataclass(frozen=True, eq=False)
class Choice:
    """What the tab measures.

    Args:
        name: key of the data among the offered sets.
        title: the data as it is named on screen.
        sentences: `sentence` and `stereotype` of the rows that can be read.
        path: how the command line names the data.
        mapping: (role, column) where the user chose the columns by hand.
        public: a public set, whose sentences the user has not chosen.
        template: 0 to 3, or `all`.
    """

    name: str
    title: str
    sentences: pd.DataFrame
    path: str
    mapping: Chosen
    public: bool
    template: str
    reading: str

    @property
    def templates(self) -> tuple[int, ...]:
        """The templates that are measured."""
        return parse_template(self.template)

    @property
    def uploaded(self) -> bool:
        """Whether only the name of the file is known, not its folder."""
        return self.name == data_choice.OWN and "/" not in self.path

    def command(self) -> Command:
        """The command that gives the same figures, without the model."""
        words = ["gest", file_word(self.path), "--template", self.template]
        if self.mapping:
            words += ["--columns", mapping_text(self.mapping)]
        words += ["--published"] * (self.reading == PUBLISHED)
        return Command(tuple(words), output="scores.csv")


def gest_choice() -> Choice | None:
    """Draw the controls and read them; None while the data have to be fetched or given."""
    sets = {entry.name: entry for entry in gest_sets()}
    titles = {name: entry.title for name, entry in sets.items()}
    _accept(DATA, titles)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        name = data_choice.pick(
            "Sentences", {**titles, data_choice.OWN: data_choice.OWN}, DATA, 220
        )
        template = _box("Template", {ALL: wording.ALL_TEMPLATES, **_templates()}, TEMPLATE)
        reading = _box("Figures", wording.READINGS, READING, wording.READING_HELP)
    if name == data_choice.OWN:
        return _own(template, reading)
    entry = sets[name]
    if entry.data_set and not fetch_offer.offer(entry.data_set):
        return None
    st.caption(explain.plain(f"{entry.licence} · {entry.citation} {entry.caveat}"))
    sentences = _sentences(name)
    return Choice(name, entry.title, sentences, name, (), bool(entry.data_set), template, reading)


def _accept(key: str, titles: Mapping[str, str]) -> None:
    """Write what a link of another page gives by its name as the box does, before it is drawn."""
    named = st.query_params.get(key, "")
    if titles.get(named, named) != named:
        with suppress(StreamlitAPIException):  # the box is on screen and decides
            st.query_params[key] = titles[named]
            st.rerun()  # boxes take their values from the address that a run begins with


def _templates() -> dict[str, str]:
    return {str(number): f"{number} · {template_text(number)}" for number in TEMPLATES}


def _box(label: str, options: dict[str, str], key: str, help_text: str | None = None) -> str:
    _accept(key, options)
    return data_choice.pick(label, options, key, 260, help_text)


@st.cache_resource(show_spinner=False, max_entries=3)
def _sentences(name: str) -> pd.DataFrame:
    return load_gest(name).sentences


def _own(template: str, reading: str) -> Choice | None:
    """The user's own file; None until there is one with usable rows."""
    source = own_file.source(
        "File of sentences",
        FILE,
        ["csv", "tsv", "txt", "jsonl", "ndjson", "json"],
        "Columns: sentence and stereotype (a number from 1 to 16, or its name). The file stays on "
        "this machine.",
        "/home/me/sentences.csv",
    )
    if source is None:
        own_file.example(
            "One sentence a row, in the first person, as in GEST; its files can be used unchanged.",
            lambda: csv_text(load_gest(BUNDLED).sentences),
            "sentences.csv",
            box=f"{FILE}_upload",
        )
        return None
    read = own_file.read_own_table(source, read_gest, _NAMES, COLUMNS, "gest_column")
    if read is None:
        return None
    file, mapping = read
    own_file.describe(counted(len(file.sentences), "sentence"), file, _NAMES, False)
    name = data_choice.OWN
    title = Path(file.name).name
    return Choice(name, title, file.sentences, source[1], mapping, False, template, reading)
