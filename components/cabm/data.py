"""The CABM page's sentences and the corpus counts for PMI (pointwise mutual information)."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.cabm import own_counts, own_sentences, wording
from components.cabm.own_sentences import CabmSource
from components.frame.present import download, explain
from components.frame.widgets import data_choice, fetch_offer, file_room
from components.frame.widgets.file_room import FileRead
from engine.core.wording import counted, in_a_row
from engine.files.export import csv_text
from engine.measures.cabm.data.cooccurrence import CorpusCounts
from engine.measures.cabm.data.corpora import CORPORA, SENTENCES, WIKITEXT, corpus_counts
from engine.measures.cabm.data.sentences import FramedSet
from engine.measures.cabm.data.sets import BUNDLED, SETS, THESIS, WINOBIAS, load_framed

OWN, OWN_CORPUS = "own", "own corpus"
WIKITEXT_SET = "wikitext2-test"
_TITLES = {**SETS, OWN: "Your own sentences"}
_CORPORA = {**CORPORA, OWN_CORPUS: "A text file of your own"}


def pick_sentences() -> str:
    """Draw the box that chooses the sentences."""
    return data_choice.pick("Sentences", _TITLES, "sentences")


def pick_corpus(gender: bool) -> str:
    """Draw the box that chooses the corpus whose sentences are counted.

    Args:
        gender: whether the groups are those of the bundled sentences and counts.
    """
    names = [*_CORPORA] if gender else [SENTENCES, OWN_CORPUS]
    return data_choice.pick(
        "Corpus to count in",
        {name: _CORPORA[name] for name in names},
        "corpus" if gender else "corpus_of_own",
        help_text="Counts how much more often an occupation and a group's words share a sentence "
        "than chance would suggest (PMI, pointwise mutual information). In sentences balanced by "
        "design it is the same for every occupation.",
    )


def load_sentences(name: str, files: DeltaGenerator) -> tuple[FramedSet, CabmSource] | None:
    """Load the chosen sentences; None until the user has given what is still missing.

    Args:
        files: takes what asks for a file.
    """
    if name == OWN:
        return file_room.ask(files, "cabm_sentences", _own_sentences)
    if name == WINOBIAS and not fetch_offer.offer(WINOBIAS):
        return None
    return _set(name), CabmSource(name, ("--sentences", name) * (name != BUNDLED), {})


def _own_sentences() -> FileRead[tuple[FramedSet, CabmSource]] | None:
    found = own_sentences.ask()
    if found is None:
        return None
    sentences, source = found
    said = f"{counted(sentences.counts()['sentences'], 'sentence')} from {source.name}"
    return FileRead(found, said, by_hand=source.by_hand)


@st.cache_resource(show_spinner=False, max_entries=4)
def _set(name: str) -> FramedSet:
    return load_framed(name)


def load_counts(
    name: str, data: FramedSet, key: str, files: DeltaGenerator
) -> tuple[CorpusCounts, CabmSource] | None:
    """Load the counts of a corpus; None until the user has given what is still missing.

    Args:
        key: identity of the sentences.
        files: takes what asks for a file.
    """
    if name == OWN_CORPUS:

        def form() -> FileRead[tuple[CorpusCounts, CabmSource]] | None:
            found = own_counts.ask(data, key)
            if found is None:
                return None
            counts, source = found
            said = f"{counted(counts.sentences, 'sentence')} counted in {source.name}"
            return FileRead(found, said, by_hand=source.by_hand)

        return file_room.ask(files, "cabm_corpus", form)
    needed = {WIKITEXT: WIKITEXT_SET, WINOBIAS: WINOBIAS}.get(name)
    if needed and not fetch_offer.offer(needed):
        return None
    named = ("--pmi-corpus", name) * (name != BUNDLED)
    return _counted(name, data, key), CabmSource(name, named, {})


@st.cache_resource(show_spinner="Counting the corpus …", max_entries=8)
def _counted(name: str, _data: FramedSet, key: str) -> CorpusCounts:
    return corpus_counts(name, _data, _data.targets)


def draw_size(data: FramedSet) -> None:
    """Show how much is measured, and which sentences are left out."""
    sizes = data.counts()
    st.caption(
        explain.plain(
            f"{counted(sizes['sentences'], 'sentence')} about "
            f"{wording.number_of(sizes['occupations'], data)}"
        )
    )
    _left_out(data)


def described(data: FramedSet, counts: CorpusCounts) -> tuple[str, str]:
    """What is measured, and what is counted (markdown)."""
    first, second = data.groups.names
    sizes = data.counts()
    line = (
        f"{counted(sizes['sentences'], 'sentence')} about "
        f"{wording.number_of(sizes['occupations'], data)}, "
        f"{sizes[first]:,} {first} and {sizes[second]:,} {second}."
    )
    if data.name == WINOBIAS:
        line += (
            f" The CABM thesis kept {counted(THESIS['sentences'], 'sentence')} about "
            f"{counted(THESIS['occupations'], 'occupation')}, "
            f"{THESIS['male']} male and {THESIS['female']} female; it does not describe how they "
            "were chosen."
        )
    return (
        explain.plain(" ".join([line, *data.notes])),
        explain.plain(
            f"Counts from {counts.corpus}: {counted(counts.sentences, 'sentence')}, "
            f"{counts.first:,} with {_listed(data.groups.words[0])}, {counts.second:,} with "
            f"{_listed(data.groups.words[1])}. {counts.note}"
        ),
    )


def _listed(words: Sequence[str], most: int = 4) -> str:
    """Words in a row; those after the first few are only counted."""
    if len(words) > most:
        return f"{', '.join(words[:most])} or {len(words) - most} others"
    return in_a_row(words, "or")


def _left_out(data: FramedSet) -> None:
    if not data.left_out:
        return
    import pandas as pd

    frame = pd.DataFrame(
        [{"row": each.row, "why": each.reason, "sentence": each.text} for each in data.left_out]
    )
    with st.expander(f"{counted(len(frame), 'sentence')} left out"):
        st.dataframe(frame.head(500), hide_index=True, height=220, column_config={"why": "reason"})
        download.button(
            "Download all as CSV",
            lambda: csv_text(frame),
            "biascope-left-out.csv",
            "text/csv",
        )
