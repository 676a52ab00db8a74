"""Where the CABM page's sentences and its PMI counts come from."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import streamlit as st

from components import cabm_own, explain, fetch_offer, kept_file
from components.cabm_own import Source
from engine.datasets.cooccurrence import Counts
from engine.datasets.export import csv_text
from engine.datasets.framed import FramedSet
from engine.datasets.framed_sets import BUNDLED, SETS, WINOBIAS, load_framed
from engine.datasets.pmi_corpora import CORPORA, SENTENCES, WIKITEXT, corpus_counts
from engine.datasets.winobias import THESIS
from engine.wording import counted

OWN, OWN_CORPUS = "own", "own corpus"
WIKITEXT_SET = "wikitext2-test"
_TITLES = {**SETS, OWN: "Your own sentences"}
_CORPORA = {**CORPORA, OWN_CORPUS: "A text file of your own"}


def pick_sentences() -> str:
    """Draw the choice of sentences."""
    return (
        st.selectbox(
            "Sentences",
            [*_TITLES],
            format_func=_TITLES.__getitem__,
            key="sentences",
            bind="query-params",
            persist_state="session",
            width=270,
        )
        or BUNDLED
    )


def pick_corpus(gender: bool) -> str:
    """Draw the choice of the PMI corpus.

    Args:
        gender: whether the groups are those of the sets and counts that come with Biascope.
    """
    names = [*_CORPORA] if gender else [SENTENCES, OWN_CORPUS]
    return (
        st.selectbox(
            "PMI counted in",
            names,
            format_func=_CORPORA.__getitem__,
            key="corpus" if gender else "corpus_of_own",
            bind="query-params",
            persist_state="session",
            width=300,
            help="PMI asks how often an occupation and a pronoun stand in one sentence. In "
            "sentences that are balanced by design it is the same for all.",
        )
        or names[0]
    )


def load_sentences(name: str) -> tuple[FramedSet, Source] | None:
    """The sentences of a choice; None while something is still asked of the reader.

    Raises:
        BiascopeError: if they cannot be read.
    """
    if name == OWN:
        return cabm_own.ask()
    if name == WINOBIAS and not fetch_offer.offer(WINOBIAS):
        return None
    return _set(name), Source(name, ("--sentences", name) * (name != BUNDLED), {})


@st.cache_resource(show_spinner=False, max_entries=4)
def _set(name: str) -> FramedSet:
    return load_framed(name)


def load_counts(name: str, data: FramedSet, key: str) -> tuple[Counts, Source] | None:
    """Counts of a corpus; None while something is still asked of the reader.

    Args:
        key: of the sentences.

    Raises:
        BiascopeError: if the corpus cannot give them.
    """
    if name == OWN_CORPUS:
        file = kept_file.ask(
            "Text to count in",
            "cabm_corpus",
            ["txt", "csv"],
            "A text file, or a CSV file of counts as `cooccurrences` writes it.",
        )
        if file is None:
            return None
        digest = sha256(file.data).hexdigest()[:16]
        found = _counted(file.name, data, f"{key} {digest}", file.data)
        words = ("--pmi-corpus", file.name)
        return found, Source(f"{file.name} {digest}", words, {file.name: file.data})
    needed = {WIKITEXT: WIKITEXT_SET, WINOBIAS: WINOBIAS}.get(name)
    if needed and not fetch_offer.offer(needed):
        return None
    named = ("--pmi-corpus", name) * (name != BUNDLED)
    return _counted(name, data, key, None), Source(name, named, {})


@st.cache_resource(show_spinner="Counting the corpus …", max_entries=8)
def _counted(name: str, _data: FramedSet, key: str, file: bytes | None) -> Counts:
    return corpus_counts(name, _data, _data.targets, file)


def told(data: FramedSet, counts: Counts) -> None:
    """What is measured and counted, in a line each, and what was left out."""
    names = data.groups.names
    found = data.counts()
    line = (
        f"{counted(found['sentences'], 'sentence')} on "
        f"{counted(found['occupations'], 'occupation')}, "
        f"{found[names[0]]:,} {names[0]} and {found[names[1]]:,} {names[1]}."
    )
    if data.name == WINOBIAS:
        line += (
            f" The CABM thesis kept {THESIS['sentences']} on {THESIS['occupations']}, "
            f"{THESIS['male']} male and {THESIS['female']} female; how it chose is not described."
        )
    st.caption(explain.plain(" ".join([line, *data.notes])))
    st.caption(
        explain.plain(
            f"PMI from {counts.corpus}: {counted(counts.sentences, 'sentence')}, "
            f"{counts.first:,} with {_listed(data.groups.words[0])}, {counts.second:,} with "
            f"{_listed(data.groups.words[1])}. {counts.note}"
        )
    )
    _left_out(data)


def _listed(words: Sequence[str], most: int = 4) -> str:
    """Words in a row, the later ones only counted."""
    if len(words) > most:
        return f"{', '.join(words[:most])} or {len(words) - most} others"
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _left_out(data: FramedSet) -> None:
    if not data.left_out:
        return
    import pandas as pd

    frame = pd.DataFrame(
        [{"row": each.row, "why": each.reason, "sentence": each.text} for each in data.left_out]
    )
    with st.expander(f"{counted(len(frame), 'sentence')} left out"):
        st.dataframe(frame.head(500), hide_index=True, height=220)
        st.download_button(
            "All of them as CSV",
            lambda: csv_text(frame),
            "biascope-left-out.csv",
            "text/csv",
            on_click="ignore",
        )
