"""Controls of the Heads page: which test is measured and how; their state is in the address."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.widgets import linked_box, seed_field
from components.heads import association
from components.heads.association import AssociationSource
from components.heads.choice import Choice
from engine.core.families import CAUSAL, ENCODER, MASKED
from engine.core.wording import agreeing, counted, listed, part_of
from engine.flow.kinds import WITH_CLS
from engine.measures.seat.reading import CLS, LAST, MEAN, MEAN_ALL, POOLINGS, TOKEN
from engine.words.association_tests import SETS, AssociationTest
from engine.words.contexts import MAX_CONTEXTS

RANDOM_SETS = 5
POOLING = "pooling"  # setting of the address of links to this page, which know no kind of model
_POOLINGS = {
    TOKEN: "the word's own pieces",
    CLS: "[CLS]",
    MEAN: "mean over the text",
    MEAN_ALL: "mean, special tokens too",
    LAST: "last token",
}


def heads_choice(facts: session.Facts) -> Choice | None:
    """Draw the controls and return the settings.

    Returns:
        None while the user has something left to choose or upload.
    """
    row = st.container(horizontal=True, vertical_alignment="bottom")
    below, about = st.container(), st.empty()
    with row:
        source = association.pick(below)
        if source is None:
            return None
        pooling = _pooling(source, facts)
        with st.popover("Options", icon=":material/tune:"):
            contexts, seed, sets = _options()
        words = st.container(width="content")
    test = source.read(contexts)
    with words, st.popover("Words", icon=":material/list:"):
        _words(test)
    with about.container():
        _describe(source, test, contexts)
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


def _pooling(source: AssociationSource, facts: session.Facts) -> str:
    names = _offered(facts)
    if not source.in_contexts:  # for complete texts, pool over the whole text by default
        names = [*names[1:], TOKEN]
    first = MEAN if names[0] == LAST else names[0]  # links have the name of an earlier default
    key = f"pooling_{first}_{facts.kind}"
    titles = {name: _POOLINGS[name] + ", its own" * (name == facts.pooling) for name in _POOLINGS}
    linked = st.query_params.get(POOLING)
    if linked is not None:
        if not _can_be_read(linked, facts.kind):
            linked_box.leave_out("Pooling", POOLING, linked)
        del st.query_params[POOLING]
        linked_box.choose_in_address(key, linked, titles[linked])
    if held := _further(key, titles, facts.kind, names):
        names.append(held)
    return (
        st.selectbox(
            "Pooling",
            names,
            format_func=titles.__getitem__,
            key=key,
            bind="query-params",
            persist_state="session",
            width=210,
            help="How the model's token vectors become one vector per word or text. It can change "
            "the sign and size of a result, so compare only results with the same pooling.",
        )
        or names[0]
    )


def _further(key: str, titles: Mapping[str, str], kind: str, names: Collection[str]) -> str:
    """A pooling that a link has chosen, and that is not offered otherwise; empty without one."""
    shown = st.query_params.get(key)
    held = {title: name for name, title in titles.items()}.get(shown or "")
    held = held or st.session_state.get(key)
    return str(held) if held not in names and _can_be_read(held, kind) else ""


def _can_be_read(pooling: str | None, kind: str) -> bool:
    """Whether models of a kind can be read in a pooling, offered first or not."""
    return pooling in POOLINGS and (pooling != CLS or kind in WITH_CLS)


def _offered(facts: session.Facts) -> list[str]:
    """Poolings of a kind of model, that of words first; then the one that its files name."""
    of_kinds = {
        MASKED: [TOKEN, CLS, MEAN],
        CAUSAL: [TOKEN, LAST, MEAN],
        ENCODER: [TOKEN, CLS, MEAN, MEAN_ALL],
    }
    first, *others = of_kinds.get(facts.kind, [TOKEN, MEAN])
    return [first, *sorted(others, key=lambda name: name != facts.pooling)]


def _options() -> tuple[int, int, int]:
    contexts = st.slider(
        "Maximum sentences per word",
        1,
        MAX_CONTEXTS,
        session.FEW_CONTEXTS,
        key="sentences_per_word",
        bind="query-params",
        persist_state="session",
        help="More sentences give steadier results but take longer. Used only where words are "
        "measured in sentences.",
    )
    seed = seed_field.draw_seed_field(
        "seat_seed", "Makes sampled permutations and confidence intervals repeatable."
    )
    sets = st.slider(
        "Random sets of heads",
        2,
        20,
        RANDOM_SETS,
        key="random_sets",
        bind="query-params",
        persist_state="session",
        help="How many random sets of the same size are switched off for comparison, to see what "
        "chance alone does.",
    )
    return int(contexts), seed, int(sets)


def _describe(source: AssociationSource, test: AssociationTest, contexts: int) -> None:
    """Show which word sets are compared, in which sentences, and with what limits."""
    sizes = [
        f"{explain.plain(name)} ({len(getattr(test, part))})"
        for part, name in zip(SETS, test.names, strict=True)
    ]
    texts = (
        "texts used as they are"
        if test.contexts is None
        else f"{counted(len(test.contexts), 'sentence')}, at most {contexts} per word"
        + _more(contexts)
    )
    st.caption(
        f"Target words: {sizes[0]} and {sizes[1]} · attribute words: {sizes[2]} and {sizes[3]} · "
        f"{texts}"
    )
    missing = test.missing()
    if missing:
        shown = listed([explain.plain(word) for word in missing])
        st.caption(
            f":material/search_off: {part_of(len(missing), len(test.words()), 'word', 'appear')} "
            f"in none of the sentences and {agreeing(len(missing), 'are')} left out: {shown}."
        )
    for note in test.notes:
        st.caption(explain.plain(note))
    if source.caveat:
        st.caption(explain.plain(source.caveat))


def _more(contexts: int) -> str:
    """What more sentences would change, where the commands read more than the page."""
    if contexts >= MAX_CONTEXTS:
        return ""
    return (
        f" (commands read up to {MAX_CONTEXTS}; with more, set under *Options*, another head "
        "may come first)"
    )


def _words(test: AssociationTest) -> None:
    """Every word with the number of sentences it is measured in."""
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
        st.caption("0 sentences: the word does not occur in the text and is left out.")
