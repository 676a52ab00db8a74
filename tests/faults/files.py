"""Odd files: tables, JSON and texts that are broken in many ways."""

from __future__ import annotations

import csv
import io
import json
from functools import partial
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.faults.texts import ODD_NUMBER, ODD_TEXT

ENDINGS = (".csv", ".tsv", ".jsonl", ".json", ".txt", "", ".CSV", ".xlsx", ".gz")
_CODINGS = ("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "latin-1", "shift_jis")
_STARTS = (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"%PDF", b"sep=,\n")
_PARTS = (b"\0", b'"', b"\xff\xfe", b"\xef\xbb\xbf", b"\n", b"\r", b"PK\x03\x04", b"\x1f\x8b")
_DEEP = st.builds(
    lambda start, end, deep: start * deep + end * deep,
    st.sampled_from(("[", '{"a":')),
    st.sampled_from(("", "]")),
    st.sampled_from((100, 5_000, 100_000)),
)


class OddFile(NamedTuple):
    """Content of a file, and how its name ends."""

    ending: str
    content: bytes


# Most are plain, so that rows are kept and read on.
_PLAIN = st.sampled_from(
    ("she is a nurse [MASK]", "he is a nurse", "tired", "a1", "0.5", "nurse", "", "he")
)
_CELL = st.one_of(_PLAIN, _PLAIN, _PLAIN, ODD_TEXT, ODD_NUMBER)
_SIMPLE = st.sampled_from(
    (None, True, 0, -1, 1.5, 10**30, float("nan"), float("inf"), (), "", "nurse")
)
_JSON_VALUE = st.recursive(
    st.one_of(_CELL, _SIMPLE, st.lists(_CELL, max_size=4)),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(_CELL, inner, max_size=3)),
    max_leaves=8,
)


@st.composite
def odd_files(draw: st.DrawFn, columns: tuple[str, ...], sound: Any = None) -> OddFile:
    """A file of any kind.

    Args:
        columns: of a table as it should be; the values of a JSON file have these keys.
        sound: content of a JSON file as it should be; often only a part of it is altered.
    """
    if sound is not None and draw(st.integers(0, 9)) < 6:
        made = json.dumps(draw(_altered(sound)), ensure_ascii=draw(st.booleans()))
        return OddFile(".json", made.encode("utf-8", "surrogatepass"))
    table, line = _tables(columns), _json(columns)
    lines = st.lists(line, max_size=5).map("\n".join)
    made = draw(st.one_of(table, table, table, lines, line, ODD_TEXT))
    coding = draw(st.one_of(*[st.just("utf-8")] * 3, st.sampled_from(_CODINGS)))
    content = made.encode(coding, "surrogatepass" if coding.startswith("utf") else "replace")
    for damage in draw(
        st.lists(st.sampled_from((_cut, _flipped, _inserted, _started)), max_size=2)
    ):
        content = damage(draw, content)
    return OddFile(draw(st.sampled_from(ENDINGS)), content)


@st.composite
def _altered(draw: st.DrawFn, value: Any) -> Any:
    """A value with something else in one place of it."""
    if not isinstance(value, dict | list) or not value or draw(st.integers(0, 6)) == 0:
        return draw(_JSON_VALUE)
    if isinstance(value, list):
        place = draw(st.integers(0, len(value) - 1))
        return [*value[:place], draw(_altered(value[place])), *value[place + 1 :]]
    key = draw(st.sampled_from(sorted(value)))
    return {**value, key: draw(_altered(value[key]))}


@st.composite
def _headers(draw: st.DrawFn, columns: tuple[str, ...]) -> list[str]:
    header = draw(st.one_of(*[st.just(list(columns))] * 2, st.permutations(columns)))
    change = draw(st.sampled_from(("", "", "", "further", "twice", "without")))
    place = draw(st.integers(0, len(header) - 1))
    if change == "further":
        header.insert(place, draw(_CELL))
    elif change == "twice":
        header.append(header[place])
    elif change == "without":
        del header[place]
    return header


@st.composite
def _tables(draw: st.DrawFn, columns: tuple[str, ...]) -> str:
    header = draw(_headers(columns))
    row = st.lists(_CELL, min_size=len(header), max_size=len(header))
    ragged = st.lists(_CELL, max_size=len(header) + 3)
    rows = draw(st.lists(st.one_of(*[row] * 9, ragged), max_size=12))
    stream = io.StringIO()
    writer = csv.writer(
        stream,
        delimiter=draw(st.sampled_from(",\t;")),
        quoting=draw(st.sampled_from((csv.QUOTE_ALL, csv.QUOTE_MINIMAL))),
        lineterminator=draw(st.sampled_from(("\n", "\r\n", "\r"))),
    )
    writer.writerows([header, *rows] if draw(st.integers(0, 9)) else rows)
    return stream.getvalue()


def _json(columns: tuple[str, ...]) -> st.SearchStrategy[str]:
    values = _headers(columns).flatmap(
        lambda header: st.fixed_dictionaries(dict.fromkeys(header, _JSON_VALUE))
    )
    written = st.one_of(
        *(values.map(partial(json.dumps, ensure_ascii=how)) for how in (True, False))
    )
    return st.one_of(*[written] * 6, _DEEP)


def _cut(draw: st.DrawFn, content: bytes) -> bytes:
    return content[: draw(st.integers(0, len(content)))]


def _flipped(draw: st.DrawFn, content: bytes) -> bytes:
    changed = bytearray(content)
    if changed:
        changed[draw(st.integers(0, len(changed) - 1))] = draw(st.integers(0, 255))
    return bytes(changed)


def _inserted(draw: st.DrawFn, content: bytes) -> bytes:
    place, times = draw(st.integers(0, len(content))), draw(st.sampled_from((1, 1, 1000)))
    return content[:place] + draw(st.sampled_from(_PARTS)) * times + content[place:]


def _started(draw: st.DrawFn, content: bytes) -> bytes:
    return draw(st.sampled_from(_STARTS)) + content
