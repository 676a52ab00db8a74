"""The table of planted associations: P(male) of every occupation, read and checked."""

from __future__ import annotations

import csv
import io
import math
import random
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.files.columns import refuse_alike, shown_columns
from engine.files.conventions import likely_delimiter, named_delimiter, without_no_value
from engine.files.layout import FileSource
from engine.files.records import JsonError, as_table, is_json_list, json_lines, parsed
from engine.files.samples import SAMPLES
from engine.files.text_file import read_text, say_notes
from engine.lab.templates import PRONOUNS

_FILE = SAMPLES / "lab_occupations.csv"

LEAST, MOST = 3, 400  # occupations; recovery is a rank correlation
LONGEST = 60  # characters of an occupation
OCCUPATION, P_MALE = "occupation", "p_male"
_OCCUPATION_NAMES = (OCCUPATION, "occupations", "job", "profession", "target")
_P_MALE_NAMES = (P_MALE, "p(male)", "p male", "male", "planted")
_DECIMAL_COMMA = re.compile(r"\d,\d+")
_SHOWN = 3  # problems said at once
_PRONOUNS = {word for pair in PRONOUNS.values() for word in pair} | {"hers"}

Row = tuple[object, object]


@lru_cache(maxsize=1)
def _bundled() -> tuple[tuple[str, float], ...]:
    return tuple(read_table(_FILE.read_bytes(), _FILE.name).items())


def bundled_table() -> dict[str, float]:
    """The project's own table: occupation -> P(male)."""
    return dict(_bundled())


def read_table(
    source: FileSource, name: str | None = None, note: Callable[[str], None] | None = None
) -> dict[str, float]:
    """Read planted proportions from a file.

    Args:
        source: path, or content, of CSV or TSV with `occupation` and `p_male`, or of JSON:
            `{"nurse": 0.1}`, `{"nurse": {"male": 0.1, "female": 0.9}}`, or a list of objects
            with the same two fields; with its layout, where the user gave one.
        name: of the file, where its content is given.
        note: called with each sentence for the user about what was guessed.

    Returns:
        Occupation -> P(male), in the order of the file.
    """
    file = read_text(source, name, wanted="a CSV or JSON file")
    say_notes(note, file)
    text = file.text.strip()
    if is_json_list(text):
        rows = _listed_rows(text, file.name)
    elif text.startswith("{"):
        rows = _json_rows(text, file.name)
    else:
        rows = _table_rows(text, file.name)
    return check_table(rows, file.name)


def check_table(rows: Iterable[Row], name: str = "The table") -> dict[str, float]:
    """Planted proportions from rows of (occupation, P(male))."""
    known = list(rows)
    found = problems(known)
    if found:
        more = f" And {len(found) - _SHOWN} more." if len(found) > _SHOWN else ""
        raise InputTextError(f"{name}: {' '.join(found[:_SHOWN])}{more}")
    return {_tidy(occupation): _number(p_male) for occupation, p_male in known}


def problems(rows: Iterable[Row]) -> list[str]:
    """What keeps rows from being planted, one sentence each; empty where nothing does."""
    known = list(rows)
    found, seen = [], set()
    for number, (occupation, p_male) in enumerate(known, start=1):
        tidy = _tidy(occupation)
        fault = _name_fault(tidy) or _number_fault(tidy, p_male)
        if fault is None and tidy.casefold() in seen:
            fault = f"{tidy!r} is in the table twice; keep one."
        seen.add(tidy.casefold())
        if fault is not None:
            found.append(f"Row {number}: {fault}")
    if not LEAST <= len(known) <= MOST:
        found.append(
            f"It has {counted(len(known), 'occupation')}; recovery is a rank correlation, which "
            "needs at "
            f"least {LEAST}, and at most {MOST} can be planted."
        )
    return found


def _tidy(occupation: object) -> str:
    missing = occupation is None or (isinstance(occupation, float) and math.isnan(occupation))
    return "" if missing else without_no_value(" ".join(str(occupation).split()))


def _name_fault(occupation: str) -> str | None:
    if not any(letter.isalpha() for letter in occupation):
        return f"{occupation!r} names no occupation." if occupation else "the occupation is empty."
    if len(occupation) > LONGEST:
        return f"{occupation[:30]!r}… is longer than {LONGEST} characters."
    if any(sign in occupation for sign in "[]{}<>_"):
        return (
            f"{occupation!r} contains a character that sentences cannot (one of [ ] {{ }} < > _)."
        )
    held = _PRONOUNS & set(occupation.casefold().split())
    return f"{occupation!r} contains the pronoun {min(held)!r}." if held else None


def _number(p_male: object) -> float:
    """A proportion, with a decimal point or comma as spreadsheets write it; NaN if it is none."""
    text = str(p_male).strip()
    try:
        return float(text.replace(",", ".") if _DECIMAL_COMMA.fullmatch(text) else text)
    except ValueError:
        return math.nan


def _number_fault(occupation: str, p_male: object) -> str | None:
    value = _number(p_male)
    if math.isnan(value):
        said = "" if p_male is None or str(p_male) in ("", "nan", "None") else f", got {p_male!r}"
        return f"{occupation} needs a number between 0 and 1 for P(male){said}."
    if 0 <= value <= 1:
        return None
    # Of a smaller number it is not clear what was meant: 7 may be 7% or 0.7.
    hint = f" For {value:g}% write {value / 100:g}." if 10 <= value <= 100 else ""
    return f"P(male) of {occupation} is {value:g}; it must be between 0 and 1.{hint}"


def _table_rows(text: str, name: str) -> list[Row]:
    if not text:
        raise InputTextError(f"{name} is empty; a table has the columns occupation and p_male.")
    named, below = named_delimiter(text)
    mark = named or likely_delimiter(below)
    with as_table(name):
        read = list(csv.DictReader(io.StringIO(below, newline=""), delimiter=mark))
        header = next(csv.reader(below.splitlines()[:1], delimiter=mark), [])
    occupation, p_male = _columns(header, name)
    return [(row[occupation], row[p_male]) for row in read if any(filter(None, row.values()))]


def _columns(header: Sequence[str], name: str) -> tuple[str, str]:
    """The columns of the occupation and of P(male)."""
    columns = {column.strip().casefold(): column for column in header}
    occupation, p_male = (
        next((columns[known] for known in names if known in columns), None)
        for names in (_OCCUPATION_NAMES, _P_MALE_NAMES)
    )
    if occupation is None or p_male is None:
        raise InputTextError(
            f"{name} has the columns {shown_columns(header)}; a table of planted bias needs "
            f"{OCCUPATION} and {P_MALE}."
        )
    refuse_alike(name, header, {OCCUPATION: _OCCUPATION_NAMES, "P(male)": _P_MALE_NAMES})
    return occupation, p_male


def _listed_rows(text: str, name: str) -> list[Row]:
    """Rows of a JSON list of objects."""
    objects: list[dict[str, Any]] = []
    for number, found, problem in json_lines(text):
        if found is None:
            raise InputTextError(f"{name}, entry {number} {problem}.")
        objects.append(found)
    names = dict.fromkeys(field for found in objects for field in found)
    occupation, p_male = _columns([*names], name)
    return [(found.get(occupation), found.get(p_male)) for found in objects]


def _json_rows(text: str, name: str) -> list[Row]:
    try:
        pairs: list[tuple[str, Any]] = parsed(text, pairs=True)
    except JsonError as error:
        raise InputTextError(f"{name} {error}.") from None
    rows: list[Row] = []
    for occupation, value in pairs:
        inner = dict(value) if isinstance(value, list) and all(map(_is_pair, value)) else None
        if inner is not None and "male" not in inner:
            raise InputTextError(f"{name}: {occupation!r} has no share named male.")
        rows.append((occupation, value if inner is None else inner["male"]))
    return rows


def _is_pair(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 2


def table_csv(planted: Mapping[str, float]) -> str:
    """The table as a CSV file that `read_table` reads."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([OCCUPATION, P_MALE])
    writer.writerows([occupation, repr(p_male)] for occupation, p_male in planted.items())
    return text.getvalue()


def shuffled(planted: Mapping[str, float], seed: int | str) -> dict[str, float]:
    """The same proportions allocated to other occupations, so that no stereotype is planted."""
    values = list(planted.values())
    random.Random(f"deal/{seed}").shuffle(values)
    return dict(zip(planted, values, strict=True))
