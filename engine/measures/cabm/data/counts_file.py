"""Tables of the counts of a corpus, as `cooccurrences` writes them, or with columns chosen."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError
from engine.files.columns import Roles, column_mapping, plain_name
from engine.files.conventions import likely_delimiter, named_delimiter
from engine.files.layout import FileSource, by_number
from engine.files.read_cells import cells_of
from engine.files.records import as_table
from engine.files.text_file import TextFile, read_text
from engine.measures.cabm.data.cooccurrence import CorpusCounts, TargetCount, usable
from engine.measures.cabm.data.sentences import GENDER, Groups

if TYPE_CHECKING:
    import pandas as pd

_COUNT = re.compile(r"[0-9]{1,18}")  # more sentences than any corpus has
_HEADER = ("target", "sentences")
ALL = "(all)"  # the row that holds the totals


def counts_frame(counts: CorpusCounts) -> pd.DataFrame:
    """Counts as a table that `read_counts` reads, the whole corpus in its first row."""
    import pandas as pd

    whole = [ALL, counts.sentences, counts.first, counts.second, *counts.words.values()]
    rows = [
        [target, *count, *counts.pairs.get(target, {}).values()]
        for target, count in counts.targets.items()
    ]
    return pd.DataFrame(
        [whole, *rows], columns=[*_HEADER, *counts.groups, *counts.words], dtype=object
    )


def count_roles(groups: Groups) -> Roles:
    """What the columns of counts can be, where two groups are compared."""
    names = {
        "target": ("target",),
        "sentences": ("sentences",),
        "first": (plain_name(groups.names[0]),),
        "second": (plain_name(groups.names[1]),),
    }
    return Roles(
        names,
        tuple(names),
        f"Counts have a row for each target and one, {ALL}, for the whole corpus: its sentences, "
        f"and those with a word of {groups.names[0]} (first) and of {groups.names[1]} (second).",
    )


def is_counts(name: str) -> bool:
    """Whether a file of this name holds counts, and no text to count in."""
    return Path(name).suffix.lower() in (".csv", ".tsv", ".xlsx", ".xlsm")


def read_counts(
    source: FileSource,
    corpus: str,
    note: str = "",
    mapping: Mapping[str, str] | None = None,
    groups: Groups = GENDER,
) -> CorpusCounts:
    """Counts from a table: `target,sentences,FIRST,SECOND` with the row `(all)`.

    More columns, one a group word, hold the sentences with that word.

    Args:
        source: path, or the bytes of an upload; with its layout, where the user gave one.
        mapping: role of `count_roles` -> the file's column; further columns are not read then.
        groups: of the roles.
    """
    file = read_text(source, corpus)
    header, *rows = _table(file, mapping or {}, groups)
    numbers = {row[0]: _numbers(row, len(header), file.name) for row in rows if row}
    sentences, first, second, *of_words = _total(numbers, file.name)
    words = header[4:]
    return usable(
        CorpusCounts(
            corpus,
            (header[2], header[3]),
            sentences,
            first,
            second,
            {target: TargetCount(*found[:3]) for target, found in numbers.items()},
            " ".join([*filter(None, [note]), *file.notes]),
            dict(zip(words, of_words, strict=True)),
            {
                target: dict(zip(words, found[3:], strict=True))
                for target, found in numbers.items()
                if words
            },
        )
    )


def _table(file: TextFile, mapping: Mapping[str, str], groups: Groups) -> list[list[str]]:
    """The header of counts and their rows."""
    if mapping or not file.header:
        rows = _chosen(file, mapping, groups)
    else:
        named, counted = named_delimiter(file.text)
        mark = named or likely_delimiter(counted)
        with as_table(file.name):
            rows = list(csv.reader(io.StringIO(counted), delimiter=mark))
    if not rows or len(rows[0]) < 4 or tuple(rows[0][:2]) != _HEADER:
        raise InputTextError(
            f"{file.name} is not a file of counts; its first row is target,sentences,GROUP,GROUP."
        )
    if not any(rows[1:]):
        raise InputTextError(f"{file.name} has no rows below its header.")
    return rows


def _total(numbers: dict[str, list[int]], file: str) -> list[int]:
    """The counts of the whole corpus, taken out of those of the targets."""
    total = numbers.pop(ALL, None)
    if total is None:
        raise InputTextError(f"{file} has no row {ALL} with the counts of the whole corpus.")
    for target, found in numbers.items():
        if found[0] > total[0] or max(found[1:]) > found[0]:
            raise InputTextError(f"{file}: the counts of {target!r} are higher than possible.")
    return total


def _chosen(file: TextFile, mapping: Mapping[str, str], groups: Groups) -> list[list[str]]:
    """Header and rows of the columns that the user chose."""
    roles = count_roles(groups)
    given = mapping if file.header else by_number(mapping)
    _, cells = cells_of(file, partial(roles.fit, given))
    columns = column_mapping(file.called, cells.header, given, roles, file.missing)
    places = [cells.header.index(columns[role]) for role in roles.names]
    if cells.bad:
        row, problem, _ = min(cells.bad)
        raise InputTextError(f"{file.name}, row {row} {problem}.")
    rows = [[held[place].strip() for place in places] for _, held in cells.good]
    return [[*_HEADER, *groups.names], *rows]


def _numbers(row: list[str], width: int, file: str) -> list[int]:
    if len(row) != width or not all(_COUNT.fullmatch(cell.strip()) for cell in row[1:]):
        wanted = "three" if width == 4 else str(width - 1)
        raise InputTextError(f"{file}: {','.join(row)[:60]!r} is not a target and {wanted} counts.")
    return [int(cell) for cell in row[1:]]
