"""The profession sentences that the tab measures: a set, or the user's own file."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import streamlit as st

from components.frame.present import explain
from components.frame.widgets import chosen_columns, data_choice, fetch_offer, kept_file, own_file
from engine.command_line.command import Command, file_word
from engine.core.wording import counted
from engine.files.export import csv_text
from engine.measures.bec_pro.data.file import (
    COLUMNS,
    GENDER,
    GROUP,
    PERSON,
    PROFESSION,
    SENTENCE,
    read_professions,
)
from engine.measures.bec_pro.data.sentences import ProfessionSet
from engine.measures.bec_pro.data.sets import BEC_PRO, BUNDLED, LANGUAGES, SETS, load_professions

_OWN = "own"
_TITLES = {
    BUNDLED: SETS[BUNDLED],
    **{code: f"{SETS[BEC_PRO]}, {spoken}" for code, (spoken, _) in LANGUAGES.items()},
    _OWN: data_choice.OWN,
}
_NAMES = {
    SENTENCE: "sentence",
    PERSON: "person word",
    GENDER: "gender of the person word",
    PROFESSION: "profession",
    GROUP: "list of the profession",
}
_EXAMPLES = 3  # professions of each list
_COLUMNS = "Columns: Sentence, Person, Gender, Profession and Prof_Gender, as in BEC-Pro."


@dataclass(frozen=True, eq=False)
class ProfessionChoice:
    """Profession sentences with what names them.

    Args:
        key: identity of the sentences.
        command: the command that measures them, without the model.
    """

    data: ProfessionSet
    key: str
    command: Command


def choose_professions() -> ProfessionChoice | None:
    """Draw the box and read what is chosen; None until the user has given what is missing."""
    name = data_choice.pick("Profession sentences", _TITLES, "professions", 252)
    chosen = _own() if name == _OWN else _of_set(name)
    if chosen is not None:
        _describe(chosen.data)
    return chosen


def _of_set(name: str) -> ProfessionChoice | None:
    if name == BUNDLED:
        return ProfessionChoice(_loaded(BUNDLED, "en"), BUNDLED, Command(("bec-pro",)))
    if not fetch_offer.offer(BEC_PRO):
        return None
    language = () if name == "en" else ("--language", name)
    return ProfessionChoice(
        _loaded(BEC_PRO, name), f"{BEC_PRO} {name}", Command(("bec-pro", BEC_PRO, *language))
    )


@st.cache_resource(show_spinner="Reading the sentences …", max_entries=4)
def _loaded(name: str, language: str) -> ProfessionSet:
    return load_professions(name, language)


def _own() -> ProfessionChoice | None:
    given = kept_file.ask(
        "File of profession sentences",
        "cabm_professions",
        ["tsv", "csv", "txt", "jsonl", "ndjson", "json"],
        f"{_COLUMNS} The file stays on this machine.",
    )
    if given is None:
        own_file.example(_COLUMNS, _example, "professions.csv", box="cabm_professions")
        return None
    digest = sha256(given.data).hexdigest()[:16]
    read = chosen_columns.read_own_table(
        (given.data, given.name, ()), read_professions, _NAMES, COLUMNS, "professions_column"
    )
    if read is None:
        return None
    file, reading = read
    own_file.describe(counted(len(file.sentences), "sentence"), file, _NAMES, not file.sentences)
    words = ("bec-pro", file_word(given.name), *reading.options)
    command = Command(words, {given.name: given.data})
    return ProfessionChoice(file.as_set(), f"{given.name} {digest} {reading}", command)


def _example() -> str:
    """The bundled sentences about some professions of either list, as a file."""
    import pandas as pd

    listed: dict[str, list[str]] = {}
    for each in load_professions(BUNDLED).sentences:
        if each.profession not in listed.setdefault(each.group, []):
            listed[each.group].append(each.profession)
    wanted = {name for names in listed.values() for name in names[:_EXAMPLES]}
    rows = [
        {
            "Sentence": each.text,
            "Person": each.person,
            "Gender": each.gender,
            "Profession": each.profession,
            "Prof_Gender": each.group,
        }
        for each in load_professions(BUNDLED).sentences
        if each.profession in wanted
    ]
    return csv_text(pd.DataFrame(rows))


def _describe(data: ProfessionSet) -> None:
    sizes = (
        f"{counted(len(data.sentences), 'sentence')} about {counted(len(data.units), 'profession')}"
    )
    st.caption(explain.plain(" ".join([f"{sizes}.", *data.notes])))
