"""Where the prompts and the evaluators come from: shipped, public, or the user's own file."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame.present import explain
from components.frame.widgets import (
    chosen_columns,
    data_choice,
    fetch_offer,
    file_room,
    own_file,
    suites,
)
from components.frame.widgets.file_room import FileRead
from engine.core.wording import counted
from engine.evaluators.suite import Suite
from engine.evaluators.suites import load_suite
from engine.files.columns import Roles
from engine.files.export import csv_text
from engine.files.fetch.registry import data_sets
from engine.files.layout import FileSource
from engine.prompts.file import (
    CATEGORY,
    COLUMNS,
    GROUP,
    SENTENCE,
    SENTENCE_TYPE,
    read_prompts,
)
from engine.prompts.prompt import PromptSet, stratified
from engine.prompts.sets import BUNDLED, PROMPT_TITLES, load_prompts

File = TypeVar("File")
OWN = data_choice.OWN
PROMPTS = {**PROMPT_TITLES, OWN: OWN}
_EXAMPLES = 60  # sentences, of every category some
_NAMES = {
    SENTENCE: "sentence with one [MASK]",
    GROUP: "group",
    CATEGORY: "category",
    SENTENCE_TYPE: "sentence type (optional)",
}
_COLUMNS = "Columns: sentence (with one [MASK]), group, category, sentence_type (may be left out)."


@dataclass(frozen=True, eq=False)
class CommandFile:
    """What a command is told of a file: a word, and its content where it was uploaded.

    Args:
        word: name of a shipped set, or a path.
        content: of an uploaded file.
        options: what the user said of its columns and values, as words of a command.
    """

    word: str
    content: bytes | None = None
    options: tuple[str, ...] = ()

    @property
    def read_from(self) -> bytes | str:
        """Content, or a path."""
        return self.word if self.content is None else self.content

    @property
    def files(self) -> dict[str, bytes]:
        """As `Command` takes them."""
        return {} if self.content is None else {self.word: self.content}


def prompts(
    name: str, n: int | None, seed: int, files: DeltaGenerator
) -> tuple[PromptSet, CommandFile] | None:
    """The chosen prompts; None while the user still has to do something.

    Args:
        n: how many are drawn; None for the whole set.
        files: takes what asks for a file.
    """
    if name == OWN:
        own = file_room.ask(files, "arena_prompts", _read_own_prompts)
        return own and (stratified(own[0], n, seed), own[1])
    if name in data_sets() and not fetch_offer.offer(name):
        return None
    chosen = name if name in PROMPTS else BUNDLED
    return _named(chosen, n, seed), CommandFile(chosen)


@st.cache_resource(show_spinner="Reading the sentences …", max_entries=8)
def _named(name: str, n: int | None, seed: int) -> PromptSet:
    return stratified(load_prompts(name), n, seed)


def _read_own_prompts() -> FileRead[tuple[PromptSet, CommandFile]] | None:
    found = _own_prompts()
    if found is None:
        return None
    read, source = found
    said = f"{counted(len(read.prompts), 'sentence')} from {read.name}"
    return FileRead(found, said, by_hand=bool(source.options))


def _own_prompts() -> tuple[PromptSet, CommandFile] | None:
    own = own_table(
        "File of sentences",
        "prompts_file",
        ["csv", "tsv", "jsonl", "json"],
        f"{_COLUMNS} Columns with other names can be chosen. The file stays on this machine.",
        (_COLUMNS, _example, "prompts.csv"),
        "prompts_column",
        _read_prompts,
        _NAMES,
        COLUMNS,
        "prompts_column",
    )
    if own is None:
        return None
    found, _ = own
    st.caption(
        f"Read {counted(len(found.prompts), 'sentence')} about "
        f"{counted(len({prompt.group for prompt in found.prompts}), 'group')} from "
        f"{explain.plain(found.name)}."
    )
    say_notes(found.notes)
    return own


def say_notes(notes: Sequence[str]) -> None:
    """Show what was guessed of a file; nothing where nothing was."""
    if notes:
        st.caption(explain.plain(" ".join(notes)))


def _example() -> str:
    """Some of the project's own sentences, as a file."""
    names = ("sentence", "group", "category", "sentence_type")
    prompts = stratified(load_prompts(BUNDLED), _EXAMPLES, 0).prompts
    return csv_text(pd.DataFrame([{name: getattr(one, name) for name in names} for one in prompts]))


def own_table(
    label: str,
    key: str,
    types: list[str],
    help_text: str,
    example: tuple[str, Callable[[], str], str],
    kind: str,
    read: Callable[..., File],
    names: Mapping[str, str] | None = None,
    roles: Roles | None = None,
    boxes: str = "",
) -> tuple[File, CommandFile] | None:
    """Ask for a file and read it; None until there is one, and what it needs is chosen.

    Args:
        example: what its columns are, one as a text, and its name.
        kind: what the file is kept as once it was read.
        read: parses it, as of `chosen_columns.read_own_table`.
        names: role -> what it is called on screen, where columns can be chosen.
        roles: of its columns, likewise.
        boxes: start of the keys of the boxes; by default `KEY_column`.
    """
    given = _given(label, key, types, help_text, example)
    if given is None:
        return None
    source, version = given
    content = source.read_from, source.word, version
    if names is None or roles is None:
        return own_file.read_once(read, kind, *content), source
    found = chosen_columns.read_own_table(
        content, read, names, roles, boxes or f"{key}_column", kind
    )
    return found and (found[0], replace(source, options=tuple(found[1].options)))


def _given(
    label: str,
    key: str,
    types: list[str],
    help_text: str,
    example: tuple[str, Callable[[], str], str],
) -> tuple[CommandFile, tuple[int, ...]] | None:
    """A file and its version; None, with an example of one, until there is one."""
    columns, text, file = example
    given = own_file.source(label, key, types, help_text, f"/home/me/{file}")
    if given is None:
        own_file.example(columns, text, file, box=f"{key}_upload")
        return None
    return _source(given)


def _source(given: own_file.Source) -> tuple[CommandFile, tuple[int, ...]]:
    """A given file and its version; an uploaded one has a name that is no option."""
    content, name, version = given
    if isinstance(content, str):
        return CommandFile(content), version
    safe = re.sub(r"^\W+", "", re.split(r"[/\\]", name)[-1]) or "file"
    return CommandFile(safe, content), version


def _read_prompts(
    content: FileSource,
    name: str,
    mapping: Mapping[str, str],
    values: Mapping[str, str] | None = None,
) -> PromptSet:
    if isinstance(content, str):
        return load_prompts(content, mapping, values)
    return read_prompts(content, name, mapping, values)


def suite(name: str, files: DeltaGenerator) -> tuple[Suite, CommandFile] | None:
    """The chosen evaluators; None while the user still has to do something.

    Args:
        files: takes what asks for a file.
    """
    if name == OWN:
        found = file_room.ask(files, "arena_suite", _read_own_suite)
    else:
        chosen = suites.shipped(name)
        found = load_suite(chosen), CommandFile(chosen)
    if found is None:
        return None
    needed = dict.fromkeys(entry.source for entry in found[0].evaluators)
    offered = [fetch_offer.offer(source) for source in needed if source in data_sets()]
    return found if all(offered) else None


def _read_own_suite() -> FileRead[tuple[Suite, CommandFile]] | None:
    found = _own_suite()
    if found is None:
        return None
    return FileRead(found, f"{counted(len(found[0].evaluators), 'evaluator')} from {found[0].name}")


def _own_suite() -> tuple[Suite, CommandFile] | None:
    given = suites.ask_file(
        "suite_file", "A classifier that it names is opened only when you start its job."
    )
    if given is None:
        suites.offer_example("suite_file")
        return None
    source, version = _source(given)
    return suites.read_own_suite((source.read_from, source.word, version)), source
