"""The user's own file of pairs: uploaded or by its path, columns recognised or chosen."""

from __future__ import annotations

from dataclasses import dataclass

from components.frame.shell.keys import PAIRS_FILE
from components.frame.widgets import own_file
from components.frame.widgets.own_file import Chosen
from engine.core.wording import counted
from engine.files.export import csv_text
from engine.measures.pairs.data.columns import COLUMNS
from engine.measures.pairs.data.file import PairsFile, read_pairs
from engine.measures.pairs.data.sets import BUNDLED, load_pairs

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


def pairs() -> OwnPairs | None:
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
    read = own_file.read(source, read_pairs, _NAMES, COLUMNS, "column")
    if read is None:
        return None
    file, mapping = read
    empty = file.pairs.empty
    own_file.describe(counted(len(file.pairs), "pair"), file, _NAMES, empty)
    return OwnPairs(file, source[1], mapping) if not empty else None
