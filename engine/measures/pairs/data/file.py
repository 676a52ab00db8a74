"""Files of sentence pairs that users bring: columns recognised, rows checked one by one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.wording import listed
from engine.files.cell_frames import kept_frame
from engine.files.columns import Roles, first_known, plain_name
from engine.files.layout import FileSource
from engine.files.recognised import RecognisedFile, UserTable, recognised
from engine.files.values import Vocabulary

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
    source: FileSource,
    name: str | None = None,
    mapping: Mapping[str, str] | None = None,
    encoding: str | None = None,
    values: Mapping[str, str] | None = None,
) -> PairsFile:
    """Read a CSV, TSV or JSONL file of pairs.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        name: how the user knows it; its ending tells JSONL from CSV.
        mapping: role (`sent_more`, `sent_less`, `stereo_antistereo`, `bias_type`) -> the
            file's column; roles left out are recognised.
        encoding: None to find it out.
        values: the file's own value of the direction -> `stereo`, `antistereo` or empty.
    """
    file = recognised(source, name, mapping, encoding, COLUMNS, values)
    places = file.places
    labels = _labels(file)

    def problem(row: int, cells: list[str]) -> str:
        for role in (MORE, LESS):
            if not cells[places[role]].strip():
                return f"{role} is empty{file.rows.written(row, places[role])}"
            if (row, places[role]) in file.rows.no_text:
                return f"{role} is not text"
        if DIRECTION in places:
            label = cells[places[DIRECTION]]
            direction = labels.get(label.strip(), direction_of(label))
            if direction is None:
                return _wrong_label(label.strip())
            cells[places[DIRECTION]] = direction
        return ""

    file.sort_out(problem)
    notes = [*_other_sentences(file, mapping or {}), *([_class_note(labels)] if labels else [])]
    notes += file.one_spelling(TYPE)
    if TYPE in places:
        for _, cells in file.rows.good:
            cells[places[TYPE]] = cells[places[TYPE]].strip()
    return PairsFile(pairs=kept_frame(file.rows, file.columns), **file.about(*notes))


def _labels(file: RecognisedFile) -> dict[str, str]:
    """Class label -> direction, where all labels of the file are class labels; else nothing."""
    place = file.places.get(DIRECTION)
    if place is None:
        return {}
    given = {cells[place].strip() for _, cells in file.rows.good} - {""}
    return {label: _CLASSES[label] for label in given} if given <= {*_CLASSES} else {}


def _wrong_label(label: str) -> str:
    if label in _CLASSES:
        return (
            f"{DIRECTION} is {label!r}, and other rows have no class label 0 or 1; write stereo, "
            "antistereo or nothing in all rows"
        )
    return f"{DIRECTION} is {label[:40]!r}; it is stereo, antistereo or empty"


def _class_note(labels: Mapping[str, str]) -> str:
    said = listed([f"{label} as {labels[label]}" for label in sorted(labels)])
    return (
        f"{DIRECTION} holds class labels, read as CrowS-Pairs has them on the Hugging Face Hub: "
        f"{said}."
    )


def _other_sentences(file: RecognisedFile, given: Mapping[str, str]) -> list[str]:
    """A sentence for each further pair of columns that could be the two sentences."""
    plain = {plain_name(name): name for name in reversed(file.rows.header)}
    others = [
        (plain[more], plain[less])
        for more, less in _SENTENCES
        if more in plain and less in plain and not {MORE, LESS} & {*given}
    ]
    used = (file.columns[MORE], file.columns[LESS])
    return [
        f"The columns {used[0]!r} and {used[1]!r} are read as the sentences, and {more!r} and "
        f"{less!r} are not, though their names fit."
        for more, less in others
        if not {more, less} & {*file.columns.values()}
    ]


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
    ("senta", "sentb"),
)
_DIRECTIONS = ("stereoantistereo", "direction", "stereotypedirection")
_TYPES = ("biastype", "biascategory", "category", "type")

_STEREO = ("stereo", "stereotype", "stereotypical", "prostereo", "prostereotype", "pro")
# As CrowS-Pairs has them on the Hub; with .0 where pandas wrote a column with empty cells.
_CLASSES = {"0": "stereo", "0.0": "stereo", "1": "antistereo", "1.0": "antistereo"}
_ANTISTEREO = ("antistereo", "antistereotype", "antistereotypical", "anti")
# Here no spelling of a sign for no value could be a word.
_NO_LABEL = ("", "none", "null", "na", "nan")


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


def direction_of(label: str) -> str | None:
    """`stereo`, `antistereo` or empty for a label; None for anything else."""
    plain = plain_name(label)
    if plain in _STEREO:
        return "stereo"
    if plain in _ANTISTEREO:
        return "antistereo"
    return "" if plain in _NO_LABEL else None


COLUMNS = Roles(
    {MORE: (), LESS: (), DIRECTION: _DIRECTIONS, TYPE: _TYPES},
    (MORE, LESS),
    f"Name the two columns {MORE} and {LESS} (the more and the less stereotyping sentence), or say "
    f"which they are: {MORE}=COLUMN,{LESS}=COLUMN.",
    recognised_sentences,
    {
        DIRECTION: Vocabulary(
            ("stereo", "antistereo"),
            lambda cell: cell.strip() in _CLASSES or direction_of(cell) is not None,
        )
    },
)
