"""Tab of the Heads page: where chosen heads look in a sentence and in its counter-stereotype."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from components import explain, heads_asked, heads_attention_map, heads_layout, session
from components.attention_words import Line, attention_words
from components.heads_attention_map import Look
from components.heads_choice import Choice
from components.model_bar import Subject
from components.numbers import number
from engine.inference.words import WORD
from engine.measures.attention_pair import AttentionPair, example
from engine.spec import HeadRef, ModelSpec, format_heads

UNITS = "units"
_FROM = "biascope_attention_from"
_READ = (
    "Bars under the words say how much the outlined word looks at each of them; click another "
    "word to ask for it. All bars of a head have one scale, full at the most looked-at word; "
    "signs and special tokens, on which heads rest, are pale. Beside a head stands its "
    "attention to the swapped words, in the sentence and in its counter-stereotype; *scaled* "
    "runs from the word looked at least (0) to the one looked at most (1). One sentence is an "
    "example and no test; that is on the next tab. Attention is where a head looks, not why the "
    "model answers as it does."
)


def draw(choice: Choice, subject: Subject, bias: dict[str, Any]) -> None:
    """Draw the tab.

    Args:
        bias: value of `head_bias` on the untouched model.
    """
    place, words = heads_layout.figure_and_words(
        "Where do chosen heads look, in a sentence and in the same with the group swapped?",
        _READ,
        "counter-stereotype",
    )
    with words:
        by_word = st.toggle(
            "Words, not pieces",
            value=True,
            key=UNITS,
            bind="query-params",
            persist_state="session",
            help="Pieces of a word put together: the sum over what is looked at, the mean over "
            "what looks.",
        )
    with place:
        text, counter = heads_asked.texts(choice)
        heads = heads_asked.heads(bias["gradient"], subject.spec.masked_heads)
    with st.container(border=True), explain.errors(ends_page=False):
        if not text or not heads:
            missing = "Write a sentence" if not text else "Choose a head"
            st.markdown(f":gray[{missing} to see where heads look.]")
            return
        pair = _pair(subject.spec, text, counter, bool(by_word))
        at = attending(pair, {*choice.test.x, *choice.test.y}, _clicked(text, bool(by_word)))
        look = Look(subject.spec, text, counter, bool(by_word), pair, at, bias["gradient"])
        _words(look, heads)
        heads_attention_map.draw(look, heads)


def _pair(spec: ModelSpec, text: str, counter: str, by_word: bool) -> AttentionPair:
    """Maps of both texts; without a counterpart the sentence stands beside itself."""
    first = session.attention(spec, text, by_word)
    return AttentionPair(first, session.attention(spec, counter, by_word) if counter else first)


def _clicked(text: str, by_word: bool) -> int | None:
    """The unit clicked in this text; a click in another one is forgotten."""
    kept = st.session_state.get(_FROM)
    return int(kept[2]) if kept is not None and kept[:2] == (text, by_word) else None


def attending(pair: AttentionPair, targets: set[str], clicked: int | None) -> int:
    """The unit that looks: the one clicked, else a target word, else the last word."""
    units = pair.first.units
    if clicked is not None and clicked < len(units):
        return clicked
    known = {word.casefold() for word in targets}
    words = [place for place, unit in enumerate(units) if unit.kind == WORD]
    both = [place for place in words if place in pair.partner]
    found = [place for place in both if units[place].text.casefold() in known]
    return (found or both[-1:] or words[-1:] or [0])[0]


# --- the words --------------------------------------------------------------------------


def _words(look: Look, heads: Sequence[HeadRef]) -> None:
    """One drawing a head: the texts, with bars for what the chosen word looks at."""
    units = look.pair.first.units
    masked = look.spec.masked_heads
    masks = f" Masked in the model: {format_heads(masked)}." if masked else ""
    st.caption(
        f"Looking: “{explain.plain(units[look.at].text)}”, one of {len(units)} words, signs and "
        f"special tokens.{masks}"
    )
    causal = session.facts(look.spec.checkpoint).kind == "causal"
    rows = example(look.pair, look.at, heads, causal)
    for ref, row in zip(heads, rows, strict=True):
        score = number(look.gradient[ref.layer][ref.head], "+.3f")
        marked = " :gray-badge[✕ masked: it looks, but passes nothing on]" if ref in masked else ""
        st.markdown(f"**{ref}** :gray[b {score}]{marked}{_to_swapped(row)}")
        attention_words(
            _lines(look, ref),
            f"Attention of head {ref}",
            key=f"attention_{ref}",
            on_choose=lambda place: _choose(look, place),
        )


def _choose(look: Look, place: int) -> None:
    st.session_state[_FROM] = (look.text, look.by_word, place)


def _lines(look: Look, ref: HeadRef) -> list[Line]:
    lines = []
    for name, maps in look.sides:
        first = name == look.sides[0][0]
        at = look.at if first else look.pair.partner.get(look.at)
        weights = [0.0] * len(maps.units) if at is None else maps.weights[ref.layer, ref.head, at]
        lines.append(Line(name, maps.units, weights, at, clickable=first))
    return lines


def _to_swapped(row: dict[str, Any]) -> str:
    """Attention to the swapped words in both texts (markdown)."""
    told = [
        f"{name} **{row[side]:.3f}** (scaled {row[f'{side}_scaled']:.2f})"
        for name, side in (("sentence", "original"), ("counter", "counter"))
        if row[side] is not None
    ]
    return f" · to the swapped words: {', '.join(told)}" if told else ""
