"""JSON as users write it: read strictly, and refused with a reason that a person can act on."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from engine.core.errors import InputTextError

_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_MOST_DIGITS = 300  # of a whole number; a float holds about as many


class JsonError(ValueError):
    """Why a text is not read as JSON; the message follows the name of the file or row."""


class NotJsonError(JsonError):
    """The text breaks the rules of JSON itself, or is no JSON at all."""


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
        raise NotJsonError(f"is not JSON ({error})") from None
    return found


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
        raise InputTextError(f"{name} holds a JSON {type(found).__name__}, not an object.")
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
