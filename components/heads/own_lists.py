"""A test of the user's own on the Heads page: a SEAT test, or word lists in one file or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components.frame.present import explain
from components.frame.widgets import chosen_columns, kept_file, own_file
from components.frame.widgets.chosen_columns import NOT_CHOSEN, Reading
from components.frame.widgets.kept_file import File
from components.frame.widgets.own_file import Chosen
from engine.core.wording import counted, in_quotes, listed
from engine.files.layout import SHEET, FileSource
from engine.files.mapping import mapping_text
from engine.files.records import parsed_object
from engine.files.samples import SAMPLES
from engine.files.text_file import read_text
from engine.words.association_tests import file_lists
from engine.words.list_tables import (
    ATTRIBUTES,
    OF_ATTRIBUTES,
    OF_TARGETS,
    ListReading,
    is_table,
    target_roles,
)
from engine.words.lists import Lists, read_attributes

_TYPES = ["json", "jsonl", "csv", "tsv", "txt"]
_SETS = {"a": "first set of words", "b": "second set, their counterparts"}
_TARGETS = {"word": "target word", "association": "group it goes with"}


@dataclass(frozen=True)
class OwnTest:
    """Files of a test.

    Args:
        first: a SEAT test alone, or the file of the attribute words.
        targets: the file of the target words, which may be the same; None for a SEAT test.
        reading: the columns and values of both that the user chose.
        sheets: (`attributes` or `targets`, the sheet of its Excel file), where it is not the first.
    """

    first: File
    targets: File | None = None
    reading: Reading = NOT_CHOSEN
    sheets: Chosen = ()

    @property
    def options(self) -> list[str]:
        """What the user said of the tables, as words of a command."""
        return self.reading.options + [SHEET, mapping_text(self.sheets)] * bool(self.sheets)

    @property
    def files(self) -> dict[str, bytes]:
        """Name -> content."""
        return {file.name: file.data for file in (self.first, self.targets) if file is not None}


def list_reading(reading: Reading, sheets: Chosen = ()) -> ListReading:
    """What was chosen on screen, as readers of word lists take it."""
    return ListReading(dict(reading.columns), dict(reading.values), dict(sheets))


def _sheet(words: str, reading: Reading) -> Chosen:
    """The sheet of some word lists, as `OwnTest` has it."""
    return ((words, reading.layout.sheet),) if reading.layout.sheet else ()


def ask_test() -> OwnTest | None:
    """Draw the upload boxes; None while a file, or a column of it, is missing."""
    boxes = st.columns(2)
    with boxes[0]:
        first = _ask_first()
        if first is None:
            return None
        keys = _keys(first)
        if {"targ1", "attr1"} & keys:
            return OwnTest(first)
        if {"targets", "definite_sets"} & keys:
            return OwnTest(first, first)
        attributes = _read_attributes(first)
    if attributes is None:
        return None
    lists, chosen = attributes
    with boxes[1]:
        targets = _ask_targets()
        read = None if targets is None else _read_targets(first, chosen, lists, targets)
    if targets is None or read is None:
        return None
    reading = Reading((*chosen.columns, *read.columns), read.values)
    sheets = (*_sheet(OF_ATTRIBUTES, chosen), *_sheet(OF_TARGETS, read))
    return OwnTest(first, targets, reading, sheets)


def _ask_first() -> File | None:
    first = kept_file.ask(
        "SEAT test, or attribute words",
        "own_test",
        _TYPES,
        "A SEAT (Sentence Encoder Association Test) or WEAT file is a JSON object with targ1, "
        "targ2, attr1 and attr2. Attribute words: a table with two columns of counterparts, for "
        "example female,male; or JSON with two lists.",
    )
    if first is None:
        own_file.example(
            "A SEAT test in JSON; or a table with two columns of counterparts and the names of "
            "the two groups as headings. The files stay on this machine.",
            lambda: _bundled("gender_pairs.csv"),
            "attributes.csv",
            box="own_test",
            more={"own_targets": ("targets.csv", lambda: _bundled("gender_targets.csv"))},
        )
    return first


def _ask_targets() -> File | None:
    targets = kept_file.ask(
        "Target words",
        "own_targets",
        _TYPES,
        "A table with each word and the group it is stereotypically associated with; other names "
        "of the groups can be mapped. Or JSON with two lists.",
    )
    if targets is None:
        own_file.example(
            "A table with two columns, word and association: the group the word is "
            "stereotypically associated with.",
            lambda: _bundled("gender_targets.csv"),
            "targets.csv",
            box="own_targets",
        )
    return targets


def _read_attributes(first: File) -> tuple[Lists, Reading] | None:
    """The attribute words, which are refused before more is asked for; None without columns."""

    def read(data: FileSource, name: str, columns: Mapping[str, str]) -> Lists:
        return read_attributes((name, data), None, ListReading(columns, {}))

    if not is_table(first.name):
        return read_attributes(first), NOT_CHOSEN
    source = (first.data, first.name, ())
    found = chosen_columns.read_own_table(
        source, read, _SETS, ATTRIBUTES, "own_test_column", headed=True
    )
    if found is not None:
        lists, name = found[0], explain.plain(first.name)
        sets = " and ".join(map(explain.plain, lists.names_of_attributes))
        st.caption(f"Read {counted(len(lists.pairs), 'pair')} of words from {name}: {sets}.")
        if lists.unread:
            st.caption(f":material/info: {_unread(lists.unread)}")
    return found


def _unread(columns: Sequence[str]) -> str:
    """Which columns hold no attribute words, and where target words are read (markdown)."""
    names = listed([explain.plain(in_quotes(name)) for name in columns])
    one = len(columns) == 1
    return (
        f"Attribute words are two columns, so {'this column is' if one else 'these columns are'} "
        f"not among them: {names}. Target words are read from *Target words*, as one column of "
        "words and one of the group that each is associated with."
    )


def _read_targets(first: File, chosen: Reading, attributes: Lists, targets: File) -> Reading | None:
    """What was chosen of the targets, refused if they do not fit; None without columns."""

    def read(
        data: FileSource,
        name: str,
        columns: Mapping[str, str],
        values: Mapping[str, str] | None = None,
    ) -> Lists:
        sheets = dict(_sheet(OF_ATTRIBUTES, chosen))
        both = ListReading({**dict(chosen.columns), **columns}, values or {}, sheets)
        return file_lists(first, (name, data), None, both)

    if not is_table(targets.name):
        file_lists(first, targets, None, list_reading(chosen, _sheet(OF_ATTRIBUTES, chosen)))
        return NOT_CHOSEN
    sets = attributes.names_of_attributes
    source = (targets.data, targets.name, ())
    found = chosen_columns.read_own_table(
        source,
        read,
        _TARGETS,
        target_roles(sets),
        "own_targets_column",
        f"targets of {attributes}",
        headed=True,
    )
    if found is None:
        return None
    lists, reading = found
    sizes = " and ".join(
        f"{len(words):,} that go with {explain.plain(name)}"
        for words, name in zip((lists.x, lists.y), sets, strict=True)
    )
    number = counted(len(lists.x) + len(lists.y), "target word")
    st.caption(f"Read {number} from {explain.plain(targets.name)}: {sizes}.")
    return reading


def _bundled(name: str) -> str:
    """One of the bundled lists, as a template."""
    return (SAMPLES / name).read_text(encoding="utf-8")


def _keys(file: File) -> set[str]:
    """Keys of a JSON object; none for a table."""
    if Path(file.name).suffix.lower() not in (".json", ".jsonl"):
        return set()
    return set(parsed_object(read_text(file.data, file.name).text, file.name))
