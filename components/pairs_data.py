"""Where the Pairs page's rows come from: the bundled set, public sets, or the reader's file."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from components import explain, pairs_upload, session
from engine.datasets.pair_sets import BUNDLED, PairSet, load_pairs, pair_sets

OWN = "Your own file"


@dataclass(frozen=True, eq=False)
class Loaded:
    """Rows that can be scored, with what a reader should know about them.

    Args:
        path: how the command line names them.
    """

    title: str
    pairs: pd.DataFrame
    path: str
    caveat: str


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
            width=330,
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
    if entry is not None and not entry.available:
        _offer(entry)
        return None
    pairs = _pairs(name)
    found = entry or pair_sets()[0]
    told = f"{found.language} · {found.licence} · {found.citation} {found.caveat}"
    return Loaded(found.title, pairs, name, told)


@st.cache_resource(show_spinner=False, max_entries=8)
def _pairs(name: str) -> pd.DataFrame:
    return load_pairs(name)


def _own() -> Loaded | None:
    found = pairs_upload.pairs()
    return None if found is None else Loaded(found.name, found.pairs, found.name, "")


def _offer(entry: PairSet) -> None:
    """What fetching a set means, before anything is fetched."""
    st.markdown(f"**{explain.plain(entry.title)}** is not on this machine yet.")
    st.markdown(
        f":gray[{entry.bytes / 1000:,.0f} kB · licence {explain.plain(entry.licence)} · "
        f"{explain.plain(entry.citation)}]"
    )
    explain.note(explain.plain(entry.caveat) or "Public data, fetched from its source.")
    st.button(
        "Fetch it",
        key=f"fetch_{entry.name}",
        icon=":material/download:",
        type="primary",
        on_click=session.submit_download,
        args=(entry.title, entry.data_set),
    )
    st.caption(
        "It is fetched in the background from its source, at a fixed commit, and its hash is "
        "checked. Without a network the job says where to put the file by hand."
    )
    _appear(entry)


def _appear(entry: PairSet) -> None:
    @st.fragment(run_every=3)
    def look() -> None:
        if any(found.available for found in pair_sets() if found.name == entry.name):
            st.rerun()

    look()
