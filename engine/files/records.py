"""Text to numbered records, by row or line, nothing lost on the way; and JSON as users write it."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.core.errors import InputTextError, ends_early, json_problem

DELIMITERS = {",": "comma", "\t": "tab", ";": "semicolon", "|": "bar"}

# A record over more lines than this is a quotation mark that was never closed.
MOST_LINES = 50

_LIST = re.compile(r"\ufeff?\s*\[\s*[{\]]")
_SPACE = re.compile(r"\s*")


@dataclass(frozen=True)
class Record:
    """One row of a file.

    Args:
        row: its number in the file, from 1; the header counts, as in a spreadsheet.
        cells: its cells, or for a broken row the text as it is.
        problem: why it cannot be read, or empty.
    """

    row: int
    cells: list[str]
    problem: str = ""


@contextmanager
def as_table(name: str) -> Iterator[None]:
    """Say in words that a file is no table."""
    try:
        yield
    except csv.Error as error:
        raise InputTextError(f"{name} is not a table that can be read ({error}).") from None


def delimited(text: str, delimiter: str) -> Iterator[Record]:
    """Records of a CSV or TSV text; blank lines are counted and left out.

    A row that breaks the rules is given as it is with its problem, and reading goes on
    with the line after it: one open quotation mark does not swallow the rest of the file.
    """
    lines = list(io.StringIO(text, newline=""))
    row = place = 0
    while place < len(lines):
        row += 1
        record, used = _record_at(lines, place, row, delimiter)
        place += used
        if record.cells:
            yield record


def _record_at(lines: list[str], place: int, row: int, delimiter: str) -> tuple[Record, int]:
    """The record that begins on a line, and how many lines it takes."""
    rest = (lines[index] for index in range(place, len(lines)))
    reader = csv.reader(rest, delimiter=delimiter, strict=True)
    cells: list[str] = []
    problem = ""
    try:
        cells = next(reader)
    except csv.Error as error:
        problem = _why(error)
    if not problem and reader.line_num <= MOST_LINES:
        return Record(row, cells), reader.line_num
    line = lines[place].rstrip("\r\n")
    if delimiter == "\t":
        # Tab-separated text is often written without quoting: its marks are plain text then.
        return Record(row, line.split("\t")), 1
    if reader.line_num > 1:
        problem = "a quotation mark is opened and not closed properly"
    return Record(row, [line], problem), 1


def _why(error: csv.Error) -> str:
    if "field larger" in str(error):
        return "a cell is longer than 131,072 characters"
    return "quotation marks inside a quoted cell must be doubled"


_LOOKS_CUT = "looks cut off: use the whole file"
_CUT = f"ends in the middle and {_LOOKS_CUT}"


def json_lines(text: str) -> Iterator[tuple[int, dict[str, Any] | None, str]]:
    """Objects of a JSONL text, or of one list of objects.

    Returns:
        (line number, or place in the list, from 1; object or None; problem or empty).
    """
    if is_json_list(text):
        yield from _listed_objects(text)
        return
    lines = [
        (row, line)
        for row, line in enumerate(io.StringIO(text, newline=None), start=1)
        if line.strip()
    ]
    for row, line in lines:
        last = row == lines[-1][0]
        yield row, *_object_in(line, "is not a JSON object on one line", _CUT if last else "")


def is_json_list(text: str) -> bool:
    """Whether a text begins as a JSON list of objects does."""
    return _LIST.match(text) is not None


def _listed_objects(text: str) -> Iterator[tuple[int, dict[str, Any] | None, str]]:
    """As `json_lines`, of a list; one that is cut off gives what stands before the cut."""
    # Only where each entry ends is asked for, so no number is made of its digits.
    ends = json.JSONDecoder(parse_int=str, parse_float=str)
    place, row, following = text.index("[") + 1, 0, ","
    while following == ",":
        row += 1
        place = _after_space(text, place)
        if row == 1 and text[place : place + 1] == "]":
            return
        try:
            _, end = ends.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            cut = isinstance(error, json.JSONDecodeError) and ends_early(error)
            yield row, None, f"{_CUT if cut else 'is not JSON'}; the list is read up to it"
            return
        yield row, *_object_in(text[place:end], "is not JSON")
        place = _after_space(text, end)
        following = text[place : place + 1]
        place = _after_space(text, place + 1)
    if not following:
        yield row + 1, None, f"is missing: the list does not end, so the file {_LOOKS_CUT}"
    elif following != "]" or text[place:].strip():
        yield row + 1, None, "is not an entry of the list, which ends before it"


def _after_space(text: str, place: int) -> int:
    match = _SPACE.match(text, place)
    return place if match is None else match.end()


def _object_in(text: str, broken: str, cut: str = "") -> tuple[dict[str, Any] | None, str]:
    """The object that a text holds, or why there is none.

    Args:
        broken: the problem of a text that is not JSON.
        cut: that of one which is only the beginning of an object, where it is another.
    """
    try:
        found = parsed(text, missing=True)
    except NotJsonError as error:
        return None, cut if cut and error.cut else broken
    except JsonError as error:
        return None, str(error)
    if isinstance(found, dict):
        return found, ""
    return None, "is JSON, but not an object with named fields"


# --- json text ----------------------------------------------------------------------------
# JSON as users write it is read strictly, and refused with a reason that a person can act on.

_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_MOST_DIGITS = 300  # of a whole number; a float holds about as many


class JsonError(ValueError):
    """Why a text is not read as JSON; the message follows the name of the file or row."""


class NotJsonError(JsonError):
    """The text breaks the rules of JSON itself, or is no JSON at all.

    Args:
        cut: whether it ends in the middle, as one that was cut off does.
    """

    def __init__(self, message: str, cut: bool = False) -> None:
        super().__init__(message)
        self.cut = cut


def parsed(text: str, pairs: bool = False, missing: bool = False) -> Any:
    """What a JSON text holds.

    Args:
        pairs: objects as lists of (name, value), in which a name may repeat.
        missing: NaN is read as null, as programs write a missing cell.

    Raises:
        JsonError: if it is not JSON, is nested too deeply, names a field twice, or holds NaN,
            Infinity, a number that is too large, or half a character.
    """
    try:
        found = json.loads(
            text,
            object_pairs_hook=list if pairs else _object,
            parse_constant=partial(_constant, missing),
            parse_int=_whole_number,
            parse_float=_number,
        )
        if _ESCAPED_SURROGATE.search(text):  # half of a pair is no text
            json.dumps(found, ensure_ascii=False).encode()
    except RecursionError:
        raise NotJsonError("is nested too deeply to be read") from None
    except UnicodeEncodeError:
        raise JsonError("holds half a character (a lone surrogate)") from None
    except json.JSONDecodeError as error:
        if error.msg == "Extra data" and text[error.pos :].lstrip()[:1] == "{":
            raise NotJsonError(
                f"holds more than one JSON object (another begins on line {error.lineno}); give "
                "each in a file of its own"
            ) from None
        raise NotJsonError(f"is not JSON ({json_problem(error)})", ends_early(error)) from None
    return found


_KINDS = {
    list: "a JSON list",
    str: "one JSON text",
    int: "one JSON number",
    float: "one JSON number",
    bool: "only true or false",
    type(None): "only null",
}


def parsed_object(text: str, name: str) -> dict[str, Any]:
    """The object that a JSON file holds.

    Args:
        name: of the file.
    """
    if not text.strip():
        raise InputTextError(f"{name} is empty.")
    try:
        found = parsed(text)
    except JsonError as error:
        raise InputTextError(f"{name} {error}.") from None
    if not isinstance(found, dict):
        raise InputTextError(f"{name} holds {_KINDS[type(found)]}, not an object.")
    return found


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise JsonError(f"names {name[:40]!r} twice; give every field once")
        found[name] = value
    return found


def _constant(missing: bool, written: str) -> None:
    if missing and written == "NaN":
        return
    raise JsonError(f"holds {written}, which is not a JSON number")


def _whole_number(written: str) -> int:
    if len(written) > _MOST_DIGITS:
        raise JsonError(f"holds a number of {len(written):,} digits, which is too large")
    return int(written)


def _number(written: str) -> float:
    value = float(written)
    if math.isinf(value):
        raise JsonError(f"holds the number {written[:40]}, which is too large")
    return value
