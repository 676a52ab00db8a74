"""One pinned result: its claim, figure, data and command, and what the presenter says about it."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

from engine.core.digest import canonical_json, data_digest
from engine.core.errors import BiascopeError
from engine.pins.fields import (
    LONGEST_COMMAND,
    LONGEST_TEXT,
    LONGEST_TITLE,
    MOST_COLUMNS,
    MOST_ROWS,
    Cell,
    address_of,
    cell,
    columns_of,
    command_of,
    line_of,
)
from engine.pins.figure import checked


@dataclass(frozen=True)
class Question:
    """A question that an audience is likely to ask, and an answer to it."""

    question: str
    answer: str


@dataclass(frozen=True)
class Rows:
    """The data of a result.

    Args:
        columns: their names.
        rows: [row][column], the first of them where there are many.
        n: rows that the result had.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    n: int = 0


@dataclass(frozen=True)
class Pin:
    """One result with everything that is needed to show it again.

    What was measured is covered by `digest`; title, note and questions are the presenter's own
    words and may change.

    Args:
        key: tells it apart from other pins; letters and digits.
        title: the claim, in one line.
        reading: what the numbers show, in one sentence with their interval.
        alt: what the figure shows, for people who do not see it.
        figure: `data` and `layout` in Plotly's JSON, in the colours of the light theme.
        command: what to type to get the same numbers; lines.
        manifest: model, measure, version, libraries.
        address: of the page and its settings, relative to the app; empty if unknown.
        live: how a stage asks the engine again (`kind`, and what that kind needs), if it can.
        pinned: when, in UTC (ISO 8601).
        digest: over what was measured.
        note: what the presenter wants to say.
        questions: likely ones of an audience.
    """

    key: str
    title: str
    reading: str
    alt: str
    figure: dict[str, Any] | None
    rows: Rows
    command: str
    manifest: Mapping[str, Any]
    address: str
    live: Mapping[str, Any] | None
    pinned: str
    digest: str
    note: str = ""
    questions: tuple[Question, ...] = ()

    @cached_property
    def changed(self) -> bool:
        """Whether a number or word of the measurement is not the one that was pinned."""
        return self.digest != content_digest(self)

    def named(self, title: str) -> Pin:
        """The same with another title."""
        text = " ".join(title.split())
        if not text:
            raise BiascopeError("A screen needs a title: one sentence that it shows.")
        if len(text) > LONGEST_TITLE:
            raise BiascopeError(
                f"This title has {len(text):,} letters; the longest that fits a screen has "
                f"{LONGEST_TITLE}."
            )
        return replace(self, title=text)

    def noted(self, note: str) -> Pin:
        """The same with another note."""
        if len(note) > LONGEST_TEXT:
            raise BiascopeError(
                f"This note has {len(note):,} letters; the longest has {LONGEST_TEXT:,}."
            )
        return replace(self, note=note.strip())


def made(
    title: str,
    reading: str,
    figure: Mapping[str, Any] | None,
    columns: Sequence[str],
    rows: Sequence[Sequence[Any]],
    command: str,
    manifest: Mapping[str, Any],
    *,
    alt: str = "",
    address: str = "",
    live: Mapping[str, Any] | None = None,
    n: int | None = None,
) -> Pin:
    """Pin a result as it is shown now; the arguments are those of `Pin`.

    Args:
        rows: [row][column] of JSON values; the first `MOST_ROWS` and `MOST_COLUMNS` are kept.
        n: rows that the result has, if `rows` does not hold all.
    """
    if command.strip() and not command_of(command):
        raise BiascopeError(
            f"The command of this result has {len(command.strip()):,} letters; a pin keeps at most "
            f"{LONGEST_COMMAND:,}. Choose fewer models or measures, or put the words into a file."
        )
    kept = tuple(tuple(cell(value) for value in row[:MOST_COLUMNS]) for row in rows[:MOST_ROWS])
    pin = Pin(
        key=uuid.uuid4().hex[:12],
        title=line_of(title, LONGEST_TITLE) or "Untitled result",
        reading=line_of(reading, LONGEST_TEXT),
        alt=line_of(alt, LONGEST_TEXT),
        figure=checked(figure),
        rows=Rows(columns_of(columns[:MOST_COLUMNS]), kept, len(rows) if n is None else n),
        command=command_of(command),
        manifest=_as_read(manifest),
        address=address_of(address),
        live=_as_read(live) if live else None,
        pinned=datetime.now(UTC).isoformat(timespec="seconds"),
        digest="",
    )
    return replace(pin, digest=content_digest(pin))


def content_digest(pin: Pin) -> str:
    """Digest of what was measured: all but the presenter's own words."""
    rows = [pin.rows.columns, pin.rows.rows, pin.rows.n]
    shown = [pin.reading, pin.alt, pin.figure, rows]
    return data_digest([*shown, pin.command, pin.manifest, pin.address, pin.live, pin.pinned])


def _as_read(fields: Mapping[str, Any]) -> dict[str, Any]:
    """A copy as it is after writing and reading, so that the digest stays the same."""
    copy: dict[str, Any] = json.loads(canonical_json(dict(fields)))
    return copy
