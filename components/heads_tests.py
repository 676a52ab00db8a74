"""Which association test the Heads page measures: bundled, public, or the reader's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import fetch_offer, heads_upload
from components.heads_choice import Choice
from components.heads_corpus import Corpus, pick_corpus
from components.heads_upload import OwnTest
from engine.datasets.places import find
from engine.datasets.registry import data_set
from engine.datasets.word_sets import (
    DIMENSIONS,
    AssociationTest,
    bundled_test,
    file_lists,
    read_seat_test,
    word_test,
)
from engine.errors import InputTextError
from engine.measures.seat.reading import TOKEN

TEST = "association"
SEAT, LISTS, OWN = "seat", "lists", "own"
_TITLES = {
    **{name: f"{name.capitalize()} words in sentences (bundled)" for name in DIMENSIONS},
    SEAT: "SEAT and WEAT tests (public)",
    LISTS: "Word lists (public)",
    OWN: "Your own file",
}
FIRST = DIMENSIONS[0]
# Sentences a word at first sight: a click is then answered while the reader still looks.
FEW_CONTEXTS = 1
_FIRST_SEAT = "weat6.jsonl"
# How the command line names the lists -> name on screen, and the bundled sentences they fit.
_PUBLIC_LISTS = {
    "gender-words": ("Gender, 222 pairs", "gender"),
    "manzini-words/gender_attributes_optm.json": ("Gender, 7 pairs", "gender"),
    "manzini-words/race_attributes_optm.json": ("Race, three groups", "race"),
    "manzini-words/religion_attributes_optm.json": ("Religion, three groups", "religion"),
}


@dataclass(frozen=True, eq=False)
class Source:
    """A test that can be read.

    Args:
        name: as it is named on screen.
        words: of the command line that name it.
        read: greatest number of sentences a word -> the test.
        in_contexts: whether words are read in sentences.
        files: name in `words` -> content, of the reader's own files.
        caveat: what its user should know first.
    """

    name: str
    words: tuple[str, ...]
    read: Callable[[int], AssociationTest]
    in_contexts: bool
    files: Mapping[str, bytes] = field(default_factory=dict)
    caveat: str = ""


def first_choice() -> Choice:
    """What the page measures at first sight, on a masked model."""
    test = bundled(FIRST, FEW_CONTEXTS)
    return Choice(test, FIRST, TOKEN, FEW_CONTEXTS, source=("--words", FIRST))


def pick(below: DeltaGenerator) -> Source | None:
    """Draw the picker; None while something is still asked of the reader.

    Args:
        below: where upload boxes, or an offer to fetch, have room.

    Raises:
        BiascopeError: if what was typed or uploaded cannot be understood.
    """
    chosen = (
        st.selectbox(
            "Association test",
            list(_TITLES),
            format_func=_TITLES.__getitem__,
            key=TEST,
            bind="query-params",
            persist_state="session",
            width=300,
        )
        or FIRST
    )
    if chosen == SEAT:
        return _seat(below)
    if chosen == LISTS:
        return _public_lists(below)
    if chosen == OWN:
        return _own(below)
    return Source(chosen, ("--words", chosen), lambda most: bundled(chosen, most), True)


@st.cache_resource(show_spinner=False, max_entries=16)
def bundled(dimension: str, max_contexts: int) -> AssociationTest:
    """One of the project's own tests, read once."""
    return bundled_test(dimension, max_contexts)


def _seat(below: DeltaGenerator) -> Source | None:
    names = [file.name for file in data_set(SEAT).files if file.name.endswith(".jsonl")]
    name = _select("Test", names, "association_file", _FIRST_SEAT, lambda file: Path(file).stem)
    with below:
        here = fetch_offer.offer(SEAT)
    if not here:
        return None
    path = f"{SEAT}/{name}"
    return Source(
        Path(name).stem,
        ("--seat", path),
        lambda _: _seat_file(str(find(path))),
        False,
        caveat=_caveat(SEAT),
    )


@st.cache_resource(show_spinner=False, max_entries=64)
def _seat_file(path: str) -> AssociationTest:
    return read_seat_test(path)


def _public_lists(below: DeltaGenerator) -> Source | None:
    lists = _select(
        "Lists",
        list(_PUBLIC_LISTS),
        "association_lists",
        None,
        lambda name: _PUBLIC_LISTS[name][0],
    )
    title, dimension = _PUBLIC_LISTS[lists]
    groups = _groups() if "three" in title else ()
    corpus = pick_corpus(below, dimension)
    name = lists.partition("/")[0]
    with below:
        here = fetch_offer.offer(name)
    if corpus is None or not here:
        return None
    option = ("--groups", ",".join(groups)) if groups else ()
    return Source(
        title,
        ("--attributes", lists, "--targets", lists, "--corpus", corpus.word, *option),
        lambda most: _lists_in(str(find(lists)), groups, corpus, most),
        True,
        files=corpus.files,
        caveat=f"{_caveat(name)} Sentences: {corpus.name}.",
    )


def _groups() -> tuple[str, ...]:
    text = st.text_input(
        "Two groups",
        key="association_groups",
        bind="query-params",
        persist_state="session",
        placeholder="the first two",
        width=180,
        help="Two of the file's groups, separated by a comma.",
    )
    named = tuple(part.strip() for part in (text or "").split(",") if part.strip())
    if len(named) not in (0, 2):
        raise InputTextError(f"Name two groups, as black, caucasian; got {text!r}.")
    return named


@st.cache_resource(show_spinner="Looking for the words …", max_entries=16)
def _lists_in(
    path: str, groups: tuple[str, ...], corpus: Corpus, max_contexts: int
) -> AssociationTest:
    two = (groups[0], groups[1]) if groups else None
    return word_test(file_lists(path, path, two), corpus.lines(), max_contexts)


def _own(below: DeltaGenerator) -> Source | None:
    with below:
        own = heads_upload.own_test()
    if own is None:
        return None
    if own.whole:
        return Source(own.name, ("--seat", own.name), lambda _: own.seat(), False, own.files)
    corpus = pick_corpus(below, taken=own.files)
    if corpus is None:
        return None
    return Source(
        own.name,
        (*own.words, "--corpus", corpus.word),
        lambda most: _own_in(own, corpus, most),
        True,
        files={**own.files, **corpus.files},
        caveat=f"Sentences: {corpus.name}.",
    )


@st.cache_resource(show_spinner="Looking for the words …", max_entries=8)
def _own_in(own: OwnTest, corpus: Corpus, max_contexts: int) -> AssociationTest:
    return word_test(own.lists(), corpus.lines(), max_contexts)


def _select(
    label: str, options: list[str], key: str, first: str | None, name: Callable[[str], str]
) -> str:
    chosen = st.selectbox(
        label,
        options,
        index=options.index(first) if first else 0,
        key=key,
        bind="query-params",
        persist_state="session",
        format_func=name,
        width=260,
    )
    return chosen or options[0]


def _caveat(name: str) -> str:
    found = data_set(name)
    return f"{found.licence} · {found.citation} {found.caveat}"
