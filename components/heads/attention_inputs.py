"""The two sentences whose attention is drawn, and the heads that it is drawn of."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import streamlit as st

from components.frame.session import state
from components.heads.choice import Choice
from engine.core.spec import HeadRef
from engine.measures.heads.runs import ranked
from engine.words.contexts import WordFinder
from engine.words.counterparts import counter_sentence

TEXT, COUNTER, HEADS = "attention_text", "attention_counterpart", "attention_heads"
FALLBACK = "The woman who works there is emotional."
_FIRST_HEADS, _MOST_HEADS = 3, 6
_LONGEST = 8000  # characters

Pairs = Sequence[tuple[str, str]]


def draw_texts(choice: Choice) -> tuple[str, str]:
    """Draw the fields for the sentence and its counterpart, which follows it until edited."""
    pairs = choice.test.pairs
    example = example_sentence(choice)
    if _follow(TEXT, example):
        st.session_state[COUNTER] = swapped(example, pairs)
    text = st.text_area(
        "Sentence",
        value=example,
        key=TEXT,
        bind="query-params",
        persist_state="session",
        height=72,
        max_chars=_LONGEST,
        on_change=_swap,
        args=(pairs,),
    )
    sentence = (text or "").strip()
    offered = swapped(sentence, pairs)
    counter = st.text_area(
        "Counter-stereotype",
        value=offered,
        key=COUNTER,
        bind="query-params",
        persist_state="session",
        height=72,
        max_chars=_LONGEST,
        help="The same sentence with the attribute words of the test swapped. You can edit it.",
    )
    counter = (counter or "").strip()
    if sentence and not offered and not counter:
        st.caption(
            "The sentence contains none of the paired attribute words of this test. Write the "
            "counter-stereotype yourself, or look at the sentence alone."
        )
    return sentence, counter


def _follow(key: str, example: Any) -> bool:
    """Set a field to a new example unless the user has edited it; return whether it was set."""
    memory = state.example_key(key)
    last, st.session_state[memory] = st.session_state.get(memory), example
    moved = last is not None and last != example and st.session_state.get(key) == last
    if moved:
        st.session_state[key] = example
    return moved


def _swap(pairs: Pairs) -> None:
    st.session_state[COUNTER] = swapped(st.session_state.get(TEXT) or "", pairs)


def swapped(text: str, pairs: Pairs) -> str:
    """The sentence with its attribute words swapped; empty if it has none."""
    return (counter_sentence(text, pairs) or "") if pairs and text.strip() else ""


def example_sentence(choice: Choice) -> str:
    """The first sentence of the test with one attribute and one target stereotyped with it."""
    test = choice.test
    if not test.pairs or not test.contexts:
        return FALLBACK
    side = dict.fromkeys((*test.a, *test.x), "a") | dict.fromkeys((*test.b, *test.y), "b")
    finder = WordFinder(side)
    targets = {*test.x, *test.y}
    for line in test.contexts:
        words = [one.word for one in finder.find(line)]
        if len(words) == 2 and len(targets.intersection(words)) == 1:
            one, other = words
            if side[one] == side[other] and swapped(line, test.pairs):
                return line
    return FALLBACK


def draw_heads(gradient: Sequence[Sequence[float]], masked: Collection[HeadRef]) -> list[HeadRef]:
    """Draw the choice of heads: at first the masked or, without masks, the most biased ones."""
    order = ranked(gradient)
    wanted = [ref for ref in order if ref in masked] or order
    first = [str(ref) for ref in wanted[:_FIRST_HEADS]]
    options = [str(ref) for ref in order]
    if HEADS in st.session_state:  # another model may have fewer
        chosen = st.session_state[HEADS] or []
        known = [name for name in chosen if name in options]
        if known != chosen:  # set in every run, it would undo what the user chooses meanwhile
            st.session_state[HEADS] = known
    _follow(HEADS, first)
    chosen = st.multiselect(
        "Heads",
        options,
        default=first,
        key=HEADS,
        bind="query-params",
        persist_state="session",
        max_selections=_MOST_HEADS,
        help="Attention heads as layer-head, from the most to the least biased. At first the "
        "heads switched off are chosen or, if none is, the most biased ones.",
    )
    return [ref for ref in order if str(ref) in chosen]
