"""The Heads page's controls -> what is measured; their state is in the address."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components import explain, heads_tests, session
from components.heads_choice import Choice
from components.heads_tests import Source
from engine.datasets.contexts import MAX_CONTEXTS
from engine.datasets.word_sets import SETS, AssociationTest
from engine.measures.seat.reading import CLS, MEAN, TOKEN
from engine.wording import listed

RANDOM_SETS = 5
_POOLINGS = {TOKEN: "the word's own pieces", CLS: "[CLS]", MEAN: "mean over the text"}


def choice(facts: session.Facts) -> Choice | None:
    """Draw the controls and read them.

    Args:
        facts: of the model chosen.

    Returns:
        None while something is still asked of the reader.

    Raises:
        BiascopeError: if the test cannot be read, or its sets cannot be measured.
    """
    row = st.container(horizontal=True, vertical_alignment="bottom")
    below, about = st.container(), st.empty()
    with row:
        source = heads_tests.pick(below)
        if source is None:
            return None
        pooling = _pooling(source, facts)
        with st.popover("Options", icon=":material/tune:"):
            contexts, seed, sets = _options()
        place = st.container(width="content")
    test = source.read(contexts)
    with place, st.popover("Words", icon=":material/list:"):
        _words(test)
    with about.container():
        _told(source, test, contexts)
    return Choice(
        test=test,
        name=source.name,
        pooling=pooling,
        max_contexts=contexts,
        seed=seed,
        random_seeds=sets,
        source=source.words,
        files=source.files,
        read=source.read,
    )


def _pooling(source: Source, facts: session.Facts) -> str:
    names = list(_POOLINGS) if facts.kind == "masked" else [TOKEN, MEAN]
    if not source.in_contexts:  # texts as they stand: the whole text first
        names = [*names[1:], TOKEN]
    return (
        st.selectbox(
            "Pooling",
            names,
            format_func=_POOLINGS.__getitem__,
            key="_".join(["pooling", *names[:1], facts.kind]),
            bind="query-params",
            persist_state="session",
            width=210,
            help="Which states make a word's vector. It changes sign and size, so it is part of "
            "the result's name.",
        )
        or names[0]
    )


def _options() -> tuple[int, int, int]:
    contexts = st.slider(
        "Sentences a word is read in, at most",
        1,
        MAX_CONTEXTS,
        heads_tests.FEW_CONTEXTS,
        key="contexts",
        bind="query-params",
        persist_state="session",
        help="More are steadier and slower. Matters only for words in sentences.",
    )
    seed = st.number_input(
        "Seed",
        0,
        10_000,
        0,
        key="seat_seed",
        bind="query-params",
        persist_state="session",
        help="Of sampled permutations and of intervals.",
    )
    sets = st.slider(
        "Random sets of heads",
        2,
        20,
        RANDOM_SETS,
        key="random_sets",
        bind="query-params",
        persist_state="session",
        help="As many heads masked at random, so often: what chance alone does.",
    )
    return int(contexts), int(seed or 0), int(sets)


def _told(source: Source, test: AssociationTest, contexts: int) -> None:
    """What is compared with what, and what a reader must know about it (markdown)."""
    sizes = [
        f"{explain.plain(name)} ({len(getattr(test, part))})"
        for part, name in zip(SETS, test.names, strict=True)
    ]
    read = (
        "texts as they stand"
        if test.contexts is None
        else f"{len(test.contexts):,} sentences, at most {contexts} a word"
    )
    st.caption(f"{sizes[0]} and {sizes[1]}, between {sizes[2]} and {sizes[3]} · {read}")
    missing = test.missing()
    if missing:
        shown = listed([explain.plain(word) for word in missing])
        st.caption(
            f":material/search_off: {len(missing)} of {len(test.words())} words stand in none of "
            f"the sentences and are left out: {shown}."
        )
    for note in test.notes:
        st.caption(explain.plain(note))
    if source.caveat:
        st.caption(explain.plain(source.caveat))


def _words(test: AssociationTest) -> None:
    """Every word with the number of sentences it is read in."""
    counts = dict(test.counts)
    rows = [
        {"set": name, "word": word, "sentences": counts.get(word, 1)}
        for part, name in zip(SETS, test.names, strict=True)
        for word in getattr(test, part)
    ]
    st.dataframe(
        pd.DataFrame(rows),
        hide_index=True,
        width=460,
        height=320,
        key="association_words",
        column_config={
            "set": st.column_config.TextColumn(width=200),
            "word": st.column_config.TextColumn(width=130),
            "sentences": st.column_config.NumberColumn(width=90),
        },
    )
    if test.contexts is not None:
        st.caption("0: the sentences never hold it, so it is left out.")
