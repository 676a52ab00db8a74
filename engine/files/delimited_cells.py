"""Cells of a CSV or TSV file: its delimiter, its header and its rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.files.cells import Cells
from engine.files.column_names import told_apart
from engine.files.layout import numbered
from engine.files.records import DELIMITERS, Record, delimited

_HEADER = 2**16  # characters in which the header is looked for
_FIRST = 20  # rows that tell the delimiter of a table without names of columns
_INDEX = (
    "The header has one column fewer than the rows, which begin with a number, as R writes row "
    "names; these numbers are not used."
)

_SAME_HEADER = "repeats the header, as in tables that were put one below the other"


def called(delimiter: str) -> str:
    """What a delimiter is called in a sentence."""
    return DELIMITERS.get(delimiter, f"sign {delimiter!r}")


def delimiter_of(text: str, named: str, fits: Callable[[Sequence[str]], bool]) -> str:
    """The delimiter under which the header makes sense; else the one named, or most frequent.

    Args:
        named: by the first line of the file; empty where none is.
        fits: whether a header makes sense.
    """
    candidates = dict.fromkeys([*filter(None, [named]), *DELIMITERS])
    headers = {
        delimiter: next((record.cells for record in delimited(text[:_HEADER], delimiter)), [])
        for delimiter in candidates
    }
    for delimiter, header in headers.items():
        if fits([cell.strip() for cell in header]):
            return delimiter
    return named or max(headers, key=lambda delimiter: len(headers[delimiter]))


def likeliest(text: str) -> str:
    """The delimiter that cuts the first rows into equally many cells; else that of most cells."""

    def cut(delimiter: str) -> tuple[bool, int]:
        records = islice(delimited(text[:_HEADER], delimiter), _FIRST)
        widths = [len(_without_last_empty(record.cells)) for record in records]
        return len({*widths}) == 1 and widths[0] > 1, max(widths, default=0)

    return max(DELIMITERS, key=cut)


def delimited_rows(text: str, name: str, delimiter: str) -> Cells:
    """The rows of a table below its header.

    Args:
        name: of the file, for what is said of it.
    """
    records = delimited(text, delimiter)
    first = next(records, None)
    if first is None or first.problem:
        raise InputTextError(f"The first row of {name} is not a header with column names.")
    names = [cell.strip() for cell in first.cells]
    rows = Cells([*told_apart(names)])
    read = _filled(records)
    if _has_row_names(rows.header, read):
        rows.header.insert(0, "")
        names.insert(0, "")
        rows.notes.append(_INDEX)
    width, named = len(rows.header), len(_without_last_empty(rows.header))
    for record in read:
        cells = record.cells
        if record.problem:
            rows.bad.append((record.row, record.problem, cells))
            continue
        while len(cells) > width and not cells[-1].strip():
            cells.pop()  # spreadsheets pad rows
        if named <= len(cells) < width:
            cells += [""] * (width - len(cells))  # and headers
        if len(cells) != width:
            rows.bad.append((record.row, _ragged(len(cells), width, delimiter), cells))
        elif width > 1 and [cell.strip() for cell in cells] == names:
            rows.bad.append((record.row, _SAME_HEADER, cells))
        else:
            rows.good.append((record.row, cells))
    _drop_padding(rows, named)
    return rows


def rows_alone(text: str, name: str, delimiter: str) -> Cells:
    """The rows of a table whose columns have no names; the first row says how many there are.

    Args:
        name: of the file, for what is said of it.
    """
    records = _filled(delimited(text, delimiter))
    whole = [record.cells for record in records if not record.problem]
    if not whole:
        raise InputTextError(f"No row of {name} can be read.")
    width = len(_without_last_empty(whole[0]))
    rows = Cells(numbered(width))
    for record in records:
        cells = record.cells
        if not record.problem:
            cells = [*_without_last_empty(cells)]
            cells += [""] * (width - len(cells))
        if record.problem or len(cells) > width:
            problem = record.problem or _ragged(len(cells), width, delimiter, "first row")
            rows.bad.append((record.row, problem, cells))
        else:
            rows.good.append((record.row, cells))
    return rows


def _filled(records: Iterable[Record]) -> list[Record]:
    """Records that hold something, or cannot be read."""
    return [record for record in records if record.problem or any(map(str.strip, record.cells))]


def _without_last_empty(cells: Sequence[str]) -> Sequence[str]:
    """Cells up to the last one that holds something."""
    last = max((place for place, cell in enumerate(cells) if cell.strip()), default=-1)
    return cells[: last + 1]


def _drop_padding(rows: Cells, named: int) -> None:
    """Take off unnamed columns behind the others, as far as nothing stands in them."""
    used = max((len(_without_last_empty(cells)) for _, cells in rows.good), default=0)
    width = max(named, used)
    del rows.header[width:]
    for _, cells in rows.good:
        del cells[width:]


def _has_row_names(header: Sequence[str], records: Sequence[Record]) -> bool:
    """Whether every row has a number before the cells of the header, each a number of its own."""
    whole = [record.cells for record in records if not record.problem]
    if not header[0] or not whole or any(len(cells) != len(header) + 1 for cells in whole):
        return False
    numbers = {cells[0].strip() for cells in whole}
    return len(numbers) == len(whole) and all(map(str.isdecimal, numbers))


def _ragged(found: int, wanted: int, delimiter: str, first: str = "header") -> str:
    if found < wanted:
        return f"has {found} of {wanted} columns; it may be cut off"
    return (
        f"has {counted(found, 'column')} where the {first} has {wanted}; a sentence with a "
        f"{called(delimiter)} needs quotation marks around it"
    )
