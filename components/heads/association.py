"""Which association test the Heads page measures, and in which sentences: bundled, public, own."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path, PurePosixPath

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.widgets import data_choice, fetch_offer, kept_file, linked_box
from components.frame.widgets.chosen_columns import NOT_CHOSEN, Reading
from components.frame.widgets.kept_file import File
from components.frame.widgets.own_file import Chosen
from components.heads import own_lists
from engine.core.errors import InputTextError
from engine.files.fetch.places import find
from engine.files.fetch.registry import data_set
from engine.files.samples import SAMPLES
from engine.files.text_file import read_text
from engine.words.association_tests import (
    DIMENSIONS,
    AssociationTest,
    file_lists,
    read_seat_test,
    seat_test_of,
    word_test,
)
from engine.words.contexts import corpus_lines, no_sentence

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
        "Which words are compared: two sets of target words and two sets of attribute "
        "words. SEAT (Sentence Encoder Association Test) and WEAT (Word Embedding Association "
        "Test) ask whether one target set is closer to one attribute set in the model.",
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
    name = _select("Test", names, "association_file", _FIRST_SEAT, lambda file: Path(file).stem)
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
    lists = _select(
        "Word lists",
        list(_PUBLIC_LISTS),
        "association_lists",
        None,
        lambda name: _PUBLIC_LISTS[name][0],
    )
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


def _select(
    label: str, options: list[str], key: str, first: str | None, name: Callable[[str], str]
) -> str:
    linked_box.take_from_link(label, key, {option: name(option) for option in options})
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


# --- corpus -------------------------------------------------------------------------------
# The words of a list are measured in sentences that are bundled, public, or of the user's own file.

OWN_CORPUS = "own"
_BUNDLED = {
    "gender": "engine/files/bundled/contexts.txt",
    "race": "engine/files/bundled/race_contexts.txt",
    "religion": "engine/files/bundled/religion_contexts.txt",
}
_WIKITEXT = "wikitext2-test"
_WIKITEXT_FILE = f"{_WIKITEXT}/wiki.test.txt"
_CORPUS_TITLES = {
    **{name: f"Bundled: {name}" for name in _BUNDLED},
    _WIKITEXT: "WikiText-2, test split (public)",
    OWN_CORPUS: "Your own text",
}


@dataclass(frozen=True)
class Corpus:
    """A text, one sentence per line.

    Args:
        word: its name on the command line.
    """

    name: str
    word: str
    file: File | None = None

    def lines(self) -> Iterable[str]:
        """The sentences."""
        if self.file is not None:
            text = read_text(self.file.data, self.file.name).text
            if not text.strip():
                raise InputTextError(no_sentence(self.file.name))
            return text.splitlines()
        if self.word == _WIKITEXT_FILE:
            return corpus_lines(str(find(self.word)))
        return corpus_lines(SAMPLES / PurePosixPath(self.word).name)

    @property
    def files(self) -> Mapping[str, bytes]:
        """The uploaded file by its name on the command line."""
        return {} if self.file is None else {self.word: self.file.data}


def pick_corpus(
    below: DeltaGenerator, first: str = "gender", taken: Collection[str] = ()
) -> Corpus | None:
    """Draw the picker; None while the user has something left to choose or upload.

    Args:
        below: where an upload box or a download offer is drawn.
        first: dimension of the bundled sentences selected at first.
        taken: names of other files on the same command line.
    """
    chosen = (
        st.selectbox(
            "Sentences containing the words",
            list(_CORPUS_TITLES),
            index=list(_CORPUS_TITLES).index(first),
            format_func=_CORPUS_TITLES.__getitem__,
            key="read_in" if first == "gender" else f"read_in_{first}",
            bind="query-params",
            persist_state="session",
            width=240,
        )
        or first
    )
    if chosen == OWN_CORPUS:
        with below:
            file = kept_file.ask(
                "Text file, one sentence per line",
                "corpus_file",
                ["txt"],
                "Biascope picks the sentences that contain the words.",
            )
        if file is None:
            return None
        word = f"corpus-{file.name}" if file.name in taken else file.name
        return Corpus(file.name, word, file)
    if chosen == _WIKITEXT:
        with below:
            available = fetch_offer.offer(_WIKITEXT)
        return Corpus(_CORPUS_TITLES[chosen], _WIKITEXT_FILE) if available else None
    return Corpus(_CORPUS_TITLES[chosen], _BUNDLED[chosen])
