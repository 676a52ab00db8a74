"""Where the pairs come from, bundled, public or the user's own file, and the names of measures."""

from __future__ import annotations

import re

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.shell.subject import PAIRS_FILE
from components.frame.widgets.chosen_data import ChosenData, TableForm, load_chosen
from engine.files.export import csv_text
from engine.measures.pairs.data.file import COLUMNS, read_pairs
from engine.measures.pairs.data.sets import BUNDLED, PairSet, load_pairs, pair_sets
from engine.measures.pairs.variants import VARIANTS

PairsData = ChosenData[pd.DataFrame, PairSet]
_SENTENCES = {"sent_more": "more stereotyping sentence", "sent_less": "less stereotyping sentence"}
_EXAMPLES = 24  # pairs, enough for a share with its interval
_FORM = TableForm(
    label="File of pairs",
    key=PAIRS_FILE,
    columns="Columns: sent_more, sent_less and, optionally, stereo_antistereo and bias_type. "
    "Columns with other names can be chosen by hand. Pairs that swap the same words are one unit "
    "of intervals and tests; a column of templates is not read, so of pairs made from few "
    "templates intervals are too narrow for others.",
    path="/home/me/pairs.csv",
    about="One pair per row, as in CrowS-Pairs and CineBias, whose files can be used unchanged.",
    example=lambda: csv_text(load_pairs(BUNDLED).head(_EXAMPLES)),
    file_name="pairs.csv",
    reader=read_pairs,
    rows=lambda file: file.pairs,
    noun="pair",
    names={
        **_SENTENCES,
        "stereo_antistereo": "direction (stereo, antistereo)",
        "bias_type": "bias type",
    },
    roles=COLUMNS,
    boxes="column",
)


def load_chosen_pairs(name: str, files: DeltaGenerator) -> PairsData | None:
    """The rows of a choice; None while the user still has to do something.

    Args:
        files: takes the room of a file.
    """
    return load_chosen(name, pair_sets(), pairs_of, _FORM, files)


@st.cache_resource(show_spinner=False, max_entries=16)
def pairs_of(name: str) -> pd.DataFrame:
    """The rows of a set that is on this machine."""
    return load_pairs(name)


def on_screen(problem: str) -> str:
    """Why a pair has no score, with the names that the two sentences have on screen."""
    for column, name in _SENTENCES.items():
        problem = re.sub(rf"^{column}\b", f"The {name}", problem).replace(column, f"the {name}")
    return problem


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
