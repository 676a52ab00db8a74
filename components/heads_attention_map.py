"""All of one head's attention: its map, its strongest edges, and what to take away."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from components import export
from components.charts import attention as charts
from components.theme import CONFIG
from engine.measures.attention_maps import AttentionMaps
from engine.measures.attention_pair import AttentionPair, edges
from engine.spec import HeadRef, ModelSpec, format_heads

_EDGES = 12
_WHOLE = 64  # units up to which the data holds every pair of them


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


def draw(look: Look, heads: Sequence[HeadRef]) -> None:
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
