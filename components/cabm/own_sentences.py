"""The user's own sentences on the CABM page, with their own groups, targets and templates."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import NamedTuple

import streamlit as st

from components.frame.widgets import chosen_columns, kept_file, own_file
from components.frame.widgets.chosen_columns import NOT_CHOSEN, Reading
from components.frame.widgets.kept_file import File
from components.frame.widgets.own_file import Chosen
from engine.files.layout import FileSource
from engine.files.samples import SAMPLES
from engine.measures.cabm.data.file import is_plain, read_framed, sentence_roles
from engine.measures.cabm.data.sentences import GENDER, FramedSet, Groups, parse_groups
from engine.measures.cabm.data.sets import bundled_occupations

_EXAMPLES = 6  # occupations of each list
_BOXES = "cabm_column"
_NAMES = {
    "sentence": "sentence",
    "occupation": "occupation (optional)",
    "pronoun": "pronoun in the sentence (optional)",
    "gender": "group of the pronoun (optional)",
    "list": "list of the occupation (optional)",
}
TYPED = ("targets", "templates")  # into a box, a line each; a command takes a file of them
_TYPES = ["csv", "tsv", "txt", "jsonl", "ndjson", "json"]


@dataclass(frozen=True, eq=False)
class CabmSource:
    """Origin of sentences or counts: its identity and its command-line arguments.

    Args:
        key: changes with the content.
        words: arguments of the command line.
        files: the user's own files among `words`.
        templates: for the probability gap, where the user gave them.
        sheets: (table, as a command calls it; the sheet of its Excel file), where one was chosen.
        by_hand: whether the user chose how the file is read, as of `FileRead`.
    """

    key: str
    words: tuple[str, ...]
    files: dict[str, bytes]
    templates: tuple[str, ...] = ()
    sheets: Chosen = ()
    by_hand: bool = False

    @property
    def name(self) -> str:
        """The data: a set, or the user's file."""
        return next(iter(self.files), self.key)


class FramingSearch(NamedTuple):
    """What to look for in the sentences.

    Args:
        targets: empty for the bundled occupations, and those that a column names.
        templates: for the probability gap; empty for the bundled ones, where they fit.
    """

    groups: Groups
    targets: tuple[str, ...]
    templates: tuple[str, ...]


def ask() -> tuple[FramedSet, CabmSource] | None:
    """Draw the upload box and the fields next to it; None until there is a file."""
    file = kept_file.ask(
        "Sentences",
        "cabm_sentences",
        _TYPES,
        "A table with the column sentence and, optionally, occupation, pronoun, gender and list, "
        "or other columns, chosen below; or a text file with one sentence per line. The file stays "
        "on this machine.",
    )
    search = _search()
    if file is None:
        own_file.example(
            "Each sentence needs one occupation and a pronoun that refers to it.",
            _example,
            "sentences.csv",
            box="cabm_sentences",
        )
        return None
    read = _read(file, search)
    if read is None:
        return None
    sentences, reading = read
    digest = sha256(file.data + repr((search, reading)).encode()).hexdigest()[:16]
    of_table = reading._replace(layout=reading.layout._replace(sheet=""))
    words, files = ["--sentences", file.name, *of_table.options], {file.name: file.data}
    if search.groups != GENDER:
        words += ["--groups", search.groups.written()]
    for option in TYPED:
        lines = getattr(search, option)
        if lines:
            words += [f"--{option}", f"{option}.txt"]
            files[f"{option}.txt"] = "\n".join(lines).encode()
    return sentences, CabmSource(
        f"{file.name} {digest}",
        tuple(words),
        files,
        search.templates,
        sheet_of("sentences", reading),
        by_hand=reading.by_hand,
    )


def sheet_of(table: str, reading: Reading) -> Chosen:
    """The sheet of a table, as a source has it; nothing where none was chosen."""
    return ((table, reading.layout.sheet),) if reading.layout.sheet else ()


def _example() -> str:
    """The bundled sentences of some occupations of either list, as a file."""
    listed: dict[str, list[str]] = {}
    for name, group in bundled_occupations().items():
        listed.setdefault(group, []).append(name)
    wanted = {name for names in listed.values() for name in names[:_EXAMPLES]}
    with (SAMPLES / "occupation_sentences.csv").open(encoding="utf-8", newline="") as lines:
        heading, *rows = csv.reader(lines)
    at = heading.index("occupation")
    text = io.StringIO()
    csv.writer(text).writerows([heading, *(row for row in rows if row[at] in wanted)])
    return text.getvalue()


def _search() -> FramingSearch:
    with st.expander("Other groups and targets: age, religion, origin, …"):
        written = st.text_input(
            "Groups and their words",
            value=GENDER.written(),
            key="group_words",
            bind="query-params",
            persist_state="session",
            help="Two groups. Scores above 0 lean towards the first.",
        )
        st.caption(
            "For example `young=young,youthful;old=old,elderly` or "
            "`Muslim=Muslim;Christian=Christian`."
        )
        targets = st.text_area(
            "Targets, one per line",
            key="target_list",
            persist_state="session",
            placeholder="the bundled occupations, and any in an occupation column",
            height=100,
        )
        templates = st.text_area(
            "Templates with [MASK], one per line",
            key="unmasking_templates",
            persist_state="session",
            placeholder="The [MASK] {target} came late.\nThat {target} is very [MASK].",
            help="The scores are checked against the words the model fills in here: the "
            "probability of the first word of each group at [MASK]. The bundled templates fit he "
            "and she only.",
            height=100,
        )
    return FramingSearch(parse_groups(written or ""), _lines(targets), _lines(templates))


def _lines(text: str | None) -> tuple[str, ...]:
    return tuple(line.strip() for line in (text or "").splitlines() if line.strip())


def _read(file: File, search: FramingSearch) -> tuple[FramedSet, Reading] | None:
    """The sentences of a file; None until the columns that are needed are chosen."""
    source, kind = (file.data, file.name, ()), f"cabm {search.groups} {search.targets}"
    reader = partial(_framed, search)
    if is_plain(file.name):
        return own_file.read_once(reader, kind, *source), NOT_CHOSEN
    roles = sentence_roles(search.groups)
    return chosen_columns.read_own_table(source, reader, _NAMES, roles, _BOXES, kind)


def _framed(
    search: FramingSearch,
    data: FileSource,
    name: str,
    mapping: Mapping[str, str],
    values: Mapping[str, str] | None = None,
) -> FramedSet:
    groups, targets = search.groups, search.targets
    if targets:
        found = read_framed(data, groups, targets, {}, name, mapping, values)
        return replace(found, asked=targets)
    bundled = bundled_occupations()
    lists = {target: group for target, group in bundled.items() if group in groups.names}
    return read_framed(data, groups, tuple(bundled), lists, name, mapping, values)
