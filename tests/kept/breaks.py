"""Every way in which a file of each kind is broken on purpose, made from one that is read."""

from __future__ import annotations

import copy
import csv
import io
import json
import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Break = tuple[str, bytes]
_DEEPEST = 4  # keys into each other that are broken
_NUMBERS = (("-1", -1), ("1e300", 1e300), ("not a number", math.nan))


def of_json(
    valid: dict[str, Any],
    seal: Callable[[dict[str, Any]], None] | None = None,
    changes: Sequence[tuple[str, str, Any]] = (),
    deepest: int = _DEEPEST,
) -> Iterator[Break]:
    """A JSON object broken at each of its keys, and as a text.

    Args:
        seal: writes the digest of a changed object again, so that it is not refused for that.
        changes: name of a break, key at the top, its value; these are sealed too.
        deepest: keys into each other that are broken.
    """
    for name, broken in of_object(valid, deepest):
        if seal is not None and not name.startswith("digest"):
            seal(broken)
        yield name, _json(broken)
    for name, key, value in changes:
        changed = {**valid, key: value}
        if seal is not None and key != "digest":
            seal(changed)
        yield name, _json(changed)
    text = json.dumps(valid, ensure_ascii=False)
    yield from of_text(text)
    yield "in a list", f"[{text}]".encode()
    yield "a key twice", (text[:-1] + f", {text[1:]}").encode()
    yield "half a character", (text[:-1] + ', "note": "\\ud800"}').encode()
    yield "a number of 400 digits", (text[:-1] + f', "note": {"9" * 400}}}').encode()
    yield "a number that is too large", (text[:-1] + ', "note": 1e999}').encode()
    yield "50 lists in each other", (text[:-1] + f', "note": {"[" * 50}{"]" * 50}}}').encode()
    yield "100,000 lists in each other", b"[" * 100_000


def of_lines(lines: Sequence[dict[str, Any]]) -> Iterator[Break]:
    """A file of JSON lines broken in the first line of each kind, and as a text.

    A line's kind is its keys, and its action where it has one.
    """
    seen = set()
    for place, line in enumerate(lines):
        kind = _kind(line)
        if kind in seen:
            continue
        seen.add(kind)
        others = lines[:place], lines[place + 1 :]
        yield f"without {kind}", _lines(*others[0], *others[1])
        yield f"{kind} twice", _lines(*others[0], line, line, *others[1])
        for name, broken in of_object(line):
            yield f"{kind}: {name}", _lines(*others[0], broken, *others[1])
    yield "lines in reverse", _lines(*lines[::-1])
    yield "a line that is no JSON", _lines(*lines) + b"{\n"
    yield "empty lines between", _lines(*lines).replace(b"\n", b"\n\n")
    yield from of_text(_lines(*lines).decode())


def of_toml(valid: dict[str, Any]) -> Iterator[Break]:
    """A TOML table broken at each of its keys, and as a text; TOML knows no null."""
    for name, broken in of_object(valid):
        if not name.endswith(" is null"):
            yield name, toml(broken).encode()
    yield "a key twice", f"{toml(valid).splitlines()[0]}\n{toml(valid)}".encode()
    yield "1,000 lists in each other", f"deep = {'[' * 1000}{']' * 1000}\n{toml(valid)}".encode()
    yield from of_text(toml(valid))


def of_table(text: str) -> Iterator[Break]:
    """A CSV file broken in each of its columns, and as a text."""
    header, *rows = csv.reader(io.StringIO(text))
    for place, column in enumerate(header):
        left = [[*row[:place], *row[place + 1 :]] for row in (header, *rows)]
        yield f"without the column {column}", _csv(left)
        other = [*header[:place], "other", *header[place + 1 :]]
        yield f"the column {column} has another name", _csv([other, *rows])
        for said, value in (("empty", ""), ("long", "x" * 2000), ("-1", "-1"), ("nan", "nan")):
            first = [*rows[0][:place], value, *rows[0][place + 1 :]]
            yield f"{column} is {said}", _csv([header, first, *rows[1:]])
    yield "a further column", _csv([[*header, "more"], *([*row, "x"] for row in rows)])
    yield "a short row", _csv([header, rows[0][:1], *rows[1:]])
    yield "a long row", _csv([header, [*rows[0], "more", "still more"], *rows[1:]])
    yield "a row twice", _csv([header, rows[0], *rows])
    yield "no rows", _csv([header])
    yield "no header", _csv(rows)
    yield "a column twice", _csv([[*header, header[0]], *([*row, row[0]] for row in rows)])
    yield "quotes that do not end", text.replace("\n", '\n"', 1).encode()
    yield from of_text(text)


def of_database(content: bytes, newer: bytes) -> Iterator[Break]:
    """An SQLite file broken as a whole.

    Args:
        newer: the same with the mark of a later version.
    """
    yield "written by a newer version", newer
    yield "empty", b""
    yield "a text", b"This is no database.\n" * 300
    yield "cut in half", content[: len(content) // 2]
    yield "zeros in its middle", content[:4096] + bytes(4096) + content[8192:]
    yield "zeros at its beginning", bytes(100) + content[100:]


def of_text(text: str) -> Iterator[Break]:
    """A text broken as a whole."""
    yield "empty", b""
    yield "white space", b" \n\t\n"
    yield "another text", b"This is something else.\n"
    yield "cut in half", text.encode()[: len(text.encode()) // 2]
    yield "cut at its end", text.strip().encode()[:-1]
    yield "more at its end", f"{text}}}".encode()
    yield "in UTF-16", text.encode("utf-16")
    yield "with a byte order mark", text.encode("utf-8-sig")
    yield "in no encoding", text.encode() + b"\xff\xfe\xfd"
    yield "with a zero byte", text.encode() + b"\x00"


def of_object(
    valid: dict[str, Any], deepest: int = _DEEPEST
) -> Iterator[tuple[str, dict[str, Any]]]:
    """An object that is broken at one place each: a key left out, of another kind, out of range.

    Of a list its first entry is broken, and so is the first of a map from names to objects.
    """
    for path in _places(valid, deepest):
        name = _written(path)
        yield f"without {name}", _changed(valid, path, _left_out)
        value = _at(valid, path)
        if value is not None:
            yield f"{name} is null", _changed(valid, path, _set_to(None))
        said, other = ("a number", 7) if isinstance(value, str) else ("a text", "other")
        yield f"{name} is {said}", _changed(valid, path, _set_to(other))
        if isinstance(value, int | float) and not isinstance(value, bool):
            for said, other in _NUMBERS:
                yield f"{name} is {said}", _changed(valid, path, _set_to(other))
        if isinstance(value, dict):
            yield f"{name} has a further key", _changed(valid, path, _with_more)
        if isinstance(value, list) and value:
            yield f"{name} is empty", _changed(valid, path, _set_to([]))
            yield f"{name} has its first entry twice", _changed(valid, path, _doubled)
    yield "a further key", {**valid, "further": 1}


def toml(table: dict[str, Any]) -> str:
    """A table as TOML: lists of tables as `[[name]]`, all else on one line."""
    plain = {key: value for key, value in table.items() if not _is_tables(value)}
    text = "".join(f"{_key(key)} = {_toml_value(value)}\n" for key, value in plain.items())
    for key, entries in table.items():
        if _is_tables(entries):
            for entry in entries:
                lines = (f"{_key(name)} = {_toml_value(value)}\n" for name, value in entry.items())
                text += f"\n[[{_key(key)}]]\n{''.join(lines)}"
    return text


def _places(found: Any, deepest: int, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Keys of an object, each with the keys that lead to it."""
    if path:
        yield path
    if len(path) >= deepest:
        return
    if isinstance(found, dict):
        is_map = len(found) > 1 and all(isinstance(value, dict) for value in found.values())
        for key in list(found)[: 1 if is_map else None]:
            yield from _places(found[key], deepest, (*path, key))
    elif isinstance(found, list) and found:
        yield from _places(found[0], deepest, (*path, 0))


def _written(path: tuple[Any, ...]) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)[1:]


def _at(found: Any, path: tuple[Any, ...]) -> Any:
    for part in path:
        found = found[part]
    return found


def _changed(valid: Any, path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> Any:
    """A copy that is changed at one place; what is not on the way there is shared."""
    broken = found = copy.copy(valid)
    for part in path[:-1]:
        found[part] = copy.copy(found[part])
        found = found[part]
    change(found, path[-1])
    return broken


def _left_out(parent: Any, key: Any) -> None:
    del parent[key]


def _set_to(value: Any) -> Callable[[Any, Any], None]:
    def change(parent: Any, key: Any) -> None:
        parent[key] = value

    return change


def _with_more(parent: Any, key: Any) -> None:
    parent[key] = {**parent[key], "further": 1}


def _doubled(parent: Any, key: Any) -> None:
    parent[key] = [*parent[key], parent[key][0]]


def _kind(line: dict[str, Any]) -> str:
    name = next((key for key in line if key != "format"), "")
    data = line.get(name)
    action = data.get("action", "") if isinstance(data, dict) else ""
    return f"{name} ({action})" if action else name


def _json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def _lines(*lines: dict[str, Any]) -> bytes:
    return b"".join(_json(line) + b"\n" for line in lines)


def _csv(rows: Sequence[Sequence[str]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()


def _is_tables(value: Any) -> bool:
    return (
        isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)
    )


def _key(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)


def _toml_value(value: Any) -> str:
    if isinstance(value, dict):
        entries = (f"{_key(key)} = {_toml_value(entry)}" for key, entry in value.items())
        return f"{{ {', '.join(entries)} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml_value, value))}]"
    if isinstance(value, float):
        return "nan" if math.isnan(value) else repr(value)
    return json.dumps(value, ensure_ascii=False)
