"""Tabs below the grid of the Heads page; only the open one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present import plot as layout
from components.frame.present.numbers import number
from components.frame.shell.model_bar import Subject
from components.frame.widgets import tabs
from components.frame.widgets.attention_words import Line, attention_words
from components.heads import attention_map, counter, curve, distribution, nlu, two_models
from components.heads import attention_map as attention_request
from components.heads import choice as which
from components.heads import runs as heads_runs
from components.heads.attention_map import TITLES, Look
from components.heads.choice import Choice
from engine.core.families import CAUSAL
from engine.core.spec import HeadRef, ModelSpec, format_heads
from engine.inference.words import WORD
from engine.measures.heads.attention_pair import AttentionPair, example

KEY = "heads_tab"
NAMES = ATTENTION, CURVE, PARETO, DISTRIBUTION, COUNTER, MODELS, NLU = (
    "Attention in a sentence",
    "Masking more heads",
    "Bias and cost",
    "Distribution",
    "Counter-stereotype test",
    "Two models",
    "Classifier check",
)
# Names in links from earlier versions -> names now.
_RENAMED = {
    "Curve over K": CURVE,
    "Attention of a sentence": ATTENTION,
    "Understanding": NLU,
}


def draw(choice: Choice, subject: Subject, other: Subject | None, bias: dict[str, Any]) -> None:
    """Draw the tabs; slow measurements start only when their button is pressed.

    Args:
        other: the model compared with, if any.
        bias: value of `head_bias` on the original model, with a gradient.
    """
    linked = st.query_params.get(KEY)
    if linked in _RENAMED:
        st.query_params[KEY] = _RENAMED[linked]
    shown, body = tabs.opened(NAMES, KEY)
    with body, explain.errors(ends_page=False):
        if shown in (CURVE, PARETO):
            runs = heads_runs.planned(choice, subject, bias["gradient"])
            (curve.curve if shown == CURVE else curve.pareto)(runs)
        elif shown == DISTRIBUTION:
            distribution.draw(choice, subject, bias)
        elif shown == ATTENTION:
            draw_attention(choice, subject, bias)
        elif shown == COUNTER:
            counter.draw(choice, subject)
        elif shown == MODELS:
            two_models.draw(choice, subject, other, bias)
        else:
            nlu.draw(subject)


# --- attention ----------------------------------------------------------------------------
# Tab of the Heads page: attention of chosen heads in a sentence and its counter-stereotype.

UNITS = "whole_words"
_FROM = session.state.ATTENDING
_READ = (
    "The bar under a word shows how much attention the outlined word pays to it; click another "
    "word to outline it instead. All bars of a head share one scale, full at the word with the "
    "most attention. Punctuation and special tokens, which often receive most of it, are pale. "
    "Next to each head is its attention to the swapped words, in the sentence and in its "
    "counter-stereotype; *scaled* runs from 0 (the word with the least attention) to 1 (the "
    "most). One sentence is an example, not a test: for a test, open the tab *Counter-stereotype "
    "test*. Attention shows where a head looks, not why the model answers as it does."
)


def draw_attention(choice: Choice, subject: Subject, bias: dict[str, Any]) -> None:
    """Draw the tab.

    Args:
        bias: value of `head_bias` on the original model.
    """
    inputs, words = layout.figure_and_words(
        "Where do the chosen attention heads look in a sentence, and in the same sentence with "
        "the group swapped?",
        _READ,
        "counter-stereotype",
    )
    with words:
        by_word = st.toggle(
            "Whole words",
            value=True,
            key=UNITS,
            bind="query-params",
            persist_state="session",
            help="The model splits rare words into pieces. Switched on, the pieces of a word are "
            "combined: attention to them is summed, attention from them averaged.",
        )
    with inputs:
        text, counter = attention_request.texts(choice)
        heads = attention_request.heads(bias["gradient"], subject.spec.masked_heads)
    with st.container(border=True), explain.errors(ends_page=False):
        if not text or not heads:
            missing = "Write a sentence" if not text else "Choose a head"
            st.markdown(f":gray[{missing} to see where heads look.]")
            return
        if session.load_later(subject.spec):
            _wait_for(subject.spec)
            return
        pair = _pair(subject.spec, text, counter, bool(by_word))
        at = attending(pair, {*choice.test.x, *choice.test.y}, _clicked(text, bool(by_word)))
        look = Look(subject.spec, text, counter, bool(by_word), pair, at, bias["gradient"])
        _words(look, heads, subject.facts.kind == CAUSAL)
        attention_map.draw(look, heads)


def _wait_for(spec: ModelSpec) -> None:
    """Look whether the model is loaded by now; all else on the page is there without it."""

    @st.fragment(run_every=0.5)
    def look() -> None:
        st.markdown(":gray[The attention appears here once the model is loaded.]")
        if not session.load_later(spec):
            st.rerun()

    look()


def _pair(spec: ModelSpec, text: str, counter: str, by_word: bool) -> AttentionPair:
    """Maps of both texts; without a counterpart, the sentence is its own second text."""
    first = session.attention(spec, text, by_word)
    return AttentionPair(first, session.attention(spec, counter, by_word) if counter else first)


def _clicked(text: str, by_word: bool) -> int | None:
    """The unit clicked in this text; None if the last click was in another text."""
    kept = st.session_state.get(_FROM)
    return int(kept[2]) if kept is not None and kept[:2] == (text, by_word) else None


def attending(pair: AttentionPair, targets: set[str], clicked: int | None) -> int:
    """The unit whose attention is shown: clicked, else a target word, else the last word."""
    units = pair.first.units
    if clicked is not None and clicked < len(units):
        return clicked
    known = {word.casefold() for word in targets}
    words = [index for index, unit in enumerate(units) if unit.kind == WORD]
    both = [index for index in words if index in pair.partner]
    known_words = [index for index in both if units[index].text.casefold() in known]
    return (known_words or both[-1:] or words[-1:] or [0])[0]


# --- the words --------------------------------------------------------------------------


def _words(look: Look, heads: Sequence[HeadRef], causal: bool) -> None:
    """For each head, the texts with a bar per word: the attention from the chosen word."""
    units = look.pair.first.units
    masked = look.spec.masked_heads
    masks = f" Masked heads: {format_heads(masked)}." if masked else ""
    st.caption(
        f"{which.model(look.spec)}: attention from “{explain.plain(units[look.at].text)}”, one of "
        f"{len(units)} words, punctuation marks and special tokens.{masks}"
    )
    rows = example(look.pair, look.at, heads, causal)
    for ref, row in zip(heads, rows, strict=True):
        score = number(look.gradient[ref.layer][ref.head], "+.3f")
        mark = " :gray-badge[✕ masked: its attention has no effect]" if ref in masked else ""
        st.markdown(f"**{ref}** :gray[bias score {score}]{mark}{_to_swapped(row)}")
        attention_words(
            _lines(look, ref),
            f"Attention of head {ref}",
            key=f"attention_{ref}",
            on_choose=lambda index: _choose(look, index),
        )


def _choose(look: Look, index: int) -> None:
    st.session_state[_FROM] = (look.text, look.by_word, index)


def _lines(look: Look, ref: HeadRef) -> list[Line]:
    lines = []
    for name, maps in look.sides:
        first = name == look.sides[0][0]
        at = look.at if first else look.pair.partner.get(look.at)
        weights = [0.0] * len(maps.units) if at is None else maps.weights[ref.layer, ref.head, at]
        lines.append(Line(TITLES[name], maps.units, weights, at, clickable=first))
    return lines


def _to_swapped(row: dict[str, Any]) -> str:
    """Attention to the swapped words in both texts (markdown)."""
    values = [
        f"{TITLES[name]} **{row[side]:.3f}** (scaled {row[f'{side}_scaled']:.2f})"
        for name, side in (("sentence", "original"), ("counter", "counter"))
        if row[side] is not None
    ]
    return f" · attention to the swapped words: {', '.join(values)}" if values else ""
