"""How tools write tables: a line that names the delimiter, signs for no value, one name twice.

Spreadsheets write `sep=;` above the header; pandas, R and databases write a word where a cell has
no value; people write one group in two ways.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from engine.core.wording import listed

# As tools write it, case and all: `none`, `na` and `Nan` are words, and may be answers.
NO_VALUE = frozenset(
    (
        *("NaN", "nan", "-NaN", "-nan", "NaT", "NA", "N/A", "n/a", "#N/A", "#NA", "<NA>"),
        *("NULL", "null", "(null)", "None", r"\N", "#N/A N/A"),
        *("1.#IND", "-1.#IND", "1.#QNAN", "-1.#QNAN"),
        # What a spreadsheet writes for a formula that gives no value.
        *("#VALUE!", "#REF!", "#NAME?", "#DIV/0!", "#NUM!", "#NULL!"),
    )
)
# The sign, and the padding that a spreadsheet adds when it saves a table with this line.
_DELIMITER_LINE = re.compile(
    r'\ufeff?(?P<quote>"?)[ \t]*sep[ ]*=(?:[ ]+(?=[^\r\n" ]))?(?P<sign>\\t|[^\r\n"])?(?P=quote)'
    r"(?P<rest>[^\r\n]*)(?:\r\n|\r|\n|\Z)",
    re.IGNORECASE,
)
_DELIMITERS = (",", ";", "\t", "|")
_SHOWN = 4  # spellings in one sentence


def has_no_value(cell: str) -> bool:
    """Whether a cell holds nothing but a tool's sign for no value."""
    return cell.strip() in NO_VALUE


def without_no_value(cell: str) -> str:
    """A cell, empty where it holds nothing but a tool's sign for no value."""
    return "" if has_no_value(cell) else cell


def held(sign: str) -> str:
    """What is said, in brackets, of a cell that is empty because it holds a sign for no value."""
    return f" (it holds {sign!r}, which tools write for no value)"


def named_delimiter(text: str) -> tuple[str, str]:
    """What the first line says of the delimiter, as `sep=;` does.

    Returns:
        The sign, empty where no line names one, and the text below that line.
    """
    line = _DELIMITER_LINE.match(text)
    if line is None:
        return "", text
    sign = line["sign"] or ""
    sign = "\t" if sign == r"\t" else sign
    # Below, a letter or another word means that this is a header with an odd name.
    if sign.isalnum() or line["rest"].strip(f"{sign},;\t "):
        return "", text
    return sign, text[line.end() :]


def likely_delimiter(text: str) -> str:
    """The delimiter that the first line has most of; a comma where it has none."""
    return max(_DELIMITERS, key=text.split("\n", 1)[0].count)


def without_delimiter_line(text: str) -> str:
    """A text below its line `sep=;`, where it has one."""
    return named_delimiter(text)[1]


def plain_group(name: str) -> str:
    """A group's name without case and doubled spaces, as two spellings are compared."""
    return " ".join(name.split()).casefold()


def one_spelling(names: Iterable[str]) -> dict[str, str]:
    """The spelling of each name where several differ in case and spaces only.

    Args:
        names: one a row, so that the most frequent spelling is known; of two equally frequent
            ones the first is kept.

    Returns:
        Name -> spelling, for the names that another one replaces.
    """
    spellings: dict[str, list[str]] = {}
    for name, _ in Counter(names).most_common():
        spellings.setdefault(plain_group(name), []).append(name)
    kept = {tuple(found): " ".join(found[0].split()) for found in spellings.values() if found[1:]}
    return {name: best for found, best in kept.items() for name in found if name != best}


def spelling_note(column: str, replaced: dict[str, str]) -> str:
    """What was done with the names that `one_spelling` replaces.

    Args:
        column: as the file has it.
        replaced: as `one_spelling` gives it, not empty.
    """
    pairs = [f"{name!r} as {spelling!r}" for name, spelling in replaced.items()]
    return (
        f"Names in {column!r} that differ in case or spaces only are taken as one: "
        f"{listed(pairs, _SHOWN)}."
    )
