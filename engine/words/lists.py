"""Word lists from files: pairs of counterparts, labelled targets, and public layouts.

Attributes (sets A and B) are read from
- a CSV or TSV with two columns of counterparts, whose headings name the sets;
- a text file with two words a line;
- a folder with `female.txt` and `male.txt`, line by line counterparts (context-debias);
- a JSON object with two lists, or with `attributes` (and `targets`), or one in the layout of
  Manzini et al. (`definite_sets`, `analogy_templates`), of which two groups are taken.

Targets (sets X and Y) are read from
- a CSV or TSV with a word and the attribute set it is stereotyped with;
- a folder with `stereotype.txt`, or that file: odd lines feminine, even lines masculine;
- a JSON object as above.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from engine.core.errors import InputTextError
from engine.core.paths import file_path
from engine.core.wording import counted
from engine.files.layout import FileSource, LaidOut, Layout, laid_out
from engine.files.records import parsed_object
from engine.files.samples import SAMPLES
from engine.files.text_file import TextFile, notes_of, read_text
from engine.words.list_tables import (
    AS_IT_IS,
    ATTRIBUTES,
    OF_ATTRIBUTES,
    OF_TARGETS,
    ListReading,
    check_no_columns,
    read_word_table,
    target_roles,
    without_gaps,
)

# A path; or an uploaded file, its name and its content.
ListSource = str | tuple[str, FileSource]
_ROWS, _SORTING = 6, 3  # fewest rows, and how often each word stands in a column that sorts them
FEMALE, MALE, STEREOTYPE = "female.txt", "male.txt", "stereotype.txt"


@dataclass(frozen=True)
class Lists:
    """Attribute sets A and B, and target sets X and Y where they were read already.

    Args:
        names: of the sets x, y, a, b.
        pairs: attributes of `a` with their counterparts in `b`; empty where none are known.
        notes: what was changed in reading, one sentence each.
        unread: names of further columns of the table of the attributes.
    """

    a: tuple[str, ...]
    b: tuple[str, ...]
    x: tuple[str, ...] = ()
    y: tuple[str, ...] = ()
    names: tuple[str, str, str, str] = ("X", "Y", "A", "B")
    pairs: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()

    @property
    def names_of_attributes(self) -> tuple[str, str]:
        """Names of a and b."""
        return self.names[2], self.names[3]

    def noting(self, *files: TextFile) -> Lists:
        """These lists with what was guessed of the files they are from."""
        return replace(self, notes=(*notes_of(*files), *self.notes))

    def with_targets(self, targets: Targets) -> Lists:
        """These attributes with targets; what is an attribute already is no target."""
        attributes = {word.casefold() for word in (*self.a, *self.b)}
        twice = [word for word in (*targets.x, *targets.y) if word.casefold() in attributes]
        notes = tuple(dict.fromkeys((*self.notes, *targets.notes)))
        if twice:
            notes = (
                *notes,
                f"{', '.join(twice)} are also among the attributes and were left out of "
                "the targets.",
            )
        return replace(
            self,
            x=tuple(word for word in targets.x if word not in twice),
            y=tuple(word for word in targets.y if word not in twice),
            names=(*targets.names, *self.names_of_attributes),
            notes=notes,
        )


@dataclass(frozen=True)
class Targets:
    """Target words stereotyped with A (x) and with B (y).

    Args:
        notes: as those of `Lists`.
    """

    x: tuple[str, ...]
    y: tuple[str, ...]
    names: tuple[str, str]
    notes: tuple[str, ...] = ()


def read_lists(
    source: ListSource,
    groups: tuple[str, str] | None = None,
    reading: ListReading = AS_IT_IS,
) -> Lists:
    """Attributes and targets that stand in one file or folder; see `read_attributes`."""
    found = read_attributes(source, groups, reading)
    if found.x or found.y:
        return found
    return found.with_targets(read_targets(source, found.names_of_attributes, reading))


def read_attributes(
    source: ListSource,
    groups: tuple[str, str] | None = None,
    reading: ListReading = AS_IT_IS,
) -> Lists:
    """Attribute sets A and B from a file or folder; see the module for its forms.

    Args:
        source: path of a file or folder, or name and content of a file.
        groups: which two, in a file of more than two groups.
        reading: which columns of a table are the two; by default the first ones.
    """
    reading.check_known()
    if folder := _folder(source):
        check_no_columns(folder.name, ATTRIBUTES, reading)
        layout = reading.layout(OF_ATTRIBUTES)
        female, male = (_text(str(folder / name), layout)[1] for name in (FEMALE, MALE))
        return _paired(
            _lines(female.text),
            _lines(male.text),
            ("female", "male"),
            folder.name,
        ).noting(female, male)
    name, file = _text(source, reading.layout(OF_ATTRIBUTES))
    if _is_json(name):
        check_no_columns(name, ATTRIBUTES, reading)
        return _from_json(parsed_object(file.text, name), name, groups).noting(file)
    table = read_word_table(file, name, ATTRIBUTES, reading)
    first, second = [row[0] for row in table.rows], [row[1] for row in table.rows]
    names = table.header or ("A", "B")
    for words, heading in zip((first, second), names, strict=True):
        _check_words(words, heading, name)
    return replace(_paired(first, second, names, name), unread=table.unread).noting(file)


def _check_words(words: Sequence[str], heading: str, name: str) -> None:
    """Refuse a column that sorts its rows, such as the groups of words, in place of words."""
    given = [word.casefold() for word in words if word]
    different = len(set(given))
    if len(given) >= _ROWS and _SORTING * different <= len(given):
        raise InputTextError(
            f"{name}: the column {heading!r} has only {counted(different, 'different word')} in "
            f"{counted(len(given), 'row')}, so it seems to sort the rows. Attribute words are two "
            "columns of counterparts, as she and he, whose headings name the two sets; words with "
            "their group are target words."
        )


def read_targets(
    source: ListSource, attributes: tuple[str, str], reading: ListReading = AS_IT_IS
) -> Targets:
    """Target sets X and Y from a file or folder; see the module for its forms.

    Args:
        attributes: names of the sets A and B, which labels in the file must match.
        reading: which columns of a table they are, and which of its labels mean which set.
    """
    if folder := _folder(source):
        source = str(folder / STEREOTYPE)
    name, file = _text(source, reading.layout(OF_TARGETS))
    found = _targets(name, file, attributes, reading)
    return replace(found, notes=(*notes_of(file), *found.notes))


def _targets(
    name: str, file: TextFile, attributes: tuple[str, str], reading: ListReading
) -> Targets:
    roles = target_roles(attributes)
    if _is_json(name) or name == STEREOTYPE:
        check_no_columns(name, roles, reading)
    if _is_json(name):
        found = _from_json(parsed_object(file.text, name), name)
        x, y = (found.x, found.y) if found.x else (found.a, found.b)
        names = found.names[:2] if found.x else found.names_of_attributes
        return Targets(x, y, (names[0], names[1]))
    if name == STEREOTYPE:
        words = _lines(file.text)
        return Targets(_once(words[0::2]), _once(words[1::2]), _stereotyped(("female", "male")))
    table = read_word_table(file, name, roles, reading)
    rows, gaps = without_gaps(table)
    notes = tuple(f"{name}: {note}" for note in (*table.notes, *gaps))
    return replace(_labelled(rows, attributes, name), notes=notes)


def _folder(source: ListSource) -> Path | None:
    """The folder of a path that is one."""
    path = file_path(source) if isinstance(source, str) else None
    return path if path is not None and path.is_dir() else None


def _text(source: ListSource, layout: Layout) -> tuple[str, TextFile]:
    """Name and text of a file."""
    if isinstance(source, str):
        path = file_path(source)
        return path.name, read_text(laid_out(path, layout))
    name, data = source
    given = data if isinstance(data, LaidOut) else laid_out(data, layout)
    return name, read_text(given, name)


def _is_json(name: str) -> bool:
    return Path(name).suffix.lower() in (".json", ".jsonl")


def _stereotyped(attributes: Sequence[str]) -> tuple[str, str]:
    return f"Stereotyped as {attributes[0]}", f"Stereotyped as {attributes[1]}"


def _labelled(rows: list[tuple[str, str]], attributes: tuple[str, str], name: str) -> Targets:
    """Words with the attribute set each is stereotyped with, in the second column."""
    sets: dict[str, list[str]] = {label.casefold(): [] for label in attributes}
    for word, label in rows:
        if label.casefold() not in sets:
            raise InputTextError(
                f"{name}: {word!r} is labelled {label!r}, but the attribute sets are called "
                f"{attributes[0]!r} and {attributes[1]!r}; the labels must be these."
            )
        sets[label.casefold()].append(word)
    x, y = (_once(sets[label.casefold()]) for label in attributes)
    return Targets(x, y, _stereotyped(attributes))


def _paired(first: list[str], second: list[str], names: Sequence[str], where: str) -> Lists:
    """Two lists of counterparts, line by line."""
    if len(first) != len(second) or not all((*first, *second)):
        filled = sum(map(bool, first)), sum(map(bool, second))
        raise InputTextError(
            f"{where}: {names[0]} has {filled[0]} words and {names[1]} has {filled[1]}; "
            "counterparts need two lists of one length, line by line."
        )
    pairs = tuple(dict.fromkeys(zip(first, second, strict=True)))
    return Lists(_once(first), _once(second), names=("X", "Y", names[0], names[1]), pairs=pairs)


def _once(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _from_json(read: dict[str, Any], name: str, groups: tuple[str, str] | None = None) -> Lists:
    if "definite_sets" in read:
        return _manzini(read, name, groups)
    if "attributes" in read:
        a, b, names = _two_lists(read["attributes"], name)
        x: tuple[str, ...] = ()
        y: tuple[str, ...] = ()
        of_targets = ("X", "Y")
        if "targets" in read:
            x, y, of_targets = _two_lists(read["targets"], name)
        told = read.get("names", {})
        if not isinstance(told, dict):
            raise InputTextError(f'{name}: "names" must be an object, set by set.')
        shown = [str(told.get(key, key)) for key in (*of_targets, *names)]
        pairs = tuple(zip(a, b, strict=True)) if len(a) == len(b) else ()
        return Lists(a, b, x, y, (shown[0], shown[1], shown[2], shown[3]), pairs)
    a, b, names = _two_lists(read, name)
    return Lists(a, b, names=("X", "Y", *names))


def _is_word_lists(found: Any) -> bool:
    """Whether something read from JSON is a list of lists of words, none of them empty."""
    return isinstance(found, list) and all(
        isinstance(words, list) and words and all(isinstance(word, str) for word in words)
        for words in found
    )


def _two_lists(read: Any, name: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, str]]:
    lists = list(read.items()) if isinstance(read, dict) else []
    if len(lists) != 2 or not _is_word_lists([words for _, words in lists]):
        raise InputTextError(
            f"{name} needs an object with two lists of words, for example "
            '{"female": ["she"], "male": ["he"]}.'
        )
    (first, a), (second, b) = lists
    return _once(a), _once(b), (str(first), str(second))


def _manzini(read: dict[str, Any], name: str, groups: tuple[str, str] | None) -> Lists:
    """Two groups of a list of Manzini et al. 2019: those asked for, or the first two."""
    rows = read["definite_sets"]
    templates = read.get("analogy_templates", {})
    roles: Any = next(iter(templates.values()), {}) if isinstance(templates, dict) else None
    if not (_is_word_lists(rows) and isinstance(roles, dict) and _is_word_lists([*roles.values()])):
        raise InputTextError(
            f"{name}: definite_sets must be a list of lists of words, and analogy_templates an "
            "object of lists of words."
        )
    # The columns are named where a row repeats the names of the roles, else they follow them.
    columns = next((row for row in rows if {*row} == {*roles}), list(roles))
    if any(len(row) != len(columns) for row in rows) or len(columns) < 2:
        raise InputTextError(
            f"{name}: its definite_sets have not one word for each of its groups "
            f"({', '.join(columns) or 'none'})."
        )
    one, other = groups or (columns[0], columns[1])
    if not {one, other} <= {*columns} or not {one, other} <= {*roles}:
        raise InputTextError(f"{name} has the groups {', '.join(columns)}; got {one}, {other}.")
    first, second = columns.index(one), columns.index(other)
    pairs = tuple(dict.fromkeys((row[first], row[second]) for row in rows))
    a, b = _once([pair[0] for pair in pairs]), _once([pair[1] for pair in pairs])
    names = (*_stereotyped((one, other)), one, other)
    notes = (
        ()
        if len(columns) == 2
        else (f"Of the groups {', '.join(columns)} this compares {one} and {other}.",)
    )
    return Lists(a, b, names=names, pairs=pairs, notes=notes).with_targets(
        Targets(_once(roles[one]), _once(roles[other]), (names[0], names[1]))
    )


# --- groups -------------------------------------------------------------------------------
# The built-in group lists for `{group}` slots, one a dimension of bias.

_FILE = SAMPLES / "groups.json"


@dataclass(frozen=True)
class GroupList:
    """Groups of one dimension, with a sentence that shows them.

    Args:
        example: a sentence with a `{group}` slot and a `[MASK]`.
        targets: words worth looking up in it.
    """

    dimension: str
    example: str
    groups: tuple[str, ...]
    targets: tuple[str, ...]


@lru_cache(maxsize=1)
def group_lists() -> dict[str, GroupList]:
    """Dimension -> its list, in the file's order."""
    read = json.loads(_FILE.read_text(encoding="utf-8"))
    return {
        name: GroupList(name, entry["example"], tuple(entry["groups"]), tuple(entry["targets"]))
        for name, entry in read.items()
    }
