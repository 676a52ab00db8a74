"""What a figure shows, as one or two plain sentences with its numbers, for screen readers.

The texts are names of a figure and are never read as markdown.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from statistics import quantiles
from typing import Any

from components.frame.present.labels import short
from components.frame.present.numbers import number
from engine.core.wording import counted

Named = tuple[str, float | None]
Format = str | Callable[[float], str]

NOTHING = "It has no values."
_FEW = 6  # values that are all named
_ENDS = 3  # named of each end of a longer list
_LONGEST = 40  # characters of one name
_MARKS = re.compile(r"\\(.)|\*\*|:\w+\[|[\[\]]|\u2060|\s+")


def listed(entries: Iterable[Named], spec: Format = ".2f") -> str:
    """Each name with its value; of many, the largest and the smallest.

    >>> listed([("age", 60.0), ("race", 48.5)], ".1f")
    'age 60.0, race 48.5.'

    Args:
        entries: name and value; those without a value are left out.
        spec: how a value is written: a format, or a function.
    """
    return listed_texts((name, value, _text(value, spec)) for name, value in _known(entries))


def listed_texts(entries: Iterable[tuple[str, float | None, str]]) -> str:
    """As `listed`, of values that are each written in a way of their own.

    >>> listed_texts([("age", 0.5, "6 of 12"), ("race", 0.25, "25.0%")])
    'age 6 of 12, race 25.0%.'

    Args:
        entries: name, value, and how the value is written; those without a value are left out.
    """
    known = [(name, value, text) for name, value, text in entries if _is_number(value)]
    if not known:
        return NOTHING
    if len(known) <= _FEW:
        return f"{_written(known)}."
    ordered = sorted(known, key=lambda entry: -float(entry[1] or 0.0))
    return (
        f"{counted(len(known), 'value')}. Largest: {_written(ordered[:_ENDS])}. "
        f"Smallest: {_written(ordered[-_ENDS:])}."
    )


def spread(values: Iterable[float | None], noun: str, spec: Format = ".2f") -> str:
    """Between which values all and the middle half of them lie.

    >>> spread([1.0, 2.0, 3.0, 4.0], "heads", ".1f")
    '4 heads from 1.0 to 4.0; the middle half from 1.8 to 3.2.'

    Args:
        noun: what is counted, in the plural.
    """
    known = sorted(value for _, value in _known(("", value) for value in values))
    if not known:
        return NOTHING
    size = counted(len(known), noun.removesuffix("s"))
    ends = f"{size} from {_text(known[0], spec)} to {_text(known[-1], spec)}"
    if len(known) < 4:
        return f"{ends}."
    low, _, high = quantiles(known, n=4, method="inclusive")
    return f"{ends}; the middle half from {_text(low, spec)} to {_text(high, spec)}."


def points(
    names: Iterable[Any],
    x: tuple[str, Iterable[Any]],
    y: tuple[str, Iterable[Any]],
    spec: Format = ".2f",
) -> str:
    """How many points a scatter has, its axes, and which point is highest and which lowest.

    Args:
        names: of the points.
        x: what the axis is, and the value of each point; one without a value is left out.
        y: likewise.
    """
    known = [
        (str(name), float(one), float(other))
        for name, one, other in zip(names, x[1], y[1], strict=True)
        if _is_number(one) and _is_number(other)
    ]
    if not known:
        return NOTHING
    across = sorted(one for _, one, _ in known)
    ordered = sorted(((name, other) for name, _, other in known), key=lambda point: point[1])
    count = counted(len(known), "point")
    return (
        f"{count}. Across, {x[0]}: {_text(across[0], spec)} to {_text(across[-1], spec)}. "
        f"Up, {y[0]}: lowest {_named(ordered[:1], spec)}, highest {_named(ordered[-1:], spec)}."
    )


def cells(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    spec: Format = ".2f",
) -> str:
    """The size of a grid of numbers, and where it is largest and smallest.

    Args:
        values: [row][column]; a cell without a value is left out.
    """
    size = f"{counted(len(rows), 'row')} by {counted(len(columns), 'column')}."
    known = _known(
        (f"{row}, {column}:", value)
        for row, line in zip(rows, values, strict=True)
        for column, value in zip(columns, line, strict=True)
    )
    if not known:
        return f"{size} {NOTHING}"
    ordered = sorted(known, key=lambda entry: entry[1])
    largest, smallest = _named(ordered[-1:], spec), _named(ordered[:1], spec)
    return f"{size} Largest: {largest}. Smallest: {smallest}."


def each(parts: Iterable[tuple[str, str]]) -> str:
    """What several parts of one figure say, each after its name.

    >>> each([("all heads on", "he 0.50."), ("masked", "he 0.25.")])
    'all heads on: he 0.50. masked: he 0.25.'
    """
    return " ".join(f"{_name(name)}: {said}" for name, said in parts)


def unmarked(markdown: str) -> str:
    """A sentence of ours without its markdown: bold, grey, and escapes."""
    return _MARKS.sub(lambda found: found[1] or " " * found[0].isspace(), markdown).strip()


def _is_number(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def _known(entries: Iterable[Named]) -> list[tuple[str, float]]:
    return [
        (name, float(value))
        for name, value in entries
        if value is not None and math.isfinite(value)
    ]


def _named(entries: Sequence[tuple[str, float]], spec: Format) -> str:
    return ", ".join(f"{_name(name)} {_text(value, spec)}" for name, value in entries)


def _written(entries: Sequence[tuple[str, float | None, str]]) -> str:
    return ", ".join(f"{_name(name)} {text}" for name, _, text in entries)


def _name(name: str) -> str:
    return short(" ".join(name.split()), _LONGEST)


def _text(value: float, spec: Format) -> str:
    return number(value, spec) if isinstance(spec, str) else spec(value)
