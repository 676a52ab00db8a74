"""Which association test the Heads page measures: bundled, public, or your own file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.widgets import fetch_offer
from components.heads import upload
from components.heads.corpus import Corpus, pick_corpus
from components.heads.upload import OwnTest
from engine.core.errors import InputTextError
from engine.files.fetch.places import find
from engine.files.fetch.registry import data_set
from engine.words.association_tests import (
    DIMENSIONS,
    AssociationTest,
    file_lists,
    read_seat_test,
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
class Source:
    """An association test chosen on screen.

    Args:
        name: shown on screen.
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


def pick(below: DeltaGenerator) -> Source | None:
    """Draw the picker; None while the user has something left to choose or upload.

    Args:
        below: where upload boxes and download offers are drawn.
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
            help="Which words are compared: two sets of target words and two sets of attribute "
            "words. SEAT (Sentence Encoder Association Test) and WEAT (Word Embedding Association "
            "Test) ask whether one target set is closer to one attribute set in the model.",
        )
        or session.FIRST_ASSOCIATION
    )
    if chosen == SEAT:
        return _seat(below)
    if chosen == LISTS:
        return _public_lists(below)
    if chosen == OWN:
        return _own(below)
    return Source(
        chosen, ("--words", chosen), lambda most: session.bundled_association(chosen, most), True
    )


def _seat(below: DeltaGenerator) -> Source | None:
    names = [file.name for file in data_set(SEAT).files if file.name.endswith(".jsonl")]
    name = _select("Test", names, "association_file", _FIRST_SEAT, lambda file: Path(file).stem)
    with below:
        available = fetch_offer.offer(SEAT)
    if not available:
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
        "Word lists",
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
        available = fetch_offer.offer(name)
    if corpus is None or not available:
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
        raise InputTextError(
            f"Enter two groups separated by a comma, for example black, caucasian; got {text!r}."
        )
    return named


@st.cache_resource(show_spinner="Finding the words in the sentences …", max_entries=16)
def _lists_in(
    path: str, groups: tuple[str, ...], corpus: Corpus, max_contexts: int
) -> AssociationTest:
    two = (groups[0], groups[1]) if groups else None
    return word_test(file_lists(path, path, two), corpus.lines(), max_contexts)


def _own(below: DeltaGenerator) -> Source | None:
    with below:
        own = upload.own_test()
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


@st.cache_resource(show_spinner="Finding the words in the sentences …", max_entries=8)
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
    source = data_set(name)
    return f"{source.licence} · {source.citation} {source.caveat}"
