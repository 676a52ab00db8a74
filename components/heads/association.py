"""Which association test the Heads page measures, and in which sentences: bundled, public, own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.widgets import data_choice, fetch_offer
from components.frame.widgets.chosen_columns import NOT_CHOSEN, Reading
from components.frame.widgets.kept_file import File
from components.frame.widgets.own_file import Chosen
from components.heads import own_lists
from components.heads.corpus import Corpus, pick_corpus
from engine.core.errors import InputTextError
from engine.files.fetch.places import find
from engine.files.fetch.registry import data_set
from engine.files.text_file import read_text
from engine.words.association_tests import (
    DIMENSIONS,
    AssociationTest,
    file_lists,
    read_seat_test,
    seat_test_of,
    word_test,
)

TEST = "association"
SEAT, LISTS, OWN = "seat", "lists", "own"
_TITLES = {
    **{name: f"{name.capitalize()} words in sentences (bundled)" for name in DIMENSIONS},
    SEAT: "SEAT and WEAT tests (public)",
    LISTS: "Word lists (public)",
    OWN: "Your own file",
}
_FIRST_SEAT = "weat6.jsonl"
# Name on the command line -> name on screen, and the bundled sentences that suit the lists.
_PUBLIC_LISTS = {
    "gender-words": ("Gender, 222 pairs", "gender"),
    "manzini-words/gender_attributes_optm.json": ("Gender, 7 pairs", "gender"),
    "manzini-words/race_attributes_optm.json": ("Race, three groups", "race"),
    "manzini-words/religion_attributes_optm.json": ("Religion, three groups", "religion"),
}


@dataclass(frozen=True, eq=False)
class AssociationSource:
    """An association test chosen on screen.

    Args:
        words: command-line words that select it.
        read: maximum number of sentences per word -> the test.
        in_contexts: whether words are measured in sentences.
        files: name in `words` -> content of an uploaded file.
        caveat: limits and licence, shown with the test.
    """

    name: str
    words: tuple[str, ...]
    read: Callable[[int], AssociationTest]
    in_contexts: bool
    files: Mapping[str, bytes] = field(default_factory=dict)
    caveat: str = ""


def pick(below: DeltaGenerator) -> AssociationSource | None:
    """Draw the picker; None while the user has something left to choose or upload.

    Args:
        below: where upload boxes and download offers are drawn.
    """
    chosen = data_choice.pick(
        "Association test",
        _TITLES,
        TEST,
        300,
        "Which words are compared: two sets of target words and two sets of attribute words. SEAT "
        "(Sentence Encoder Association Test) and WEAT (Word Embedding Association Test) ask "
        "whether one target set is closer to one attribute set in the model.",
    )
    if chosen == SEAT:
        return _seat(below)
    if chosen == LISTS:
        return _public_lists(below)
    if chosen == OWN:
        return _own(below)
    read = partial(session.heads.bundled_association, chosen)
    return AssociationSource(chosen, ("--words", chosen), read, True)


def _seat(below: DeltaGenerator) -> AssociationSource | None:
    names = [file.name for file in data_set(SEAT).files if file.name.endswith(".jsonl")]
    titles = {name: Path(name).stem for name in names}
    name = data_choice.pick("Test", titles, "association_file", 260, first=_FIRST_SEAT)
    with below:
        available = fetch_offer.offer(SEAT)
    if not available:
        return None
    path, caveat = f"{SEAT}/{name}", _caveat(SEAT)
    words = ("--seat", path)
    return AssociationSource(
        Path(name).stem, words, lambda _: _seat_file(str(find(path))), False, caveat=caveat
    )


@st.cache_resource(show_spinner=False, max_entries=64)
def _seat_file(path: str) -> AssociationTest:
    return read_seat_test(path)


def _public_lists(below: DeltaGenerator) -> AssociationSource | None:
    titles = {name: title for name, (title, _) in _PUBLIC_LISTS.items()}
    lists = data_choice.pick("Word lists", titles, "association_lists", 260)
    title, dimension = _PUBLIC_LISTS[lists]
    groups = _groups() if "three" in title else None
    corpus = pick_corpus(below, dimension)
    name = lists.partition("/")[0]
    with below:
        available = fetch_offer.offer(name)
    if corpus is None or not available:
        return None
    option = ("--groups", ",".join(groups)) if groups else ()
    return AssociationSource(
        title,
        ("--attributes", lists, "--targets", lists, "--corpus", corpus.word, *option),
        lambda most: _lists_in(str(find(lists)), str(find(lists)), groups, corpus, most),
        True,
        files=corpus.files,
        caveat=f"{_caveat(name)} Sentences: {corpus.name}.",
    )


def _groups() -> tuple[str, str] | None:
    text = st.text_input(
        "Two groups",
        key="association_groups",
        bind="query-params",
        persist_state="session",
        placeholder="the first two",
        width=180,
        help="Two of the file's groups, separated by a comma.",
    )
    match [part.strip() for part in (text or "").split(",") if part.strip()]:
        case []:
            return None
        case [first, second]:
            return first, second
    raise InputTextError(
        f"Enter two groups separated by a comma, for example black, caucasian; got {text!r}."
    )


@st.cache_resource(show_spinner="Finding the words in the sentences …", max_entries=24)
def _lists_in(
    attributes: str | File,
    targets: str | File,
    groups: tuple[str, str] | None,
    corpus: Corpus,
    max_contexts: int,
    chosen: Reading = NOT_CHOSEN,
    sheets: Chosen = (),
) -> AssociationTest:
    lists = file_lists(attributes, targets, groups, own_lists.list_reading(chosen, sheets))
    return word_test(lists, corpus.lines(), max_contexts)


def _own(below: DeltaGenerator) -> AssociationSource | None:
    """A test of the user's own: a SEAT test, or word lists in one file or two."""
    with below:
        own = own_lists.ask_test()
    if own is None:
        return None
    first, targets, files = own.first, own.targets, own.files
    if targets is None:
        return AssociationSource(
            first.name,
            ("--seat", first.name),
            lambda _: seat_test_of(read_text(first.data, first.name), first.name),
            False,
            files,
        )
    corpus = pick_corpus(below, taken=files)
    if corpus is None:
        return None
    words = ("--attributes", first.name, "--targets", targets.name, "--corpus", corpus.word)
    return AssociationSource(
        first.name,
        (*words, *own.options),
        lambda most: _lists_in(first, targets, None, corpus, most, own.reading, own.sheets),
        True,
        files={**files, **corpus.files},
        caveat=f"Sentences: {corpus.name}.",
    )


def _caveat(name: str) -> str:
    source = data_set(name)
    return f"{source.licence} · {source.citation} {source.caveat}"
