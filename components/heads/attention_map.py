"""The full attention of one head: its map, its strongest links, and the export."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from components.frame.present import in_words, plot
from components.frame.widgets import export
from components.heads.charts import distribution as charts
from engine.core.spec import HeadRef, ModelSpec, format_heads
from engine.measures.heads.attention_pair import AttentionMaps, AttentionPair, strongest_edges

_EDGES = 12
_WHOLE = 64  # units of a text up to which the export has every pair of them
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
    def sides(self) -> list[tuple[str, AttentionMaps, int | None]]:
        """Name and maps of each text, and the unit in focus there; None if it lacks it."""
        first = ("sentence", self.pair.first, self.at)
        second = ("counter", self.pair.second, self.pair.partner.get(self.at))
        return [first, second] if self.counter else [first]


def draw_attention_map(look: Look, heads: Sequence[HeadRef]) -> None:
    """Map and strongest links of one head, and the export."""
    names = [str(ref) for ref in heads]
    shown = st.selectbox("Full attention map", names, key=f"map_of_{'_'.join(names)}", width=180)
    ref = heads[names.index(shown or names[0])]
    title = f"Attention of head {ref}"
    sides = [(TITLES[name], maps) for name, maps, _ in look.sides]
    drawn = charts.head_maps(sides, ref, _window(look))
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
        "from engine.measures.heads.attention_pair import attention_maps",
        "from engine.models.loading import MaskedLM, load",
        "from engine.core.spec import parse_heads",
        f"lm = MaskedLM(load({look.spec.exact_name!r}), "
        f"parse_heads({format_heads(look.spec.masked_heads)!r}))",
    ]
    for text in filter(None, (look.text, look.counter)):
        lines.append(f"print(attention_maps(lm, {text!r}, words={look.by_word}))")
    return f"python -c {shlex.quote(chr(10).join(lines))}"
