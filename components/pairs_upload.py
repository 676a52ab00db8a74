"""The reader's own file of pairs: uploaded or by its path, columns recognised or chosen."""

from __future__ import annotations

from dataclasses import dataclass

from components import own_file
from components.own_file import Chosen
from engine.datasets.export import csv_text
from engine.datasets.pair_columns import COLUMNS
from engine.datasets.pair_sets import BUNDLED, load_pairs
from engine.datasets.pairs_file import PairsFile, read_pairs
from engine.wording import counted

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
    read = own_file.read(source, read_pairs, _NAMES, COLUMNS, "column")
    if read is None:
        return None
    found, mapping = read
    empty = found.pairs.empty
    own_file.told(counted(len(found.pairs), "pair"), found, _NAMES, empty)
    return OwnPairs(found, source[1], mapping) if not empty else None
