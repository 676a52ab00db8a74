"""One pair opened: its tokens side by side, what each pays, and how well they were read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from components import explain, pairs_words
from components.charts import pairs as charts
from components.numbers import number, signed
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
    shown = [scored] if before is None else [before, scored]
    found = [entry.tokens(row) for entry in shown if not entry.frame.loc[row, "problem"]]
    bounds = span([payers(tokens) for tokens in found]) if len(found) > 1 else None
    for entry in shown:
        if before is not None:
            st.markdown(f"**{explain.plain(entry.label)}**")
        opened(entry, row, f"opened_{entry.label}", veil, bounds)
    explain.reading(pairs_words.WATERFALL)


def span(paid: list[pd.DataFrame]) -> tuple[float, float]:
    """Axis that holds every step of several waterfalls, with a little room."""
    steps = [0.0, *(float(step) for frame in paid for step in frame["difference"].cumsum())]
    room = 0.05 * (max(steps) - min(steps)) or 0.05
    return min(steps) - room, max(steps) + room


def opened(
    scored: Scored,
    row: int,
    key: str,
    veil: Veil = str,
    bounds: tuple[float, float] | None = None,
) -> None:
    """Aligned strips, the two scores, and the waterfall of what pays for their difference.

    Args:
        bounds: of the waterfall's axis; its own by default.
    """
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
    st.markdown(f"{_scores(figures, scored.digits)} {largest(paid, scored.digits)}")
    st.caption(" ".join([legend(tokens), *told(health, veil)]))
    if 1 < len(paid) <= _MOST_BARS:
        st.plotly_chart(
            charts.waterfall(paid, "Δ", bounds),
            key=f"{key}_waterfall",
            config=CONFIG,
            alt="What each word adds",
        )


def _scores(figures: Mapping[Any, Any], digits: int) -> str:
    more, less = (number(figures[name], f".{digits}f") for name in ("score_more", "score_less"))
    return f"{more} against {less} nats: **Δ {signed(figures['difference'], digits)}**."


def largest(paid: pd.DataFrame, digits: int = 2) -> str:
    """The two places that count for most, whichever way.

    Args:
        paid: what `payers` returned.
    """
    order = paid["difference"].abs().sort_values(ascending=False, kind="stable").index
    named = [
        f"“{explain.plain(entry['text'])}” ({signed(entry['difference'], digits)})"
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
