"""GEST's stereotypes, and files of sentences with theirs: columns recognised, rows checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.files.columns import Roles
from engine.files.layout import FileSource
from engine.files.recognised import UserTable, recognised

if TYPE_CHECKING:
    import pandas as pd


# --- stereotypes --------------------------------------------------------------------------
# GEST has sixteen stereotypes: their numbers, names, and whom they are about.

# In the order of their numbers, from 1. Source: Pikuliak et al. 2024, table 1.
NAMES = (
    "Emotional", "Gentle", "Empathetic", "Neat", "Social", "Weak", "Beautiful",
    "Tough", "Self-confident", "Professional", "Rational", "Providers", "Leaders", "Childish",
    "Sexual", "Strong",
)  # fmt: skip
NUMBERS = tuple(range(1, len(NAMES) + 1))
FEMALE = NUMBERS[:7]  # about women
MALE = NUMBERS[7:]  # about men


def name_of(number: int) -> str:
    """Name of a stereotype by its number, from 1 to 16."""
    return NAMES[number - 1]


def number_of(label: str) -> int | None:
    """Number of a stereotype that a file names by number or name; None for anything else."""
    plain = label.strip().casefold().removesuffix(".0")
    numbered = {str(number): number for number in NUMBERS}
    named = {name.casefold(): number for number, name in zip(NUMBERS, NAMES, strict=True)}
    return (numbered | named).get(plain)


# --- file ---------------------------------------------------------------------------------
# A file is read into sentences with their stereotypes, or its rows are refused.

SENTENCE, STEREOTYPE = "sentence", "stereotype"
MOST = 20_000  # sentences of one file
COLUMNS = Roles(
    {
        SENTENCE: ("sentence", "text", "utterance"),
        STEREOTYPE: ("stereotype", "stereotypeid", "stereotypenumber"),
    },
    (SENTENCE, STEREOTYPE),
    f"Name the two columns {SENTENCE} and {STEREOTYPE} (a number from 1 to {NUMBERS[-1]}, or its "
    f"name), or say which they are: {SENTENCE}=COLUMN,{STEREOTYPE}=COLUMN.",
)


@dataclass(frozen=True, eq=False, kw_only=True)
class GestFile(UserTable):
    """Sentences with their stereotypes, as a file was understood.

    Args:
        sentences: the good rows: `sentence` and `stereotype` (1 to 16); the index is the row
            number in the file, from 1 with the header.
    """

    sentences: pd.DataFrame


def read_gest(
    source: FileSource,
    name: str | None = None,
    mapping: Mapping[str, str] | None = None,
) -> GestFile:
    """Read a CSV, TSV or JSONL file of sentences with their stereotype.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        name: how the user knows it; its ending tells JSONL from CSV.
        mapping: role (`sentence`, `stereotype`) -> the file's column; roles left out are
            recognised.
    """
    import pandas as pd

    file = recognised(source, name, mapping, None, COLUMNS)
    places = file.places
    kept: dict[int, tuple[str, int]] = {}

    def problem(row: int, cells: Sequence[str]) -> str:
        sentence, label = " ".join(cells[places[SENTENCE]].split()), cells[places[STEREOTYPE]]
        if not sentence:
            return f"the sentence is empty{file.rows.written(row, places[SENTENCE])}"
        if (row, places[SENTENCE]) in file.rows.no_text:
            return "the sentence is not text"
        number = number_of(label)
        if number is None:
            return (
                f"the stereotype is {label.strip()[:40]!r}"
                f"{file.rows.written(row, places[STEREOTYPE])}; it is a number from 1 to "
                f"{NUMBERS[-1]}, or one of GEST's names, such as Emotional"
            )
        kept[row] = (sentence, number)
        return ""

    file.sort_out(problem)
    about = file.about()
    _check_size(file.text.name, len(kept), about["rejected"])
    index = pd.Index([*kept], name="row")
    frame = pd.DataFrame([*kept.values()], columns=[SENTENCE, STEREOTYPE], index=index)
    return GestFile(sentences=frame, **about)


def _check_size(name: str, kept: int, rejected: pd.DataFrame) -> None:
    if not kept:
        first = rejected.iloc[0]
        raise InputTextError(
            f"{name} holds no sentence with a stereotype. Row {first['row']}: {first['problem']}."
        )
    if kept > MOST:
        raise InputTextError(
            f"{name} holds {counted(kept, 'sentence')}; at most {MOST:,} are read at once, so "
            "split it."
        )
