"""What the attention tab asks: a sentence, its counter-stereotype, and which heads."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import streamlit as st

from components.heads_choice import Choice
from engine.datasets.contexts import WordFinder
from engine.datasets.counterparts import counter_sentence
from engine.measures.head_runs import ranked
from engine.spec import HeadRef

TEXT, COUNTER, HEADS = "look_in", "look_in_counter", "looking"
FALLBACK = "The woman who works there is emotional."
_FIRST_HEADS, _MOST_HEADS = 3, 6
_LONGEST = 8000  # characters

Pairs = Sequence[tuple[str, str]]


def texts(choice: Choice) -> tuple[str, str]:
    """Ask for the sentence and its counterpart, which follows it until it is edited."""
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
        help="Made by swapping the attribute words of the lists; edit it as you like.",
    )
    counter = (counter or "").strip()
    if sentence and not offered and not counter:
        st.caption(
            "The sentence holds none of the paired attribute words. Write its counterpart "
            "yourself, or look at the sentence alone."
        )
    return sentence, counter


def _follow(key: str, example: Any) -> bool:
    """Let a field follow a new example as long as nobody changed it; whether it did."""
    memory = f"biascope_{key}_example"
    last, st.session_state[memory] = st.session_state.get(memory), example
    moved = last is not None and last != example and st.session_state.get(key) == last
    if moved:
        st.session_state[key] = example
    return moved


def _swap(pairs: Pairs) -> None:
    st.session_state[COUNTER] = swapped(st.session_state.get(TEXT) or "", pairs)


def swapped(text: str, pairs: Pairs) -> str:
    """The sentence with its attribute words swapped; empty where it has none."""
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
        found = [one.word for one in finder.find(line)]
        if len(found) == 2 and len(targets.intersection(found)) == 1:
            one, other = found
            if side[one] == side[other] and swapped(line, test.pairs):
                return line
    return FALLBACK


def heads(gradient: Sequence[Sequence[float]], masked: Collection[HeadRef]) -> list[HeadRef]:
    """Ask for the heads; at first those masked, or else the most biased ones.

    Args:
        gradient: [layer][head], bias scores.
        masked: heads masked now.
    """
    order = ranked(gradient)
    wanted = [ref for ref in order if ref in masked] or order
    first = [str(ref) for ref in wanted[:_FIRST_HEADS]]
    options = [str(ref) for ref in order]
    if HEADS in st.session_state:  # another model may have fewer
        kept = [name for name in st.session_state[HEADS] or () if name in options]
        st.session_state[HEADS] = kept
    _follow(HEADS, first)
    chosen = st.multiselect(
        "Heads",
        options,
        default=first,
        key=HEADS,
        bind="query-params",
        persist_state="session",
        max_selections=_MOST_HEADS,
        help="Listed from the most biased to the most anti-biased. At first those that are "
        "masked, or else the most biased ones.",
    )
    return [ref for ref in order if str(ref) in chosen]
