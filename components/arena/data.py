"""Where the prompts and the evaluators come from: shipped, public, or the user's own file."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from components.arena.wording import SETS
from components.frame.present import explain
from components.frame.widgets import data_choice, fetch_offer, own_file, suites
from engine.core.wording import counted
from engine.evaluators.suite import Suite
from engine.evaluators.suites import load_suite
from engine.files.export import csv_text
from engine.files.fetch.registry import data_sets
from engine.prompts.file import read_prompts
from engine.prompts.prompt import PromptSet, stratified
from engine.prompts.sets import BUNDLED, load_prompts

OWN = data_choice.OWN
PROMPTS = {**SETS, OWN: OWN}
_EXAMPLES = 60  # sentences, of every category some
_COLUMNS = "Columns: sentence (with one [MASK]), group, category, sentence_type (may be left out)."


@dataclass(frozen=True, eq=False)
class Source:
    """What a command is told of a file: a word, and its content where it was uploaded.

    Args:
        word: name of a shipped set, or a path.
        content: of an uploaded file.
    """

    word: str
    content: bytes | None = None

    @property
    def files(self) -> dict[str, bytes]:
        """As `Command` takes them."""
        return {} if self.content is None else {self.word: self.content}


def suite_titles() -> dict[str, str]:
    """Suites to choose from, by name."""
    return suites.titles()


def prompts(name: str, n: int | None, seed: int) -> tuple[PromptSet, Source] | None:
    """The chosen prompts; None while the user still has to do something.

    Args:
        n: how many are drawn; None for the whole set.
    """
    if name == OWN:
        own = _own_prompts()
        if own is None:
            return None
        return _drawn(own[0], n, seed), own[1]
    if name in data_sets() and not fetch_offer.offer(name):
        return None
    chosen = name if name in PROMPTS else BUNDLED
    return _named(chosen, n, seed), Source(chosen)


@st.cache_resource(show_spinner="Reading the sentences …", max_entries=8)
def _named(name: str, n: int | None, seed: int) -> PromptSet:
    return _drawn(load_prompts(name), n, seed)


def _drawn(found: PromptSet, n: int | None, seed: int) -> PromptSet:
    """So many of a set; all of a set that has no more."""
    return found if n is None or n >= len(found.prompts) else stratified(found, n, seed)


def _own_prompts() -> tuple[PromptSet, Source] | None:
    given = own_file.source(
        "File of sentences",
        "prompts_file",
        ["csv"],
        f"{_COLUMNS} The file stays on this machine.",
        "/home/me/prompts.csv",
    )
    if given is None:
        own_file.example(
            _COLUMNS,
            _example,
            "prompts.csv",
            box="prompts_file_upload",
        )
        return None
    source, name, version = _source(given)
    content = source.content if source.content is not None else source.word
    found = own_file.read_once(_read_prompts, "arena prompts", content, name, version)
    st.caption(f"{counted(len(found.prompts), 'sentence')} from {explain.plain(found.name)}.")
    return found, source


def _example() -> str:
    """Some of the project's own sentences, as a file."""
    names = ("sentence", "group", "category", "sentence_type")
    prompts = stratified(load_prompts(BUNDLED), _EXAMPLES, 0).prompts
    return csv_text(pd.DataFrame([{name: getattr(one, name) for name in names} for one in prompts]))


def _source(given: own_file.Source) -> tuple[Source, str, tuple[int, ...]]:
    """A given file, its name and version; an uploaded one has a name that is no option."""
    content, name, version = given
    if isinstance(content, str):
        return Source(content), name, version
    safe = re.sub(r"^\W+", "", re.split(r"[/\\]", name)[-1]) or "file"
    return Source(safe, content), safe, version


def _read_prompts(content: bytes | str, name: str, _mapping: object) -> PromptSet:
    return read_prompts(content, name) if isinstance(content, bytes) else load_prompts(content)


def suite(name: str) -> tuple[Suite, Source] | None:
    """The chosen evaluators; None while the user still has to do something."""
    if name == OWN:
        found = _own_suite()
    else:
        chosen = suites.shipped(name)
        found = load_suite(chosen), Source(chosen)
    if found is None:
        return None
    needed = dict.fromkeys(entry.source for entry in found[0].evaluators)
    offered = [fetch_offer.offer(source) for source in needed if source in data_sets()]
    return found if all(offered) else None


def _own_suite() -> tuple[Suite, Source] | None:
    given = suites.ask_file(
        "suite_file", "A classifier that it names is opened only when you start its job."
    )
    if given is None:
        suites.offer_example("suite_file")
        return None
    source, name, version = _source(given)
    content = source.content if source.content is not None else source.word
    return suites.read_own_suite((content, name, version)), source
