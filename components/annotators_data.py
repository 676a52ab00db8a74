"""Where the Annotators page's answers come from: the simulated sample, public sets, or a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from components import annotators_upload, fetch_offer
from engine.datasets.answer_sets import SIMULATED, answer_sets, load_answers

OWN = "Your own file"


@dataclass(frozen=True, eq=False)
class Loaded:
    """Answers that can be compared, with what a reader should know about them.

    Args:
        title: as they are named on screen.
        path: how the command line names them.
        group_by: attributes that groups are made of at first.
        simulated: what to say of answers that no person gave; empty where people gave them.
        mapping: (role, column) where the reader chose the columns by hand.
        uploaded: a file that the command line has no path of.
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
    """Choose a set; those not on this machine are offered too."""
    sets = {entry.name: entry for entry in answer_sets()}
    return (
        st.selectbox(
            "Answers",
            [*sets, OWN],
            format_func=lambda name: sets[name].title if name in sets else OWN,
            key=key,
            bind="query-params",
            persist_state="session",
            width=240,
        )
        or SIMULATED
    )


def load(name: str) -> Loaded | None:
    """The answers of a choice; None while something is still asked of the reader.

    Raises:
        BiascopeError: if the set cannot be read.
    """
    if name == OWN:
        return _own()
    entry = next((entry for entry in answer_sets() if entry.name == name), None)
    if entry is not None and entry.data_set and not fetch_offer.offer(entry.data_set):
        return None
    found = entry or answer_sets()[0]
    return Loaded(
        found.title,
        _answers(found.name),
        found.name,
        f"{found.licence} · {found.citation}" + f" {found.caveat}" * bool(found.data_set),
        found.group_by,
        "" if found.data_set else found.caveat,
    )


@st.cache_resource(show_spinner=False, max_entries=8)
def _answers(name: str) -> pd.DataFrame:
    return load_answers(name)


def _own() -> Loaded | None:
    own = annotators_upload.answers()
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
