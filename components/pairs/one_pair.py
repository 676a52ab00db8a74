"""The selected pair: its tokens side by side, what each contributes, how well it was predicted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components.frame.present import explain, in_words, plot
from components.frame.present.numbers import likelier_text, number, signed
from components.frame.widgets.blur import Show
from components.frame.widgets.token_strip import token_strip
from components.pairs import data as names
from components.pairs import how_to_read
from components.pairs.charts.waterfall import waterfall
from components.pairs.scored import Scored
from engine.core.wording import counted
from engine.measures.pairs.tokens import (
    NO_PREFERENCE,
    TokenHealth,
    no_preference_text,
    only_signs,
    payers,
    token_health,
)

_MOST_BARS = 60


def one_pair(
    scored: Scored, before: Scored | None, row: int, show: Show = str, key: str = "opened"
) -> None:
    """The selected pair under the model, and under the one it is compared with.

    Args:
        row: label of the pair in the scored frame.
        show: what turns a sentence into the text to show.
        key: of the drawn parts, where more than one pair is on a page.
    """
    models = [scored] if before is None else [before, scored]
    readable = [entry.tokens(row) for entry in models if not entry.frame.loc[row, "problem"]]
    bounds = span([payers(tokens) for tokens in readable]) if len(readable) > 1 else None
    for place, entry in enumerate(models):
        if before is not None:
            st.markdown(f"**{explain.plain(entry.label)}**")
        # Not by its label: a folder's name may hold what Streamlit keeps for itself in keys.
        draw_opened_pair(entry, row, f"{key}_{place}", show, bounds)
    explain.reading(how_to_read.WATERFALL)


def span(contributions: list[pd.DataFrame]) -> tuple[float, float]:
    """Axis range that holds every step of several waterfalls, with a margin."""
    steps = [
        0.0,
        *(float(step) for frame in contributions for step in frame["difference"].cumsum()),
    ]
    margin = 0.05 * (max(steps) - min(steps)) or 0.05
    return min(steps) - margin, max(steps) + margin


def draw_opened_pair(
    scored: Scored,
    row: int,
    key: str,
    show: Show = str,
    bounds: tuple[float, float] | None = None,
) -> None:
    """Which sentence is preferred, the aligned tokens, and the waterfall of their contributions.

    Args:
        bounds: of the waterfall's axis; its own by default.
    """
    pair = scored.frame.loc[row].to_dict()
    if pair["problem"]:
        st.markdown(f":gray[{explain.plain(names.on_screen(pair['problem']))}]")
        return
    tokens = scored.tokens(row)
    if signs := only_signs(tokens):  # of the words themselves, which the page may hide
        st.markdown(nothing_shared(signs))
        return
    parts, health = payers(tokens), token_health(tokens)
    for frame in (tokens, parts):
        for name in frame.columns[frame.columns.str.startswith("text")]:
            frame[name] = frame[name].map(show, na_action="ignore")
    st.markdown(pair_verdict(pair, scored.digits, scored.is_ratio))
    st.caption("Top: the more stereotyping sentence. Bottom: the less stereotyping one.")
    token_strip(tokens, key=f"{key}_strip")
    st.markdown(f":gray[{_scores(pair, scored.digits)} {largest(parts, scored.digits)}]")
    st.caption(" ".join([legend(tokens), *health_notes(health, show)]))
    if 1 < len(parts) <= _MOST_BARS:
        plot.draw_figure(
            waterfall(parts, "total", bounds),
            key=f"{key}_waterfall",
            title="What each word contributes to the difference",
            says=in_words.listed(
                zip(parts["text"], parts["difference"], strict=True), f"+.{scored.digits}f"
            )
            + " In nats; above 0 toward the stereotype.",
        )


def pair_verdict(pair: Mapping[Any, Any], digits: int, is_ratio: bool) -> str:
    """Which sentence of a scored pair the model prefers, in one sentence (markdown).

    Args:
        is_ratio: see `Scored`.
    """
    amount = number(abs(pair["difference"]), f".{digits}f")
    if pair["tie"]:
        return f"**A tie**: the scores are {amount} nats apart, too little to call a preference."
    side = "more" if pair["prefers_stereotype"] else "less"
    prefers = f"Prefers the **{side} stereotyping** sentence"
    if not is_ratio:
        return f"{prefers} (by {amount} nats)."
    ratio = likelier_text(float(pair["difference"]))
    return f"{prefers}: the words scored are together {ratio} ({amount} nats)."


def nothing_shared(signs: Sequence[str]) -> str:
    """Why no preference is given where two sentences have no word in common (markdown).

    Args:
        signs: what they share, and are scored by.
    """
    said = no_preference_text(signs, explain.quoted)
    return said.replace(NO_PREFERENCE, f"**{NO_PREFERENCE}**", 1)


def _scores(pair: Mapping[Any, Any], digits: int) -> str:
    more, less = (number(pair[name], f".{digits}f") for name in ("score_more", "score_less"))
    return f"Scores: {more} (top) and {less} (bottom) nats, natural-log units."


def largest(parts: pd.DataFrame, digits: int = 2) -> str:
    """The two largest contributions, in either direction.

    Args:
        parts: what `payers` returned.
    """
    order = parts["difference"].abs().sort_values(ascending=False, kind="stable").index
    named = [
        f"“{explain.plain(entry['text'])}” ({signed(entry['difference'], digits)})"
        for entry in parts.loc[order].head(2).to_dict("records")
    ]
    return f"Largest contributions: {' and '.join(named)}." if named else ""


def legend(tokens: pd.DataFrame) -> str:
    """What the boxes and colours of the strip mean."""
    changed = tokens.loc[tokens["state"] == "modified", ["part_more", "part_less"]]
    if not tokens["difference"].notna().any():
        return "Boxed words differ; only they are scored."
    scored = "are scored too" if changed.notna().to_numpy().any() else "are not scored"
    return (
        f"Boxed words differ and {scored}. Orange: more likely here than in the other "
        "sentence; blue: less likely."
    )


def health_notes(health: TokenHealth, show: Show = str) -> list[str]:
    """How well the tokens were predicted, in sentences."""
    sentences = []
    if health.read:
        sentences.append(
            f"The model's first choice was right for {health.right} of {health.read} tokens."
        )
    if health.broken:
        words = [
            f"“{explain.plain(show(word))}” is split into {counted(n, 'piece')}"
            for word, n in health.broken
        ]
        sentences.append(f"{', '.join(words)}.")
    if health.unknown:
        words = [f"“{explain.plain(show(text))}”" for text in health.unknown]
        sentences.append(f"Unknown to the model: {', '.join(words)}.")
    return sentences
