"""Text to cells under a header, whichever way it is written: CSV, TSV or JSON."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.core.wording import agreeing, counted, listed
from engine.files.column_names import told_apart
from engine.files.conventions import has_no_value, held, named_delimiter
from engine.files.layout import numbered
from engine.files.records import (
    DELIMITERS,
    JsonError,
    NotJsonError,
    Record,
    delimited,
    is_json_list,
    json_lines,
    parsed,
)
from engine.files.text_file import TextFile

if TYPE_CHECKING:
    pass


CSV, TSV, JSONL, JSON = "csv", "tsv", "jsonl", "json"
_JSON_NAMES = (".jsonl", ".ndjson", ".json")
_HEADER = 2**16  # characters in which the header is looked for
_FIRST = 20  # rows that tell the delimiter of a table without names of columns
_SHOWN = 3  # columns in a note
_INDEX = (
    "The header has one column fewer than the rows, which begin with a number, as R writes row "
    "names; these numbers are not used."
)

_SAME_HEADER = "repeats the header, as in tables that were put one below the other"


@dataclass
class Cells:
    """Cells of a file under its header, what could not be read, and what is no text.

    Args:
        good: (row, cells).
        bad: (row, problem, cells).
        no_text: (row, place) of cells that were a number, a list or the like in JSON.
        no_value: (row, place) -> a tool's sign for no value, such as NaN, in cells that are empty
            now.
        notes: sentences for the user about how the cells were found.
    """

    header: list[str]
    good: list[tuple[int, list[str]]] = field(default_factory=list)
    bad: list[tuple[int, str, list[str]]] = field(default_factory=list)
    no_text: set[tuple[int, int]] = field(default_factory=set)
    no_value: dict[tuple[int, int], str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def written(self, row: int, place: int) -> str:
        """What an empty cell holds in the file, in brackets; nothing where it holds nothing."""
        sign = self.no_value.get((row, place))
        return "" if sign is None else held(sign)


def cells_of(file: TextFile, fits: Callable[[Sequence[str]], bool]) -> tuple[str, Cells]:
    """The cells of a file; cells that hold a sign for no value alone are empty.

    Args:
        fits: whether a header makes sense; it tells the delimiter.

    Returns:
        The format, `csv`, `tsv`, `jsonl` or `json`, and the cells.
    """
    kind, rows = _read(file, fits)
    for row, cells in rows.good:
        for place, cell in enumerate(cells):
            if has_no_value(cell) and (row, place) not in rows.no_text:
                rows.no_value[row, place] = cell.strip()
                cells[place] = ""
    if rows.no_value:
        rows.notes.append(_no_value_note(rows))
    return kind, rows


def _no_value_note(rows: Cells) -> str:
    signs = list(dict.fromkeys(rows.no_value.values()))
    columns = dict.fromkeys(rows.header[place] or "(unnamed)" for _, place in rows.no_value)
    number = len(rows.no_value)
    return (
        f"{counted(number, 'cell')} {'holds' if number == 1 else 'hold'} nothing but "
        f"{' or '.join([*filter(None, [', '.join(signs[:-1])]), signs[-1]])}, and "
        f"{agreeing(number, 'are')} read as empty (in {listed([*columns], _SHOWN)})."
    )


def _read(file: TextFile, fits: Callable[[Sequence[str]], bool]) -> tuple[str, Cells]:
    listed_objects = is_json_list(file.text)
    as_json = Path(file.name).suffix.lower() in _JSON_NAMES or file.text.lstrip()[:1] == "{"
    if as_json or listed_objects:
        if not file.header:
            raise InputTextError(
                f"{file.name} is JSON, whose rows name their columns; it is read as it is."
            )
        return JSON if listed_objects else JSONL, _json_rows(file, fits)
    named, text = named_delimiter(file.text)
    if not file.header:
        delimiter = named or _likeliest(text)
        rows = _rows_alone(text, file.name, delimiter)
    else:
        delimiter = _delimiter(text, named, fits)
        rows = _delimited_rows(text, file.name, delimiter)
    if named:
        rows.notes.insert(0, _named_note(named, delimiter))
    return TSV if delimiter == "\t" else CSV, rows


def _named_note(named: str, delimiter: str) -> str:
    said = f"The first line names the {_called(named)} as delimiter"
    if named == delimiter:
        return f"{said}; rows are counted from the header below it."
    return f"{said}, but the header is read with the {_called(delimiter)}."


def _called(delimiter: str) -> str:
    return DELIMITERS.get(delimiter, f"sign {delimiter!r}")


def _delimiter(text: str, named: str, fits: Callable[[Sequence[str]], bool]) -> str:
    """The delimiter under which the header makes sense; else the one named, or most frequent."""
    candidates = dict.fromkeys([*filter(None, [named]), *DELIMITERS])
    headers = {
        delimiter: next((record.cells for record in delimited(text[:_HEADER], delimiter)), [])
        for delimiter in candidates
    }
    for delimiter, header in headers.items():
        if fits([cell.strip() for cell in header]):
            return delimiter
    return named or max(headers, key=lambda delimiter: len(headers[delimiter]))


def _likeliest(text: str) -> str:
    """The delimiter that cuts the first rows into equally many cells; else that of most cells."""

    def cut(delimiter: str) -> tuple[bool, int]:
        records = islice(delimited(text[:_HEADER], delimiter), _FIRST)
        widths = [len(_without_last_empty(record.cells)) for record in records]
        return len({*widths}) == 1 and widths[0] > 1, max(widths, default=0)

    return max(DELIMITERS, key=cut)


def _delimited_rows(text: str, name: str, delimiter: str) -> Cells:
    records = delimited(text, delimiter)
    first = next(records, None)
    if first is None or first.problem:
        raise InputTextError(f"The first row of {name} is not a header with column names.")
    names = [cell.strip() for cell in first.cells]
    rows = Cells([*told_apart(names)])
    read = [record for record in records if record.problem or any(map(str.strip, record.cells))]
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


def _rows_alone(text: str, name: str, delimiter: str) -> Cells:
    """The rows of a table whose columns have no names; the first row says how many there are."""
    records = [
        record
        for record in delimited(text, delimiter)
        if record.problem or any(map(str.strip, record.cells))
    ]
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
        f"{_called(delimiter)} needs quotation marks around it"
    )


def _json_rows(file: TextFile, fits: Callable[[Sequence[str]], bool]) -> Cells:
    rows = Cells([])
    objects: list[tuple[int, dict[str, Any]]] = []
    names: dict[str, None] = {}
    for row, found, problem in json_lines(file.text):
        if found is None:
            rows.bad.append((row, problem, []))
        else:
            objects.append((row, found))
            names |= dict.fromkeys(found)
    if len(objects) < 2 and (whole := _one_object(file.text, objects, rows)) is not None:
        rows.bad, objects, names = [], objects or [(1, whole)], dict.fromkeys(whole)
        nested = [name for name, value in whole.items() if isinstance(value, list | dict)]
        if len(nested) == len(whole) or (nested and not fits([*whole])):
            raise InputTextError(
                f"{file.name} holds one JSON object of lists or objects "
                f"({listed(nested, _SHOWN)}), not rows; write one object for each row, all of "
                "them in one list or each on a line, as pandas does with orient='records'."
            )
    if not objects:
        _check_whole(file)
        raise InputTextError(
            f"{file.name} contains no JSON object; put one on each line, or all of them into one "
            "list."
        )
    rows.header = list(names)
    for row, found in objects:
        values = [found.get(name) for name in names]
        rows.good.append((row, ["" if value is None else str(value) for value in values]))
        # A number or a list in a sentence's place is caught as such, not scored as its JSON.
        rows.no_text.update(
            (row, place)
            for place, value in enumerate(values)
            if value is not None and not isinstance(value, str)
        )
    return rows


def _check_whole(file: TextFile) -> None:
    """Refuse JSON over several lines that ends in the middle."""
    try:
        parsed(file.text, missing=True)
    except NotJsonError as error:
        if error.cut:
            raise InputTextError(f"{file.name} {error}.") from None
    except JsonError:
        return


def _one_object(
    text: str, objects: Sequence[tuple[int, dict[str, Any]]], rows: Cells
) -> dict[str, Any] | None:
    """The only object of a JSON file, whether on one line or over several; None where it has more.

    Args:
        objects: those on lines of their own.
        rows: with the lines that are none.
    """
    if objects:
        return None if rows.bad else objects[0][1]
    try:
        found = parsed(text, missing=True)
    except JsonError:
        return None
    return found if isinstance(found, dict) and found else None
