"""Values of Python as the command line takes them: several with commas, heads as 3-1,6-12."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from numbers import Integral
from pathlib import Path
from typing import Any

from engine.command_line.declared import declared
from engine.command_line.facts import Names
from engine.core.errors import InputTextError

Words = str | Iterable[str]
Heads = str | Path | Iterable[Any]  # each head as "3-1" or (3, 1)
_HEADS = re.compile(r"[\d\s,;-]+")  # of one mask, as text


def option_words(command: str, name: str, value: Any) -> list[str]:
    """The words that give one option of a command.

    Args:
        command: as it is typed, such as `arena run`.
        name: of the option, with underscores; one more at its end, as in `import_`, is left out.
        value: None, False and what is empty give no word.
    """
    option = f"--{name.removesuffix('_').replace('_', '-')}"
    if value is None or value is False:
        return []
    if value is True:
        return [option]
    known = declared(command).options.get(option)
    if known is not None and known.repeated:
        return [word for each in several(value) for word in (option, str(each))]
    names = None if known is None else known.names
    if names is Names.MASK:
        text = heads_text(value)
    elif names is Names.MASKS:
        text = joined(option, _masks(value))
    else:
        text = joined(option, value)
    return [option, text] if text else []


def several(value: Any) -> list[Any]:
    """A list of values as one; a single value, such as a text, alone."""
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        return [value]
    return list(value)


def joined(option: str, value: Any) -> str:
    """A value as the text of an option: a text as it is, several values with commas.

    Args:
        value: also a mapping, for what is written as `name=value`; where its values are lists, as
            of groups of words, semicolons are between them.

    Raises:
        InputTextError: if one of several is missing or holds a comma, or the value is a table.
    """
    if hasattr(value, "columns"):
        raise InputTextError(f"{option} takes no table; give one of its columns, or a file.")
    if isinstance(value, Mapping):
        lists = any(len(several(each)) > 1 for each in value.values())
        parts = [f"{name}={joined(option, each)}" for name, each in value.items()]
        return (";" if lists else ",").join(parts)
    parts = several(value)
    if len(parts) == 1 and parts[0] is value:
        return str(value)
    if any(part is None or part != part for part in parts):  # not a number in a column of a table
        raise InputTextError(f"One of the values of {option} is missing; leave it out.")
    texts = list(map(str, parts))
    if unclear := next((text for text in texts if "," in text), None):
        raise InputTextError(
            f"{option} has commas between its values, so none may hold one; got {unclear!r}."
        )
    return ",".join(texts)


def heads_text(heads: Heads | None) -> str:
    """Masked heads as commands take them, layer and head counting from 1.

    Args:
        heads: a text such as `3-1,6-12`, a mask file, one pair of numbers, or several heads.

    Raises:
        InputTextError: if one is neither a text nor layer and head.
    """
    if heads is None or isinstance(heads, str | Path):
        return str(heads or "")
    given = several(heads)
    return _head(given) if _is_pair(given) else ",".join(map(_head, given))


def _is_pair(values: list[Any]) -> bool:
    return len(values) == 2 and all(isinstance(value, Integral) for value in values)


def _head(one: Any) -> str:
    if isinstance(one, str):
        return one
    pair = several(one)
    if not _is_pair(pair):
        raise InputTextError(
            "A masked head is a layer and a head, counting from 1, as '3-1' or (3, 1); got "
            f"{one!r}."
        )
    return "-".join(map(str, pair))


def _masks(masks: Any) -> Any:
    """Several masks; within each, spaces are between its heads."""
    if isinstance(masks, str | Path) or _is_pair(several(masks)):
        return heads_text(masks)
    texts = [heads_text(mask) for mask in several(masks)]
    return [text.replace(",", " ") if _HEADS.fullmatch(text) else text for text in texts]
