"""A collection as it is read from a file: checked field by field, and never opened further.

Nothing that a file names is fetched or read. What was changed since it was pinned is kept and
marked; what cannot be shown safely is left out.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.core.errors import BiascopeError, InputTextError
from engine.core.intervention_text import read_identity
from engine.core.wording import counted
from engine.files.records import parsed_object
from engine.pins.collection import MOST_PINS, SCHEMA, Collection
from engine.pins.pin import (
    LONGEST_ANSWER,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_COLUMNS,
    MOST_QUESTIONS,
    MOST_ROWS,
    Pin,
    Question,
    Rows,
    address_of,
    cell,
    columns_of,
    command_of,
    line_of,
    trimmed,
    without_fetching,
)

MOST_BYTES = 64 * 2**20  # of a file
_FORMAT, _VERSION = SCHEMA.split("/")
_LONGEST_VERSION = 9  # digits
_KEY = re.compile(r"[0-9a-z-]{1,40}")
_MOST_DEEP = 40  # lists and objects in each other; ours have ten
_MOST_COUNTED = 2**53  # rows of a result; a browser counts no further


def read_collection(text: str, name: str) -> Collection:
    """The collection that a file holds.

    Args:
        text: its content.
        name: of the file, for messages.
    """
    if len(text) > MOST_BYTES:
        raise InputTextError(f"{name} is too large for a collection of screens.")
    fields = parsed_object(text, name)
    if _is_deep(fields):
        raise InputTextError(
            f"{name} is nested more than {_MOST_DEEP} deep, which no collection of screens is."
        )
    _check_schema(fields.get("schema"), name)
    entries = fields.get("pins")
    if not isinstance(entries, list):
        raise InputTextError(f"{name} lacks its list of screens (pins), or it is damaged.")
    if len(entries) > MOST_PINS:
        raise InputTextError(
            f"{name} holds {counted(len(entries), 'screen')}; a collection has at most "
            f"{MOST_PINS}. Split it in two."
        )
    title = line_of(fields.get("title"), LONGEST_TITLE) or "Untitled collection"
    pins = [_pin(entry, number, name) for number, entry in enumerate(entries, 1)]
    return Collection(title, tuple(_with_own_keys(pins)))


def _is_deep(found: Any) -> bool:
    """Whether lists and objects are in each other deeper than in any collection."""
    level = [found]
    for _ in range(_MOST_DEEP):
        inner = (part.values() if isinstance(part, dict) else part for part in level)
        level = [value for values in inner for value in values if isinstance(value, dict | list)]
    return bool(level)


def _check_schema(schema: Any, name: str) -> None:
    if schema == SCHEMA:
        return
    kind, _, version = str(schema).partition("/")
    known = version.isdecimal() and len(version) <= _LONGEST_VERSION
    if kind == _FORMAT and known and int(version) > int(_VERSION):
        raise InputTextError(
            f"{name} was written by a newer Biascope (format {int(version)}); this one reads "
            f"format {_VERSION}. Update Biascope to open it. The file was not changed."
        )
    raise InputTextError(
        f"{name} is no collection of screens; choose a file that the Stage page exported."
    )


def _pin(entry: Any, number: int, name: str) -> Pin:
    if not isinstance(entry, dict):
        raise InputTextError(f"Screen {number} of {name} is damaged: it is not an object.")
    live, key = entry.get("live"), entry.get("key")
    return Pin(
        key=key if isinstance(key, str) and _KEY.fullmatch(key) else uuid.uuid4().hex[:12],
        title=line_of(entry.get("title"), LONGEST_TITLE) or f"Screen {number}",
        reading=line_of(entry.get("reading"), LONGEST_TEXT),
        alt=line_of(entry.get("alt"), LONGEST_TEXT),
        figure=without_fetching(entry.get("figure")),
        rows=_rows(entry.get("rows"), f"Screen {number} of {name}"),
        command=command_of(entry.get("command")),
        manifest=_manifest(entry.get("manifest")),
        address=address_of(entry.get("address")),
        live=live if isinstance(live, dict) and isinstance(live.get("kind"), str) else None,
        pinned=line_of(entry.get("pinned"), 40),
        digest=line_of(entry.get("digest"), 100),
        note=trimmed(entry.get("note"), LONGEST_TEXT),
        questions=_questions(entry.get("questions")),
    )


def _manifest(found: Any) -> dict[str, Any]:
    """A manifest; the model is left out where it is not named as models are."""
    if not isinstance(found, dict):
        return {}
    if found.get("spec") is None or _names_a_model(found["spec"]):
        return found
    return {name: value for name, value in found.items() if name != "spec"}


def _names_a_model(spec: Any) -> bool:
    """Whether this has the form of `ModelSpec.identity`; a part may be missing."""
    if not isinstance(spec, dict):
        return False
    heads = spec.get("masked_heads", [])
    named = [spec.get(name, "") for name in ("checkpoint", "revision", "dtype")]
    if not isinstance(heads, list) or not all(isinstance(text, str) for text in [*named, *heads]):
        return False
    try:
        read_identity(spec)
    except BiascopeError:
        return False
    return True


def _rows(found: Any, where: str) -> Rows:
    if not isinstance(found, Mapping):
        return Rows()
    columns, rows, n = found.get("columns"), found.get("rows"), found.get("n")
    if not isinstance(columns, list) or not isinstance(rows, list):
        return Rows()
    if len(columns) > MOST_COLUMNS or len(rows) > MOST_ROWS:
        raise InputTextError(f"{where} holds a table that is too large.")
    if not all(isinstance(row, list) and len(row) == len(columns) for row in rows):
        raise InputTextError(f"{where} holds a damaged table: its rows differ in length.")
    kept = tuple(tuple(cell(value) for value in row) for row in rows)
    if not isinstance(n, int) or isinstance(n, bool) or not len(kept) <= n <= _MOST_COUNTED:
        n = len(kept)
    return Rows(columns_of(columns), kept, n)


def _questions(found: Any) -> tuple[Question, ...]:
    if not isinstance(found, list):
        return ()
    return tuple(
        Question(
            line_of(entry.get("question"), LONGEST_TITLE),
            trimmed(entry.get("answer"), LONGEST_ANSWER),
        )
        for entry in found[:MOST_QUESTIONS]
        if isinstance(entry, dict)
    )


def _with_own_keys(pins: list[Pin]) -> list[Pin]:
    """The same, with a new key where one was used before."""
    used: set[str] = set()
    for position, pin in enumerate(pins):
        if pin.key in used:
            pins[position] = replace(pin, key=uuid.uuid4().hex[:12])
        used.add(pins[position].key)
    return pins
