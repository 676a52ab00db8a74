"""The full attention of one head: its map, its strongest links, and the export."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from components.frame.present import in_words, plot
from components.frame.session import state
from components.frame.widgets import export
from components.heads.charts import distribution as charts
from components.heads.choice import Choice
from engine.core.spec import HeadRef, ModelSpec, format_heads
from engine.measures.heads.attention_pair import AttentionMaps, AttentionPair, strongest_edges
from engine.measures.heads.runs import ranked
from engine.words.contexts import WordFinder
from engine.words.counterparts import counter_sentence

_EDGES = 12
_WHOLE = 64  # units up to which the export has every pair of them
# Name of a text in the export -> on screen.
TITLES = {"sentence": "sentence", "counter": "counter-stereotype"}


@dataclass(frozen=True, eq=False)
class Look:
    """What the tab shows: the texts, their attention, and the unit in focus.

    Args:
        counter: the counter-stereotype; empty if the sentence has none.
        at: unit of the sentence whose attention is shown.
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


def draw_attention_map(look: Look, heads: Sequence[HeadRef]) -> None:
    """Map and strongest links of one head, and the export."""
    names = [str(ref) for ref in heads]
    shown = st.selectbox("Full attention map", names, key=f"map_of_{'_'.join(names)}", width=180)
    ref = heads[names.index(shown or names[0])]
    sides = [(TITLES[name], maps) for name, maps in look.sides]
    drawn = charts.head_maps(sides, ref, _window(look))
    plot.draw_figure(
        drawn,
        key="attention_map",
        title=f"Attention of head {ref}",
        says=_says(look, ref),
    )
    _strongest(look, ref)
    frame = attention_rows(look, heads)
    if len(look.pair.first.units) > _WHOLE:
        st.caption("For long texts, the export has only the attention from the outlined word.")
    export.row(
        "heads-attention",
        frame,
        drawn,
        command(look),
        {"spec": look.spec.identity(), "heads": names, "words": look.by_word},
        f"Attention of head {ref}",
    )


def _says(look: Look, ref: HeadRef) -> str:
    """The strongest link of the head in each text."""
    strongest = [
        (TITLES[name], maps, edge)
        for name, maps in look.sides
        for edge in strongest_edges(maps, ref, 1)
    ]
    return "Strongest link between words: " + in_words.listed(
        [
            (
                f"{title}, {maps.units[edge['attending']].text} to "
                f"{maps.units[edge['attended']].text}",
                edge["weight"],
            )
            for title, maps, edge in strongest
        ]
    )


def _window(look: Look) -> int:
    """First unit of the map, if the text is longer than the map."""
    longest = max(len(maps.units) for _, maps in look.sides)
    if longest <= charts.WINDOW:
        return 0
    last = longest - charts.WINDOW
    middle = min(max(0, look.at - charts.WINDOW // 2), last)
    start = st.slider(
        f"Map shows {charts.WINDOW} of {longest} {'words' if look.by_word else 'pieces'}, from",
        1,
        last + 1,
        middle + 1,
        key=f"map_window_{longest}_{look.at}",
        help="The bars above and the list below cover the whole text.",
    )
    return int(start) - 1


def _strongest(look: Look, ref: HeadRef) -> None:
    """The strongest links between words in each text."""
    st.markdown(f"Strongest attention links of head **{ref}** between words, in the whole text")
    for column, (name, maps) in zip(st.columns(len(look.sides)), look.sides, strict=True):
        strongest = strongest_edges(maps, ref, _EDGES)
        rows = {
            "from": [maps.units[edge["attending"]].text for edge in strongest],
            "to": [maps.units[edge["attended"]].text for edge in strongest],
            "attention": [edge["weight"] for edge in strongest],
        }
        column.caption(TITLES[name])
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


def attention_rows(look: Look, heads: Sequence[HeadRef]) -> pd.DataFrame:
    """One row per head and pair of units; of a long text, only attention from the unit in focus."""
    frames = []
    for name, maps in look.sides:
        words = [unit.text for unit in maps.units]
        at = look.at if name == look.sides[0][0] else look.pair.partner.get(look.at)
        attending = range(len(words))
        if len(look.pair.first.units) > _WHOLE:
            attending = range(0) if at is None else range(at, at + 1)
        for ref in heads:
            weights = maps.weights[ref.layer, ref.head, attending.start : attending.stop]
            frames.append(
                pd.DataFrame(
                    {
                        "text": name,
                        "head": str(ref),
                        "from_place": [one for one in attending for _ in words],
                        "from": [words[one] for one in attending for _ in words],
                        "to_place": [*range(len(words))] * len(attending),
                        "to": words * len(attending),
                        "attention": weights.ravel(),
                    }
                )
            )
    return pd.concat(frames, ignore_index=True)


def command(look: Look) -> str:
    """The command that prints the same maps."""
    lines = [
        "from engine.measures.heads.attention_pair import attention_maps",
        "from engine.models.loading import MaskedLM, load",
        "from engine.core.spec import parse_heads",
        f"lm = MaskedLM(load({look.spec.exact_name!r}), "
        f"parse_heads({format_heads(look.spec.masked_heads)!r}))",
        *(
            f"print(attention_maps(lm, {text!r}, words={look.by_word}))"
            for text in (look.text, look.counter)
            if text
        ),
    ]
    return f"python -c {shlex.quote(chr(10).join(lines))}"


# --- attention request --------------------------------------------------------------------
# Inputs of the attention tab: a sentence, its counter-stereotype, and the heads.

TEXT, COUNTER, HEADS = "attention_text", "attention_counterpart", "attention_heads"
FALLBACK = "The woman who works there is emotional."
_FIRST_HEADS, _MOST_HEADS = 3, 6
_LONGEST = 8000  # characters

Pairs = Sequence[tuple[str, str]]


def texts(choice: Choice) -> tuple[str, str]:
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


def heads(gradient: Sequence[Sequence[float]], masked: Collection[HeadRef]) -> list[HeadRef]:
    """Draw the choice of heads; at first the masked ones or, without masks, the most biased ones.

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
        help="Attention heads as layer-head, from the most to the least biased. At first the "
        "masked heads are chosen or, if none is masked, the most biased ones.",
    )
    return [ref for ref in order if str(ref) in chosen]
