"""Odd files: tables, JSON and texts that are broken in many ways."""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.faults.texts import odd_number, odd_text

ENDINGS = (".csv", ".tsv", ".jsonl", ".json", ".txt", "", ".CSV", ".xlsx", ".gz")
_CODINGS = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "latin-1", "shift_jis")
_DEEP = (100, 5_000, 100_000)


class OddFile(NamedTuple):
    """Content of a file, and how its name ends."""

    ending: str
    content: bytes


def odd_file(draw: random.Random, columns: tuple[str, ...], sound: Any = None) -> OddFile:
    """A file of any kind.

    Args:
        columns: of a table as it should be; the values of a JSON file have these keys.
        sound: content of a JSON file as it should be; often only a part of it is altered.
    """
    if sound is not None and draw.random() < 0.6:
        made = json.dumps(_altered(draw, sound), ensure_ascii=draw.random() < 0.5)
        return OddFile(".json", made.encode("utf-8", "surrogatepass"))
    make = draw.choice((_table, _table, _table, _json_lines, _json, _text))
    made = make(draw, columns)
    coding = draw.choice(_CODINGS) if draw.random() < 0.3 else "utf-8"
    content = made.encode(coding, "surrogatepass" if coding.startswith("utf") else "replace")
    for _ in range(draw.choice((0, 0, 1, 3))):
        content = draw.choice(_DAMAGES)(draw, content)
    return OddFile(draw.choice(ENDINGS), content)


def _text(draw: random.Random, _columns: tuple[str, ...]) -> str:
    return odd_text(draw)


def _altered(draw: random.Random, value: Any) -> Any:
    """A value with something else in one place of it."""
    if not isinstance(value, dict | list) or not value or draw.random() < 0.15:
        return _json_value(draw)
    if isinstance(value, list):
        place = draw.randrange(len(value))
        return [*value[:place], _altered(draw, value[place]), *value[place + 1 :]]
    key = draw.choice(list(value))
    return {**value, key: _altered(draw, value[key])}


def _cell(draw: random.Random) -> str:
    """Most are plain, so that rows are kept and read on."""
    plain = ("she is a nurse [MASK]", "he is a nurse", "tired", "a1", "0.5", "nurse", "", "he")
    choice = draw.random()
    return draw.choice(plain) if choice < 0.6 else (odd_text, odd_number)[choice > 0.9](draw)


def _header(draw: random.Random, columns: tuple[str, ...]) -> list[str]:
    header = list(columns)
    if draw.random() < 0.3:
        draw.shuffle(header)
    if draw.random() < 0.3:
        header.insert(draw.randint(0, len(header)), _cell(draw))
    if draw.random() < 0.2 and header:
        header.append(draw.choice(header))
    if draw.random() < 0.2 and header:
        del header[draw.randrange(len(header))]
    return header


def _table(draw: random.Random, columns: tuple[str, ...]) -> str:
    header = _header(draw, columns)
    rows = [[_cell(draw) for _ in header] for _ in range(draw.choice((0, 1, 3, 8, 30)))]
    for row in rows:
        if draw.random() < 0.1:  # ragged
            row += [_cell(draw)] * draw.randint(0, 3)
            del row[: draw.randint(0, 2)]
    stream = io.StringIO()
    writer = csv.writer(
        stream,
        delimiter=draw.choice((",", "\t", ";")),
        quoting=csv.QUOTE_ALL if draw.random() < 0.5 else csv.QUOTE_MINIMAL,
        lineterminator=draw.choice(("\n", "\r\n", "\r")),
    )
    writer.writerows([header, *rows] if draw.random() < 0.9 else rows)
    return stream.getvalue()


def _json_lines(draw: random.Random, columns: tuple[str, ...]) -> str:
    lines = [_json(draw, columns) for _ in range(draw.choice((0, 1, 5)))]
    return "\n".join(lines)


def _json(draw: random.Random, columns: tuple[str, ...]) -> str:
    if draw.random() < 0.1:
        deep = draw.choice(_DEEP)
        return draw.choice(("[" * deep, '{"a":' * deep, "[" * deep + "]" * deep))
    value = {column: _json_value(draw) for column in _header(draw, columns)}
    return json.dumps(value, ensure_ascii=draw.random() < 0.5)


def _json_value(draw: random.Random, depth: int = 0) -> Any:
    simple: tuple[Any, ...] = (None, True, 0, -1, 1.5, 10**30, float("nan"), float("inf"), [], {})
    ways = [
        lambda: _cell(draw),
        lambda: draw.choice(simple),
        lambda: [_cell(draw) for _ in range(draw.randint(0, 4))],
    ]
    if depth < 3:
        ways += [
            lambda: [_json_value(draw, depth + 1) for _ in range(draw.randint(0, 3))],
            lambda: {_cell(draw): _json_value(draw, depth + 1) for _ in range(draw.randint(0, 3))},
        ]
    return draw.choice(ways)()


def _cut(draw: random.Random, content: bytes) -> bytes:
    return content[: draw.randint(0, len(content))]


def _flipped(draw: random.Random, content: bytes) -> bytes:
    changed = bytearray(content)
    for _ in range(min(len(changed), draw.choice((1, 5)))):
        changed[draw.randrange(len(changed))] = draw.randrange(256)
    return bytes(changed)


def _inserted(draw: random.Random, content: bytes) -> bytes:
    parts = (b"\0", b'"', b"\xff\xfe", b"\xef\xbb\xbf", b"\n", b"\r", b"PK\x03\x04", b"\x1f\x8b")
    place = draw.randint(0, len(content))
    return content[:place] + draw.choice(parts) * draw.choice((1, 1, 1000)) + content[place:]


def _started(draw: random.Random, content: bytes) -> bytes:
    return draw.choice((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"%PDF", b"sep=,\n")) + content


_DAMAGES: tuple[Callable[[random.Random, bytes], bytes], ...] = (
    _cut,
    _flipped,
    _inserted,
    _started,
)
