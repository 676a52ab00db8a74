"""The answers of the Annotators page: the simulated sample, a public data set, or a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from components.annotators import upload
from components.frame.widgets import data_choice, fetch_offer
from engine.measures.agreement.data.sets import answer_sets, load_answers

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


def load(name: str) -> Loaded | None:
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
    own = upload.answers()
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
