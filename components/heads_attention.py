"""Tab of the Heads page: where chosen heads look in a sentence and in its counter-stereotype."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from components import explain, export, heads_asked, heads_layout, session
from components.attention_words import Line, attention_words
from components.charts import attention as charts
from components.heads_choice import Choice
from components.heads_layout import number
from components.model_bar import Subject
from components.theme import CONFIG
from engine.inference.words import WORD
from engine.measures.attention_maps import AttentionMaps
from engine.measures.attention_pair import AttentionPair, edges, example
from engine.spec import HeadRef, ModelSpec, format_heads

UNITS = "units"
_FROM = "biascope_attention_from"
_EDGES = 12
_WHOLE = 64  # units up to which the data holds every pair of them
_READ = (
    "Bars under the words say how much the outlined word looks at each of them; click another "
    "word to ask for it. All bars of a head have one scale, full at the most looked-at word; "
    "signs and special tokens, on which heads rest, are pale. Beside a head stands its "
    "attention to the swapped words, in the sentence and in its counter-stereotype; *scaled* "
    "runs from the word looked at least (0) to the one looked at most (1). One sentence is an "
    "example and no test; that is on the next tab. Attention is where a head looks, not why the "
    "model answers as it does."
)


@dataclass(frozen=True, eq=False)
class Look:
    """What is looked into.

    Args:
        counter: the counterpart; empty where the sentence stands alone.
        at: unit of the sentence that looks.
    """

    spec: ModelSpec
    text: str
    counter: str
    by_word: bool
    pair: AttentionPair
    at: int
    gradient: Sequence[Sequence[float]]

    @property
    def sides(self) -> list[tuple[str, AttentionMaps]]:
        """Name and maps of each text."""
        both = [("sentence", self.pair.first), ("counter", self.pair.second)]
        return both if self.counter else both[:1]


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
        heads = heads_asked.heads(bias["gradient"])
    with st.container(border=True), explain.errors(ends_page=False):
        if not text or not heads:
            missing = "Write a sentence" if not text else "Choose a head"
            st.markdown(f":gray[{missing} to see where heads look.]")
            return
        pair = _pair(subject.spec, text, counter, bool(by_word))
        at = attending(pair, {*choice.test.x, *choice.test.y}, _clicked(text, bool(by_word)))
        look = Look(subject.spec, text, counter, bool(by_word), pair, at, bias["gradient"])
        _words(look, heads)
        _whole(look, heads)


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


# --- all of one head --------------------------------------------------------------------


def _whole(look: Look, heads: Sequence[HeadRef]) -> None:
    """Map and strongest edges of one head, and what to take away."""
    names = [str(ref) for ref in heads]
    shown = st.selectbox("All of one head", names, key=f"map_of_{'_'.join(names)}", width=160)
    ref = heads[names.index(shown or names[0])]
    drawn = charts.head_maps(look.sides, ref, _window(look))
    st.plotly_chart(drawn, key="attention_map", config=CONFIG, alt=f"Attention of head {ref}")
    _strongest(look, ref)
    frame = tidy(look, heads)
    if len(look.pair.first.units) > _WHOLE:
        st.caption("The data of so long a text holds what the chosen word looks at.")
    export.row(
        "heads-attention",
        frame,
        drawn,
        command(look),
        {"spec": look.spec.identity(), "heads": names, "words": look.by_word},
        f"Attention of head {ref}",
    )


def _window(look: Look) -> int:
    """First unit of the map, where the text is longer than a map can show."""
    longest = max(len(maps.units) for _, maps in look.sides)
    if longest <= charts.WINDOW:
        return 0
    last = longest - charts.WINDOW
    middle = min(max(0, look.at - charts.WINDOW // 2), last)
    start = st.slider(
        f"Map shows {charts.WINDOW} of {longest}, beginning at",
        1,
        last + 1,
        middle + 1,
        key=f"map_window_{longest}_{look.at}",
        help="The bars above and the list below are of the whole text.",
    )
    return int(start) - 1


def _strongest(look: Look, ref: HeadRef) -> None:
    """The strongest connections between words in each text."""
    st.markdown(f"Strongest looks of head **{ref}** between words, in all of the text")
    for column, (name, maps) in zip(st.columns(len(look.sides)), look.sides, strict=True):
        found = edges(maps, ref, _EDGES)
        rows = {
            "from": [maps.units[edge["attending"]].text for edge in found],
            "to": [maps.units[edge["attended"]].text for edge in found],
            "attention": [edge["weight"] for edge in found],
        }
        column.caption(name)
        column.dataframe(
            pd.DataFrame(rows),
            hide_index=True,
            height=212,
            key=f"edges_{name}",
            column_config={
                "attention": st.column_config.ProgressColumn(
                    "attention", format="%.3f", min_value=0.0, max_value=1.0
                )
            },
        )


def tidy(look: Look, heads: Sequence[HeadRef]) -> pd.DataFrame:
    """One row a head and a pair of units; of a long text only those of the unit that looks."""
    frames = []
    for name, maps in look.sides:
        words = [unit.text for unit in maps.units]
        at = look.at if name == look.sides[0][0] else look.pair.partner.get(look.at)
        looking = range(len(words))
        if len(look.pair.first.units) > _WHOLE:
            looking = range(0) if at is None else range(at, at + 1)
        for ref in heads:
            weights = maps.weights[ref.layer, ref.head, looking.start : looking.stop]
            frames.append(
                pd.DataFrame(
                    {
                        "text": name,
                        "head": str(ref),
                        "from_place": [one for one in looking for _ in words],
                        "from": [words[one] for one in looking for _ in words],
                        "to_place": [*range(len(words))] * len(looking),
                        "to": words * len(looking),
                        "attention": weights.ravel(),
                    }
                )
            )
    return pd.concat(frames, ignore_index=True)


def command(look: Look) -> str:
    """What to type to read the same maps without the screen."""
    lines = [
        "from engine.measures.attention_maps import attention_maps",
        "from engine.models.loading import MaskedLM, load",
        "from engine.spec import parse_heads",
        f"lm = MaskedLM(load({look.spec.checkpoint!r}), "
        f"parse_heads({format_heads(look.spec.masked_heads)!r}))",
        *(
            f"print(attention_maps(lm, {text!r}, words={look.by_word}))"
            for text in (look.text, look.counter)
            if text
        ),
    ]
    return f"python -c {shlex.quote(chr(10).join(lines))}"
