"""One pinned result: its claim, figure, data, command and notes, and what each of them may hold."""

from __future__ import annotations

import json
import math
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from itertools import chain, count
from numbers import Integral, Real
from typing import Any
from urllib.parse import parse_qsl, urlencode

from engine.core.digest import canonical_json, data_digest
from engine.core.errors import BiascopeError
from engine.core.wording import counted

# --- fields -------------------------------------------------------------------------------
# Fields of a pin are kept under limits: how long they may be, and which characters and cells they
# hold.
#
# A pin is made and read by the same rules, so what was kept is the same after it is read, and its
# digest with it.

MOST_ROWS = 2_000  # kept of one result; its command gives the rest
MOST_COLUMNS = 200
MOST_QUESTIONS = 10
LONGEST_TITLE = 200  # letters
LONGEST_TEXT = 5_000  # of a reading, of what a figure shows, of a note
LONGEST_ANSWER = 2_000
LONGEST_CELL = 2_000
LONGEST_COMMAND = 100_000  # a sweep of a hundred model folders has a tenth of it
LONGEST_ADDRESS = 20_000
_ADDRESS = re.compile(r"([a-z_]*)(?:\?([^\s<>\"'\\]*))?")
_MOST_SETTINGS = 200  # of an address
_INTEGERS = range(-(2**63), 2**63)  # larger ones are shown by no table

Cell = str | int | float | bool | None


def trimmed(found: Any, longest: int) -> str:
    """A text without white space around it; empty where it is none."""
    return found[:longest].strip() if isinstance(found, str) else ""


def line_of(found: Any, longest: int) -> str:
    """A text on one line; empty where it is none."""
    return " ".join(found.split())[:longest].rstrip() if isinstance(found, str) else ""


def command_of(found: Any) -> str:
    """The command of a result; empty where it is too long, as part of it does something else."""
    text = found.strip() if isinstance(found, str) else ""
    return text if len(text) <= LONGEST_COMMAND else ""


def address_of(found: Any) -> str:
    """An address within the app: a page and its settings; empty where it is another, or none.

    It is rebuilt from its settings, so it holds letters, digits and `?&=%+-._~` alone.
    """
    if not isinstance(found, str) or (parts := _ADDRESS.fullmatch(found)) is None:
        return ""
    page, query = parts.groups("")
    try:
        settings = parse_qsl(query, keep_blank_values=True, max_num_fields=_MOST_SETTINGS)
        written = f"{page}?{urlencode(settings)}" if settings else page
    except ValueError:  # too many settings, or half a character
        return ""
    return written if len(written) <= LONGEST_ADDRESS else ""


def columns_of(names: Iterable[Any]) -> tuple[str, ...]:
    """Names of columns, each another: a number is added where one was there before."""
    found: list[str] = []
    for text in (str(name)[:LONGEST_CELL] for name in names):
        numbered = (f"{text} ({number})" for number in count(2))
        found.append(next(column for column in chain([text], numbered) if column not in found))
    return tuple(found)


def cell(value: Any) -> Cell:
    """A value as a cell of JSON: numbers and texts stay, all else is text, NaN is nothing."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Integral) and int(value) in _INTEGERS:
        return int(value)
    if isinstance(value, Real) and not isinstance(value, Integral):
        return float(value) if math.isfinite(value) else None
    return str(value)[:LONGEST_CELL]


# --- pin ----------------------------------------------------------------------------------
# A pin is made from a result, and has a digest over all that was measured.


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
        title: the claim, in one line; what a page says, until the presenter changes it.
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
                f"This title has {counted(len(text), 'letter')}; the longest that fits a screen "
                "has "
                f"{LONGEST_TITLE}."
            )
        return replace(self, title=text)

    def noted(self, note: str) -> Pin:
        """The same with another note."""
        if len(note) > LONGEST_TEXT:
            raise BiascopeError(
                f"This note has {counted(len(note), 'letter')}; the longest has {LONGEST_TEXT:,}."
            )
        return replace(self, note=note.strip())


def make_pin(
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
            f"The command of this result has {counted(len(command.strip()), 'letter')}; a pin "
            "keeps at most "
            f"{LONGEST_COMMAND:,}. Choose fewer models or measures, or put the words into a file."
        )
    kept = tuple(tuple(cell(value) for value in row[:MOST_COLUMNS]) for row in rows[:MOST_ROWS])
    pin = Pin(
        key=uuid.uuid4().hex[:12],
        title=line_of(title, LONGEST_TITLE) or "Untitled result",
        reading=line_of(reading, LONGEST_TEXT),
        alt=line_of(alt, LONGEST_TEXT),
        figure=without_fetching(figure),
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


# --- figure -------------------------------------------------------------------------------
# A pinned figure may hold drawings of numbers, and nothing that a browser would fetch.
#
# Figures come from files of other people. Plotly fetches pictures, maps and their outlines, so
# only the kinds of drawing that the pages make are taken, without pictures and with plain texts.

MOST_BYTES = 1_500_000  # of one figure as JSON
_KINDS = (
    *("bar", "box", "contour", "heatmap", "histogram", "scatter", "scattergl", "violin"),
    *("waterfall", None),  # without a kind it is a scatter
)
# Whatever of a layout draws pictures or maps, or carries the defaults of all other kinds.
_LEFT_OUT = frozenset(("geo", "images", "map", "mapbox", "template", "updatemenus", "sliders"))
_SOURCES = frozenset(("source", "href", "src", "url"))


def without_fetching(figure: Any) -> dict[str, Any] | None:
    """A figure without what a browser would fetch or follow.

    Args:
        figure: `data` and `layout` as Plotly writes them in JSON.

    Returns:
        A copy that holds both; None where it is no figure, is too large or has a kind of drawing
        that no page makes. A figure that was checked before stays as it is.
    """
    if not isinstance(figure, dict):
        return None
    data, layout = figure.get("data"), figure.get("layout", {})
    if not isinstance(data, list) or not isinstance(layout, dict):
        return None
    if not all(isinstance(trace, dict) and trace.get("type") in _KINDS for trace in data):
        return None
    kept = {
        key: value for key, value in layout.items() if key.rstrip("0123456789") not in _LEFT_OUT
    }
    if not _fits({"data": data, "layout": kept}):
        return None
    found = {"data": _plain(data), "layout": _plain(kept)}
    return found if _fits(found) else None


def _fits(figure: dict[str, Any]) -> bool:
    return len(canonical_json(figure).encode()) <= MOST_BYTES


def _plain(value: Any) -> Any:
    """The same with plain texts and without sources of pictures."""
    if isinstance(value, dict):
        return {key: _plain(entry) for key, entry in value.items() if key not in _SOURCES}
    if isinstance(value, list):
        return [_plain(entry) for entry in value]
    return plain(value) if isinstance(value, str) else value


# --- figure text --------------------------------------------------------------------------
# Plotly reads a few tags in the texts of a pinned figure, and of these only some are kept.
#
# Plotly takes `<…>` for a tag wherever a letter follows, joins texts before it looks for tags
# (what goes before a tick, the tick, what comes after it), and decodes entities afterwards. So a
# `<` that opens no tag of ours is left only where nothing can make a tag of it, and is `&lt;`
# elsewhere, which looks the same.

# `extra` is the second box of a hover text.
_TAGS = "b|br|em|extra|i|span|strong|sub|sup"
_STYLE = (
    r"(?:color: ?(?:#[0-9a-f]{3,8}|[a-z]{3,20})"
    r"|font-size: ?[0-9]{1,3}(?:px|%)"
    r"|font-weight: ?(?:bold|normal|[1-9]00))"
)
_STYLES = rf"{_STYLE}(?:; ?{_STYLE})*;?"
_KEPT = re.compile(
    rf"</?(?:{_TAGS})>|<span style=(?:'{_STYLES}'|\"{_STYLES}\")>", re.IGNORECASE | re.ASCII
)
_WITH_MORE = re.compile(rf"<(/?(?:{_TAGS}))(?![0-9a-z])[^<>]*>", re.IGNORECASE | re.ASCII)
_LINK = re.compile(r"</?a(?![0-9a-z])[^<>]*>", re.IGNORECASE | re.ASCII)
_OPENING = re.compile(r"<[^<>]*>|<")
_BY_ITSELF = re.compile(r"<[ 0-9]")  # `p < 0.05`


def plain(text: str) -> str:
    """A text without links, and whose tags have no attributes but colour, size and weight.

    A text that is plain already stays as it is.
    """
    return _OPENING.sub(_kept, text) if "<" in text else text


def _kept(found: re.Match[str]) -> str:
    """What stays of a tag, or of a `<` that opens none."""
    part = found[0]
    if _KEPT.fullmatch(part) or _BY_ITSELF.match(found.string, found.start()):
        return part
    if (tag := _WITH_MORE.fullmatch(part)) is not None:
        return f"<{tag[1]}>"
    return "" if _LINK.fullmatch(part) else f"&lt;{part[1:]}"
