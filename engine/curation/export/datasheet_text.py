"""Markdown of a datasheet: names as they are, tables, lists and open questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

Section = Iterator[str]  # paragraphs

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|!~$&])")


def plain(text: str) -> str:
    """A name that cannot become markup, on one line."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))


def open_question(question: str) -> str:
    """A question that only the people who make the set can answer."""
    return f"**Open question:** {question}"


def bullets(lines: Iterable[str]) -> str:
    """A list."""
    return "\n".join(f"- {line}" for line in lines)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; its first column is text and the others are numbers."""
    lines = [columns, ["---", *["---:"] * (len(columns) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
