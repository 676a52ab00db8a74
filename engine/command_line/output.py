"""What a command writes: one JSON object, or tables for people, and progress on stderr."""

from __future__ import annotations

import json
import re
import sys
import textwrap
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

import typer

from engine.command_line.progress import MANY, Counter
from engine.core.errors import StorageError, escaped, why
from engine.core.paths import behind_links, place_for
from engine.core.scoped import scoped
from engine.core.wording import bounds_text, counted, figure_text
from engine.storage.jobs.worker import this_worker
from engine.storage.private_files import write_private_bytes

if TYPE_CHECKING:
    import pandas as pd

    from engine.files.recognised import UserTable
    from engine.flow.pace import Expected

UNDEFINED = "undefined"  # what is written where a figure has no value
# JSON itself escapes those below a space.
_CONTROL = re.compile("[\x7f-\x9f]")
_LONGEST_WORD = 24  # letters of a word that is not broken in a table
_GAP = 2  # letters between two columns


# --- in this process ----------------------------------------------------------------------
# Who runs a command as a function takes its report, and shows its progress, in place of streams.

Report = Callable[[dict[str, Any]], None]
Begin = Callable[[str, int], Callable[[int, int], None] | None]
_report: ContextVar[Report | None] = ContextVar("report", default=None)
_begin: ContextVar[Begin | None] = ContextVar("begin", default=None)


def reporting_to(take: Report) -> AbstractContextManager[None]:
    """Hand the JSON object of a command over, in place of writing it to stdout."""
    return scoped(_report, take)


def counting_with(begin: Begin) -> AbstractContextManager[None]:
    """Show progress otherwise than on stderr.

    Args:
        begin: called with the name of what is counted and the number of items; gives what is called
            with (finished items, all items).
    """
    return scoped(_begin, begin)


# --- streams ------------------------------------------------------------------------------


def write_json(value: dict[str, Any]) -> None:
    """The one JSON object of a command."""
    if (take := _report.get()) is not None:
        take(value)
        return
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, indent=2)
    typer.echo(_CONTROL.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text))


def write_file(name: str, data: bytes, size: bool = False) -> None:
    """A file of a command's, for its owner alone, and that it was written.

    Args:
        size: whether its size is said.
    """
    try:
        write_private_bytes(behind_links(place_for(name)), data)
    except OSError as error:
        raise StorageError(f"{name} could not be written ({why(error)}).") from None
    say_written(name + (f" ({len(data) / 1e6:.1f} MB)" if size else ""))


def say_written(what: object) -> None:
    """Say on stderr which file was written; who takes the report as a value knows it."""
    if _report.get() is None:
        typer.echo(f"Wrote {what}", err=True)


def write_table(
    title: str, columns: list[str], rows: Iterable[list[str]], whole: Collection[str] = ()
) -> None:
    """A table for people.

    A word is broken only where it is longer than `_LONGEST_WORD`, or where there is no room for all
    columns; in the first column, which names the row, not even then.

    Args:
        title: as wide as the terminal, and no word of it is broken either.
        whole: columns in which no word is broken however long it is, so that names can be copied;
            the table is wider than the terminal where it has to be.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    texts = [[_one_line_each(text) for text in row] for row in rows]
    headings = [_one_line_each(column) for column in columns]
    console = Console(highlight=False, emoji=False)
    widths = _widths([headings, *texts], [column in whole for column in columns], console.width)
    table = Table(box=None, pad_edge=False)
    for heading, width in zip(headings, widths, strict=True):
        table.add_column(Text(heading), overflow="fold", min_width=width, max_width=width)
    for row in texts:
        table.add_row(*map(Text, row))
    for line in _wrapped(_one_line_each(title), console.width):
        console.print(Text(line, style="table.title"), soft_wrap=True)
    console.print(table, crop=False)


def _widths(rows: Sequence[Sequence[str]], whole: Sequence[bool], room: int) -> list[int]:
    """How wide each column of a table is, so that the table fits and its words stay whole.

    Args:
        rows: texts, the headings first.
        whole: [column], whether no word of it is broken.
        room: of the terminal, letters.
    """
    from rich.cells import cell_len

    columns = [*zip(*rows, strict=True)]
    widths = [
        max((cell_len(line) for text in each for line in text.split("\n")), default=1) or 1
        for each in columns
    ]
    words = [[cell_len(word) for text in each for word in text.split()] for each in columns]
    longest = [
        max((n for n in each if is_whole or n <= _LONGEST_WORD), default=1)
        for each, is_whole in zip(words, whole, strict=True)
    ]
    room -= _GAP * (len(columns) - 1)
    if sum(longest) > room:
        kept = zip(longest, whole, strict=True)
        longest = [n if place == 0 or is_whole else 1 for place, (n, is_whole) in enumerate(kept)]
    places = range(len(widths))
    while sum(widths) > room and (
        wide := [each for each in places if widths[each] > longest[each]]
    ):
        widths[max(wide, key=widths.__getitem__)] -= 1
    return widths


def _wrapped(text: str, width: int) -> list[str]:
    """Lines of a text that fit a terminal, wherever no word is longer."""
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


def say_of_table(data: UserTable) -> None:
    """Say on stderr what was guessed of a user's table, and which rows were left out and why."""
    for note in data.notes:
        typer.echo(f"{data.name}: {note}", err=True)
    if len(data.rejected):
        typer.echo(_rejection_text(data.name, data.rejected), err=True)


def _rejection_text(name: str, rejected: pd.DataFrame) -> str:
    """Which rows were left out and why, the first few by number."""
    first = "; ".join(
        f"row {row}: {problem}"
        for row, problem in zip(rejected["row"][:3], rejected["problem"][:3], strict=True)
    )
    more = f"; and {len(rejected) - 3} more" if len(rejected) > 3 else ""
    they = "it" if len(rejected) == 1 else "they"
    return (
        f"{name}: {counted(len(rejected), 'row')} left out, as {they} cannot be scored "
        f"({first}{more})."
    )


def _one_line_each(text: str) -> str:
    """A text of several lines without what would control the terminal."""
    return "\n".join(escaped(line) for line in text.split("\n"))


def number_text(value: float | None, spec: str, missing: str = UNDEFINED) -> str:
    """A figure as `spec` writes it, or that there is none."""
    return missing if value is None else figure_text(value, spec)


def probability_text(probability: float | None) -> str:
    """A probability in %; one that would be shown as 0 keeps two digits instead."""
    if probability is None:
        return "unknown word"
    return f"{probability:.2%}" if probability >= 0.0001 else f"{100 * probability:.1e}%"


def over_bounds(
    value: float | None, interval: Sequence[float] | None, spec: str, bounds_spec: str = ""
) -> str:
    """A figure above its interval, or above that it has none, in one cell of a table.

    Args:
        spec: that the figure is written with, and its bounds where they have none of their own.
    """
    bounds = bounds_text(interval, bounds_spec or spec) or "no interval"
    return f"{number_text(value, spec)}\n{bounds}"


def progress(name: str, items: int, many: int = MANY) -> Callable[[int, int], None] | None:
    """How progress is shown: in the list of jobs, or on stderr.

    Args:
        name: of what is counted.
        items: all of them.
        many: items, from which on it is said that nobody knows how long they take.
    """
    worker = this_worker()
    if worker is None:
        begin = _begin.get()
        return counter(name, items, many) if begin is None else begin(name, items)
    worker.begin(items)
    return worker.report


def expecting(
    show: Callable[[int, int], None] | None,
) -> Callable[[Expected], None] | None:
    """What says before work begins how long it takes, where its progress is shown."""
    worker = this_worker()
    if worker is None:
        return show.expect if isinstance(show, Counter) else None

    def expect(expected: Expected) -> None:
        if expected.seconds:
            worker.expect(expected.left / expected.seconds)

    return expect


def counter(name: str, items: int, many: int = MANY) -> Callable[[int, int], None] | None:
    """A counter on stderr: on a terminal a line that is written over, in a log one a minute."""
    line = progress_line(name, items, many)
    return line or (Counter(name, terminal=False, many=many) if items > 1 else None)


def progress_line(name: str, items: int, many: int = MANY) -> Callable[[int, int], None] | None:
    """A counter on stderr, only if it is a terminal."""
    return Counter(name, terminal=True, many=many) if items > 1 and sys.stderr.isatty() else None
