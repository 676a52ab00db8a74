"""Leaves out of what was seen what nobody means: where files lie, and how long something took."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

_INSTANT = re.compile(
    r"\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}\b)?"
)
_NUMBER = r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?"
_SECONDS = re.compile(rf'("seconds": ?){_NUMBER}')
_PROCESS = re.compile(rf'("(?:pid|process)": ?){_NUMBER}')
_MODULE = re.compile(r"(from|import) (?:engine|components)\b[\w.]*")
_LEFT = re.compile(r"about [\d.,]+ ?(?:s|min|h|seconds?|minutes?|hours?) left")


def normalised(text: str, folders: Mapping[str, str]) -> str:
    """A text without places, times, process numbers and modules.

    Args:
        folders: absolute folder -> what stands for it, as `<TMP>`.
    """
    for folder in sorted(folders, key=len, reverse=True):
        text = text.replace(folder, folders[folder])
    text = _INSTANT.sub("<TIME>", text)
    for day in {f"{datetime.now(UTC):%Y-%m-%d}", f"{datetime.now():%Y-%m-%d}"}:
        text = text.replace(day, "<TODAY>")
    text = _MODULE.sub(r"\1 <MODULE>", text)
    text = _SECONDS.sub(r"\1<SECONDS>", text)
    text = _PROCESS.sub(r"\1<PROCESS>", text)
    return _LEFT.sub("about <TIME> left", text)


def function_of(location: str) -> str:
    """The name of a function from where it is, as `engine.module:name` or `module.name`."""
    return re.split(r"[:.]", location)[-1]


def plain(value: Any) -> Any:
    """A value as JSON, whatever sets, classes and functions it holds; without modules."""
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, set | frozenset):
        return sorted(map(plain, value), key=repr)
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if hasattr(value, "__qualname__"):
        return value.__qualname__.replace(".<locals>", "")
    return shape_text(repr(value))


def shape_text(text: str) -> str:
    """A representation without the modules of its names, nor where they are in memory."""
    text = re.sub(r"<(?:function|class) '?([\w.]+?)'?(?: at 0x[0-9a-f]+)?>", r"\1", text)
    return re.sub(r"\b(?:[a-z_]\w*\.)+(?=[A-Za-z_])", "", text)
