"""Answers as JSON: an object, a list of them, or one object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engine.curation.filter.answer_lines import Given
from engine.curation.filter.answer_words import whole
from engine.files.json_text import JsonError, parsed

_NUMBERS = ("id", "number", "sentence_id", "sentence id")
_ANSWERS = ("answer", "verdict", "stereotype", "biased", "says", "label")
_REASONS = ("reason", "explanation", "why")


def json_answers(text: str) -> list[Given] | None:
    """Answers of a JSON text; None if it is none, or no object or list.

    `{"3fa90b12": "yes"}` is understood as well as objects with `id`, `answer` and `reason`.
    """
    tidy = text.strip().removesuffix(",")
    if not tidy.startswith(("{", "[")):
        return None
    try:
        found = parsed(tidy)
    except JsonError:
        return None
    return list(_entries(found))


def _entries(found: Any) -> Iterator[Given]:
    if isinstance(found, list):
        for entry in found:
            yield from _entries(entry)
    elif isinstance(found, dict):
        fields = {str(name).casefold().strip(): value for name, value in found.items()}
        if any(name in fields for name in _NUMBERS):
            yield _entry(fields)
        else:
            yield from _named(found)
    else:
        yield Given(json.dumps(found, ensure_ascii=False), "", "")


def _named(found: dict[str, Any]) -> Iterator[Given]:
    """An object whose names are the candidates, or one that holds the list of answers."""
    for name, value in found.items():
        if isinstance(value, list):
            yield from _entries(value)
        elif isinstance(value, dict):
            yield _entry({"id": name} | {key.casefold().strip(): one for key, one in value.items()})
        else:
            yield _entry({"id": name, "answer": value})


def _entry(fields: dict[str, Any]) -> Given:
    said = {says for says in map(_says, _values(fields, _ANSWERS)) if says}
    reasons = [value for value in _values(fields, _REASONS) if isinstance(value, str)]
    return Given(
        json.dumps(fields, ensure_ascii=False),
        next((str(value).strip() for value in _values(fields, _NUMBERS)), ""),
        said.pop() if len(said) == 1 else "",
        " ".join(reasons[0].split()) if reasons else "",
    )


def _values(fields: dict[str, Any], names: tuple[str, ...]) -> list[Any]:
    return [fields[name] for name in names if fields.get(name) is not None]


def _says(value: Any) -> str | None:
    if isinstance(value, bool):
        value = str(value)
    return whole(value) if isinstance(value, str) else None
