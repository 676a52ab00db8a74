"""Files of sentence pairs that users bring: columns recognised, rows checked one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.files.cells import kept_frame
from engine.files.columns import Roles, UserTable, first_known, plain_name, recognised

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, eq=False, kw_only=True)
class PairsFile(UserTable):
    """A file of pairs as it was understood.

    Args:
        pairs: the good rows: `sent_more`, `sent_less`, `stereo_antistereo` and `bias_type`
            where the file has them (`stereo`, `antistereo` or empty), and all its other
            columns as text; the index is the row number in the file, from 1 with the header.
    """

    pairs: pd.DataFrame


def read_pairs(
    source: Path | str | bytes,
    name: str | None = None,
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
) -> PairsFile:
    """Read a CSV, TSV or JSONL file of pairs.

    Args:
        source: path, or the bytes of an upload.
        name: how the user knows it; its ending tells JSONL from CSV.
        mapping: role (`sent_more`, `sent_less`, `stereo_antistereo`, `bias_type`) -> the
            file's column; roles left out are recognised.
        encoding: None to find it out.
    """
    file = recognised(source, name, mapping, encoding, COLUMNS)
    places = file.places

    def problem(row: int, cells: list[str]) -> str:
        for role in (MORE, LESS):
            if not cells[places[role]].strip():
                return f"{role} is empty"
            if (row, places[role]) in file.rows.no_text:
                return f"{role} is not text"
        if DIRECTION in places:
            label = cells[places[DIRECTION]]
            direction = direction_of(label)
            if direction is None:
                return f"{DIRECTION} is {label.strip()[:40]!r}; it is stereo, antistereo or empty"
            cells[places[DIRECTION]] = direction
        if TYPE in places:
            cells[places[TYPE]] = cells[places[TYPE]].strip()
        return ""

    file.sort_out(problem)
    return PairsFile(pairs=kept_frame(file.rows, file.columns), **file.about())


# --- columns ------------------------------------------------------------------------------
# Which column of a file holds what: names that people give to the two sentences and labels.

MORE, LESS, DIRECTION, TYPE = "sent_more", "sent_less", "stereo_antistereo", "bias_type"

# Pairs of names, the surest first; both must be there.
_SENTENCES = (
    ("sentmore", "sentless"),
    ("sentencemore", "sentenceless"),
    ("more", "less"),
    ("stereotype", "antistereotype"),
    ("stereotypical", "antistereotypical"),
    ("stereotypicalsentence", "antistereotypicalsentence"),
    ("stereotypesentence", "antistereotypesentence"),
    ("stereosentence", "antistereosentence"),
    ("sentstereo", "sentantistereo"),
    ("prostereotyped", "antistereotyped"),
    ("stereo", "antistereo"),
    ("sentence1", "sentence2"),
    ("sent1", "sent2"),
    ("sentencea", "sentenceb"),
)
_DIRECTIONS = ("stereoantistereo", "direction", "stereotypedirection")
_TYPES = ("biastype", "biascategory", "category", "type")

_STEREO = ("stereo", "stereotype", "stereotypical", "prostereo", "prostereotype", "pro")
_ANTISTEREO = ("antistereo", "antistereotype", "antistereotypical", "anti")


def recognised_sentences(header: Sequence[str]) -> dict[str, str]:
    """Roles that can be told from the names of the columns.

    Returns:
        Role -> the file's own name; either both sentences or none.
    """
    plain = {}
    for name in reversed(header):
        plain[plain_name(name)] = name
    found: dict[str, str] = {}
    for more, less in _SENTENCES:
        if more in plain and less in plain:
            found |= {MORE: plain[more], LESS: plain[less]}
            break
    for role, names in ((DIRECTION, _DIRECTIONS), (TYPE, _TYPES)):
        known = first_known(header, names)
        if known is not None and known not in found.values():
            found[role] = known
    return found


COLUMNS = Roles(
    {MORE: (), LESS: (), DIRECTION: _DIRECTIONS, TYPE: _TYPES},
    (MORE, LESS),
    f"Name the two columns {MORE} and {LESS} (the more and the less stereotyping sentence), or say "
    f"which they are: {MORE}=COLUMN,{LESS}=COLUMN.",
    recognised_sentences,
)


def direction_of(label: str) -> str | None:
    """`stereo`, `antistereo` or empty for a label; None for anything else."""
    plain = plain_name(label)
    if plain in _STEREO:
        return "stereo"
    if plain in _ANTISTEREO:
        return "antistereo"
    return "" if not plain else None
