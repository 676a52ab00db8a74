"""Where the Pairs page's rows come from: the bundled set, public sets, or the reader's file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from components import fetch_offer, pairs_upload
from engine.datasets.pair_sets import BUNDLED, load_pairs, pair_sets

OWN = "Your own file"


@dataclass(frozen=True, eq=False)
class Loaded:
    """Rows that can be scored, with what a reader should know about them.

    Args:
        path: how the command line names them.
        mapping: (role, column) where the reader chose the columns by hand.
        public: written by others, and not chosen line by line by the reader.
    """

    title: str
    pairs: pd.DataFrame
    path: str
    caveat: str
    mapping: tuple[tuple[str, str], ...] = ()
    public: bool = False


def pick(key: str) -> str:
    """Choose a set; those not on this machine are offered too."""
    sets = {entry.name: entry for entry in pair_sets()}
    return (
        st.selectbox(
            "Pairs",
            [*sets, OWN],
            format_func=lambda name: sets[name].title if name in sets else OWN,
            key=key,
            bind="query-params",
            persist_state="session",
            width=290,
        )
        or BUNDLED
    )


def load(name: str) -> Loaded | None:
    """The rows of a choice; None while something is still asked of the reader.

    Raises:
        BiascopeError: if the set cannot be read.
    """
    if name == OWN:
        return _own()
    entry = next((entry for entry in pair_sets() if entry.name == name), None)
    if entry is not None and entry.data_set and not fetch_offer.offer(entry.data_set):
        return None
    found = entry or pair_sets()[0]
    pairs = _pairs(found.name)
    told = f"{found.language} · {found.licence} · {found.citation} {found.caveat}"
    return Loaded(found.title, pairs, found.name, told, public=bool(found.data_set))


@st.cache_resource(show_spinner=False, max_entries=8)
def _pairs(name: str) -> pd.DataFrame:
    return load_pairs(name)


def _own() -> Loaded | None:
    own = pairs_upload.pairs()
    if own is None:
        return None
    return Loaded(Path(own.file.name).name, own.file.pairs, own.path, "", own.mapping)
