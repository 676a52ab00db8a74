"""Cells of a JSON file: an object a row, on lines of their own or in a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.errors import InputTextError
from engine.core.wording import listed
from engine.files.cells import Cells
from engine.files.records import JsonError, NotJsonError, json_lines, parsed
from engine.files.text_file import TextFile

_SHOWN = 3  # names in a message


def json_rows(file: TextFile, fits: Callable[[Sequence[str]], bool]) -> Cells:
    """The objects of a JSON file as rows, under all names that they have.

    Args:
        fits: whether a header makes sense; one object of lists is no row unless its names do.
    """
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
