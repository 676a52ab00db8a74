"""The reader's own file of pairs: uploaded or by its path, columns recognised or chosen."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from components import explain, own_file
from components.own_file import Chosen
from engine.datasets.columns import MissingColumnsError
from engine.datasets.export import csv_text
from engine.datasets.pair_columns import COLUMNS, ROLES
from engine.datasets.pair_sets import BUNDLED, load_pairs
from engine.datasets.pairs_file import PairsFile, read_pairs
from engine.errors import BiascopeError

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
        path: how the command line finds it; a bare name if it was uploaded.
        mapping: (role, column) as chosen by hand; empty where the names were recognised.
    """

    file: PairsFile
    path: str
    mapping: Chosen = ()


def pairs() -> OwnPairs | None:
    """Ask for a file and read it; None until there is one with usable rows.

    Raises:
        BiascopeError: if the file cannot be read as pairs at all.
    """
    source = own_file.source(
        "File of pairs",
        "file",
        ["csv", "tsv", "txt", "jsonl", "ndjson", "json"],
        "Columns sent_more, sent_less and, where there are any, stereo_antistereo and bias_type; "
        "other names are recognised or can be chosen. The file stays on this machine.",
        "/home/me/pairs.csv",
    )
    if source is None:
        own_file.example(
            "One pair a row, as in CrowS-Pairs and CineBias, whose files load as they are.",
            lambda: csv_text(load_pairs(BUNDLED).head(3)),
            "pairs.csv",
        )
        return None
    mapping: Chosen = ()
    try:
        found = _read(*source, mapping)
    except MissingColumnsError as error:
        above = st.container()
        names = {role: _NAMES[role] for role in ROLES}
        chosen = own_file.columns(error.header, names, COLUMNS, "column")
        if chosen is None:
            told = str(error).partition(" Name the two")[0]
            above.warning(explain.plain(told), icon=":material/view_column:")
            return None
        found, mapping = _read(*source, chosen), chosen
    _told(found)
    return OwnPairs(found, source[1], mapping) if len(found.pairs) else None


def _read(source: bytes | str, name: str, version: tuple[int, ...], mapping: Chosen) -> PairsFile:
    found = _read_once(source, name, version, mapping)
    if isinstance(found, BiascopeError):
        raise found
    return found


@st.cache_resource(show_spinner="Reading the file …", max_entries=4)
def _read_once(
    source: bytes | str, name: str, version: tuple[int, ...], mapping: Chosen
) -> PairsFile | BiascopeError:
    """A file that cannot be read is not tried again at every press, until it changes."""
    try:
        return read_pairs(source, name, dict(mapping))
    except BiascopeError as error:
        return error


def _told(found: PairsFile) -> None:
    """What was understood, and which rows were left out."""
    own_file.understood(
        explain.counted(len(found.pairs), "pair"),
        found.name,
        (found.format, found.encoding),
        found.notes,
        {_NAMES[role]: column for role, column in found.columns.items() if column != role},
    )
    own_file.rejected(found.rejected, not len(found.pairs), "biascope-rejected-rows.csv")
