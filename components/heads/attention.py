"""Tab of the Heads page: the attention of chosen heads in a sentence and its counter-stereotype."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import number
from components.frame.shell.model_bar import Subject
from components.frame.widgets import export
from components.frame.widgets.attention_words import Line, attention_words
from components.heads import attention_inputs
from components.heads.charts import distribution as charts
from components.heads.choice import Choice, model_and_masks
from engine.core.families import CAUSAL
from engine.core.program import module_named
from engine.core.spec import HeadRef, ModelSpec, format_heads
from engine.inference.words import WORD
from engine.measures.heads.attention_pair import (
    AttentionMaps,
    AttentionPair,
    attention_to_swapped,
    strongest_edges,
)

# Name of a text in the export -> on screen.
TITLES = {"sentence": "sentence", "counter": "counter-stereotype"}
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
    def sides(self) -> list[tuple[str, AttentionMaps, int | None]]:
        """Name and maps of each text, and the unit in focus there; None if it lacks it."""
        first = ("sentence", self.pair.first, self.at)
        second = ("counter", self.pair.second, self.pair.partner.get(self.at))
        return [first, second] if self.counter else [first]


def draw_attention(choice: Choice, subject: Subject, bias: dict[str, Any]) -> None:
    """Draw the tab."""
    inputs, words = plot.figure_and_words(
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
        text, counter = attention_inputs.draw_texts(choice)
        heads = attention_inputs.draw_heads(bias["gradient"], subject.spec.masked_heads)
    with st.container(border=True), explain.errors(ends_page=False):
        if not text or not heads:
            missing = "Write a sentence" if not text else "Choose a head"
            st.markdown(f":gray[{missing} to see where heads look.]")
            return
        if session.load_later(subject.spec):
            _wait_for(subject.spec)
            return
        first = session.heads.attention(subject.spec, text, bool(by_word))
        second = session.heads.attention(subject.spec, counter, bool(by_word)) if counter else first
        pair = AttentionPair(first, second)
        at = attending(pair, {*choice.test.x, *choice.test.y}, _clicked(text, bool(by_word)))
        look = Look(subject.spec, text, counter, bool(by_word), pair, at, bias["gradient"])
        _words(look, heads, subject.facts.kind == CAUSAL)
        _draw_map(look, heads)


def _wait_for(spec: ModelSpec) -> None:
    """Look whether the model is loaded by now; all else on the page is there without it."""

    @st.fragment(run_every=0.5)
    def look() -> None:
        st.markdown(":gray[The attention appears here once the model is loaded.]")
        if not session.load_later(spec):
            st.rerun()

    look()


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


def _words(look: Look, heads: Sequence[HeadRef], causal: bool) -> None:
    """For each head, the texts with a bar per word: the attention from the chosen word."""
    units = look.pair.first.units
    masked = look.spec.masked_heads
    masks = f" Switched off: {format_heads(masked)}." if masked else ""
    st.caption(
        f"{model_and_masks(look.spec)}: attention from “{explain.plain(units[look.at].text)}”, one "
        f"of {len(units)} words, punctuation marks and special tokens.{masks}"
    )

    def choose(index: int) -> None:
        st.session_state[_FROM] = (look.text, look.by_word, index)

    rows = attention_to_swapped(look.pair, look.at, heads, causal)
    for ref, row in zip(heads, rows, strict=True):
        score = number(look.gradient[ref.layer][ref.head], "+.3f")
        mark = " :gray-badge[✕ switched off: its attention has no effect]" if ref in masked else ""
        st.markdown(f"**{ref}** :gray[bias score {score}]{mark}{_to_swapped(row)}")
        lines = []
        for name, maps, at in look.sides:
            none = [0.0] * len(maps.units)
            weights = none if at is None else maps.weights[ref.layer, ref.head, at]
            lines.append(Line(TITLES[name], maps.units, weights, at, name == "sentence"))
        key = f"attention_{ref}"
        attention_words(lines, f"Attention of head {ref}", key=key, on_choose=choose)


def _to_swapped(row: dict[str, Any]) -> str:
    """Attention to the swapped words in both texts (markdown)."""
    values = [
        f"{TITLES[name]} **{row[side]:.3f}** (scaled {row[f'{side}_scaled']:.2f})"
        for name, side in (("sentence", "original"), ("counter", "counter"))
        if row[side] is not None
    ]
    return f" · attention to the swapped words: {', '.join(values)}" if values else ""


# --- map -----------------------------------------------------------------------------------
# The full attention of one head: its map, its strongest links, and the export.

_EDGES = 12
_WHOLE = 64  # units of a text up to which the export has every pair of them


def _draw_map(look: Look, heads: Sequence[HeadRef]) -> None:
    """Map and strongest links of one head, and the export."""
    names = [str(ref) for ref in heads]
    shown = st.selectbox("Full attention map", names, key=f"map_of_{'_'.join(names)}", width=180)
    ref = heads[names.index(shown or names[0])]
    title = f"Attention of head {ref}"
    sides = [(TITLES[name], maps) for name, maps, _ in look.sides]
    drawn = charts.head_maps(sides, ref, _window(look))
    # Two maps side by side need the room of their words twice.
    with st.container(key="wide_figure_attention" if len(sides) > 1 else "figure_attention"):
        plot.draw_figure(drawn, key="attention_map", title=title, says=_says(look, ref))
    _strongest(look, ref)
    frame = attention_rows(look, heads)
    if len(look.pair.first.units) > _WHOLE:
        st.caption("For long texts, the export has only the attention from the outlined word.")
    export.row(
        "heads-attention",
        frame,
        drawn,
        attention_command(look),
        {"spec": look.spec.identity(), "heads": names, "words": look.by_word},
        title,
    )


def _says(look: Look, ref: HeadRef) -> str:
    """The strongest link of the head in each text."""
    return "Strongest link between words: " + in_words.listed(
        (
            f"{TITLES[name]}, {maps.units[edge['attending']].text} to "
            f"{maps.units[edge['attended']].text}",
            edge["weight"],
        )
        for name, maps, _ in look.sides
        for edge in strongest_edges(maps, ref, 1)
    )


def _window(look: Look) -> int:
    """First unit of the map, if the text is longer than the map."""
    longest = max(len(maps.units) for _, maps, _ in look.sides)
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
    for column, (name, maps, _) in zip(st.columns(len(look.sides)), look.sides, strict=True):
        words = [unit.text for unit in maps.units]
        rows = [
            (words[edge["attending"]], words[edge["attended"]], edge["weight"])
            for edge in strongest_edges(maps, ref, _EDGES)
        ]
        column.caption(TITLES[name])
        column.dataframe(
            pd.DataFrame(rows, columns=["from", "to", "attention"]),
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
    for name, maps, at in look.sides:
        words = [unit.text for unit in maps.units]
        attending = list(range(len(words)))
        if len(look.pair.first.units) > _WHOLE:
            attending = [] if at is None else [at]
        places = {
            "from_place": [one for one in attending for _ in words],
            "from": [words[one] for one in attending for _ in words],
            "to_place": [*range(len(words))] * len(attending),
            "to": words * len(attending),
        }
        for ref in heads:
            weights = maps.weights[ref.layer, ref.head, attending]
            columns = {"text": name, "head": str(ref), **places, "attention": weights.ravel()}
            frames.append(pd.DataFrame(columns))
    return pd.concat(frames, ignore_index=True)


def attention_command(look: Look) -> str:
    """The command that prints the same maps."""
    lines = [
        f"from {module_named('engine.measures.heads.attention_pair')} import attention_maps",
        f"from {module_named('engine.models.loading')} import MaskedLM, load",
        f"from {module_named('engine.core.spec')} import parse_heads",
        f"lm = MaskedLM(load({look.spec.exact_name!r}), "
        f"parse_heads({format_heads(look.spec.masked_heads)!r}))",
    ]
    for text in filter(None, (look.text, look.counter)):
        lines.append(f"print(attention_maps(lm, {text!r}, words={look.by_word}))")
    return f"python -c {shlex.quote(chr(10).join(lines))}"
