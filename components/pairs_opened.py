"""One pair opened: its tokens side by side, what each pays, and how well they were read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components import explain
from components.charts import pairs as charts
from components.pairs_score import Scored
from components.pairs_veil import Veil
from components.theme import CONFIG
from components.token_strip import token_strip
from engine.measures.pairs.tokens import TokenHealth, payers, token_health

_MOST_BARS = 60


def one_pair(scored: Scored, before: Scored | None, row: int, veil: Veil = str) -> None:
    """The chosen pair under the model, and under the one compared with it.

    Args:
        row: label of the pair in the scored frame.
    """
    for entry in [scored] if before is None else [before, scored]:
        if before is not None:
            st.markdown(f"**{explain.plain(entry.label)}**")
        opened(entry, row, f"opened_{entry.label}", veil)


def opened(scored: Scored, row: int, key: str, veil: Veil = str) -> None:
    """Aligned strips, the two scores, and the waterfall of what pays for their difference."""
    figures = scored.frame.loc[row].to_dict()
    if figures["problem"]:
        st.markdown(f":gray[{explain.plain(figures['problem'])}]")
        return
    tokens = scored.tokens(row)
    paid, health = payers(tokens), token_health(tokens)
    for frame in (tokens, paid):
        for name in frame.columns[frame.columns.str.startswith("text")]:
            frame[name] = frame[name].map(veil, na_action="ignore")
    st.caption("more stereotyping above, less stereotyping below")
    token_strip(tokens, key=f"{key}_strip")
    st.markdown(f"{_scores(figures)} {largest(paid)}")
    st.caption(" ".join([legend(tokens), *told(health, veil)]))
    if 1 < len(paid) <= _MOST_BARS:
        st.plotly_chart(
            charts.waterfall(paid, "Δ"),
            key=f"{key}_waterfall",
            config=CONFIG,
            alt="What each word adds",
        )


def _scores(figures: Mapping[Any, Any]) -> str:
    return (
        f"{figures['score_more']:.2f} against {figures['score_less']:.2f} nats: "
        f"**Δ {figures['difference']:+.2f}**."
    )


def largest(paid: pd.DataFrame) -> str:
    """The two places that count for most, whichever way.

    Args:
        paid: what `payers` returned.
    """
    order = paid["difference"].abs().sort_values(ascending=False, kind="stable").index
    named = [
        f"“{explain.plain(entry['text'])}” ({entry['difference']:+.2f})"
        for entry in paid.loc[order].head(2).to_dict("records")
    ]
    return f"Most comes from {' and '.join(named)}." if named else ""


def legend(tokens: pd.DataFrame) -> str:
    """What the frames and colours of the strip mean."""
    changed = tokens.loc[tokens["state"] == "modified", ["part_more", "part_less"]]
    if not tokens["difference"].notna().any():
        return "Framed: the words that differ; only they are scored."
    scored = "scored too" if changed.notna().to_numpy().any() else "not scored"
    return (
        f"Framed: the words that differ, {scored}. Orange: likelier here than in the other "
        "sentence; blue: less likely."
    )


def told(health: TokenHealth, veil: Veil = str) -> list[str]:
    """How well the tokens were read, in sentences."""
    sentences = []
    if health.read:
        sentences.append(f"First choice right for {health.right} of {health.read} tokens.")
    if health.broken:
        words = [f"“{explain.plain(veil(word))}” is {n} pieces" for word, n in health.broken]
        sentences.append(f"{', '.join(words)}.")
    if health.unknown:
        words = [f"“{explain.plain(veil(text))}”" for text in health.unknown]
        sentences.append(f"Unknown to the model: {', '.join(words)}.")
    return sentences
