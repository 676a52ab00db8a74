"""Where the pairs come from: the bundled set, public sets, or the user's own file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from components.frame.widgets import data_choice, fetch_offer
from components.pairs import upload
from engine.measures.pairs.data.sets import load_pairs, pair_sets
from engine.measures.pairs.variants import VARIANTS

OWN = data_choice.OWN


@dataclass(frozen=True, eq=False)
class Loaded:
    """Rows that can be scored, with what the user should know about them.

    Args:
        path: how the command line names them.
        caveat: what to know about the data, shown above the result.
        mapping: (role, column) where the user chose the columns by hand.
        public: written by others, not chosen line by line by the user.
    """

    title: str
    pairs: pd.DataFrame
    path: str
    caveat: str
    mapping: tuple[tuple[str, str], ...] = ()
    public: bool = False


def pick(key: str) -> str:
    """Draw the box that chooses the pairs."""
    titles = {entry.name: entry.title for entry in pair_sets()}
    return data_choice.pick("Pairs", {**titles, OWN: OWN}, key, 290)


def load(name: str) -> Loaded | None:
    """The rows of a choice; None while the user still has to do something."""
    if name == OWN:
        return _own()
    entry = next((entry for entry in pair_sets() if entry.name == name), None)
    if entry is not None and entry.data_set and not fetch_offer.offer(entry.data_set):
        return None
    chosen = entry or pair_sets()[0]
    pairs = pairs_of(chosen.name)
    caveat = f"{chosen.language} · {chosen.licence} · {chosen.citation} {chosen.caveat}"
    return Loaded(chosen.title, pairs, chosen.name, caveat, public=bool(chosen.data_set))


@st.cache_resource(show_spinner=False, max_entries=16)
def pairs_of(name: str) -> pd.DataFrame:
    """The rows of a set that is on this machine."""
    return load_pairs(name)


def _own() -> Loaded | None:
    own = upload.pairs()
    if own is None:
        return None
    return Loaded(Path(own.file.name).name, own.file.pairs, own.path, "", own.mapping)


# --- names --------------------------------------------------------------------------------
# What the screen calls measures and ways of scoring; data and commands keep codes.

MEASURES = {
    "cps": "CPS (CrowS-Pairs)",
    "pll": "PLL",
    "pll-l2r": "PLL, left to right",
    "pll-l2r-published": "PLL, left to right, as released",
    "sss": "SSS (StereoSet)",
    "aul": "AUL",
    "aula": "AULA",
    "clm": "Log-likelihood",
}
MODES = {"own": "As in its paper", "published": "As the released script", "mean": "Mean per token"}
# Names of earlier versions, which links may hold.
OLD_MODES = {"as defined": "own", "published mode": "published", "mean over tokens": "mean"}
ALL_PAIRS = "All pairs"


def measure(name: str) -> str:
    """A measure as the screen names it."""
    return MEASURES.get(name, VARIANTS[name].title)
