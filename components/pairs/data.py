"""Where the pairs come from, bundled, public or the user's own file, and the names of measures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import streamlit as st

from components.frame.shell.subject import PAIRS_FILE
from components.frame.widgets import data_choice, fetch_offer, own_file
from components.frame.widgets.own_file import Chosen
from engine.core.wording import counted
from engine.files.export import csv_text
from engine.measures.pairs.data.file import COLUMNS, PairsFile, read_pairs
from engine.measures.pairs.data.sets import BUNDLED, load_pairs, pair_sets
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


def load_chosen_pairs(name: str) -> Loaded | None:
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
    own = uploaded_pairs()
    if own is None:
        return None
    return Loaded(Path(own.file.name).name, own.file.pairs, own.path, "", own.mapping)


# --- names --------------------------------------------------------------------------------
# The screen has names of its own for measures and ways of scoring; data and commands keep codes.

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


# --- upload -------------------------------------------------------------------------------
# The user's own file of pairs is uploaded or found by its path, its columns recognised or chosen.

_EXAMPLES = 24  # pairs, enough for a share with its interval
_NAMES = {
    "sent_more": "more stereotyping sentence",
    "sent_less": "less stereotyping sentence",
    "stereo_antistereo": "direction (stereo, antistereo)",
    "bias_type": "bias type",
}


@dataclass(frozen=True, eq=False)
class OwnPairs:
    """A file with usable rows.

    Args:
        path: as the command line takes it; a bare name if it was uploaded.
        mapping: (role, column) as chosen by hand; empty where the names were recognised.
    """

    file: PairsFile
    path: str
    mapping: Chosen = ()


def uploaded_pairs() -> OwnPairs | None:
    """Ask for a file and read it; None until there is one with usable rows."""
    source = own_file.source(
        "File of pairs",
        PAIRS_FILE,
        ["csv", "tsv", "txt", "jsonl", "ndjson", "json"],
        "Columns: sent_more, sent_less and, optionally, stereo_antistereo and bias_type. Columns "
        "with other names can be chosen by hand. The file stays on this machine.",
        "/home/me/pairs.csv",
    )
    if source is None:
        own_file.example(
            "One pair per row, as in CrowS-Pairs and CineBias, whose files can be used unchanged.",
            lambda: csv_text(load_pairs(BUNDLED).head(_EXAMPLES)),
            "pairs.csv",
            box=f"{PAIRS_FILE}_upload",
        )
        return None
    read = own_file.read_own_table(source, read_pairs, _NAMES, COLUMNS, "column")
    if read is None:
        return None
    file, mapping = read
    empty = file.pairs.empty
    own_file.describe(counted(len(file.pairs), "pair"), file, _NAMES, empty)
    return OwnPairs(file, source[1], mapping) if not empty else None
