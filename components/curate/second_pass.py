"""How far two reviewers agree: Cohen's κ in plain words, and what they disagree about."""

from __future__ import annotations

import streamlit as st

from components.curate import deciding, position
from components.curate.position import Position
from components.present import explain
from components.present.labels import short
from components.present.numbers import interval_text, number, whole_percent
from components.session import review as stored
from components.session.review import Agreement, Asked
from components.widgets import closed_box

_PASSES = {1: "First pass", 2: "Second pass"}
# The largest κ that is called so (Landis & Koch 1977).
_STRENGTHS = (
    *((0.2, "slight"), (0.4, "fair"), (0.6, "moderate")),
    *((0.8, "substantial"), (1.0, "almost perfect")),
)
_LONGEST = 80  # characters of a sentence in the list


def draw(asked: Asked) -> None:
    """Draw agreement and disagreements in a box that is closed at first."""
    box = closed_box.opened(
        "Agreement of two reviewers", key="review_agreement", setting="agreement"
    )
    if box is None:
        return
    with box:
        found = stored.agreement(asked.name)
        if not found.n:
            st.markdown(
                ":gray[No sentence is decided in both passes yet. Ask a second person to open this "
                "review, write their name and choose *Second pass*.]"
            )
            return
        st.markdown(headline(found))
        st.caption(meaning(found))
        if found.disagreements:
            _disagreements(asked.name, found.disagreements)


def line(name: str) -> None:
    """Draw one line about agreement where sentences are decided in both passes."""
    found = stored.agreement(name)
    if found.n:
        st.markdown(in_one_line(found))


def in_one_line(found: Agreement) -> str:
    """How far two reviewers agree, in one sentence (markdown)."""
    same = sum(found.table[at][at] for at in (0, 1))
    said = f"Two reviewers agree on **{same:,} of {found.n:,}**"
    if found.kappa is None:
        return f"{said}; Cohen's κ is undefined, as all answers are the same."
    interval = interval_text(found.interval, ".2f")
    kappa = f"Cohen's κ = {number(found.kappa, '.2f')}" + (f", {interval}" if interval else "")
    return f"{said} ({kappa}): {strength(found.kappa)} agreement."


def strength(kappa: float) -> str:
    """What a κ is commonly called.

    Source: Landis & Koch 1977, table 1.
    """
    if kappa < 0:
        return "poor"
    return next(name for most, name in _STRENGTHS if round(kappa, 2) <= most)


def headline(found: Agreement) -> str:
    """κ with its interval, and the share that it rests on (markdown)."""
    observed = whole_percent(found.observed or 0.0)
    items = "sentence" if found.n == 1 else "sentences"
    if found.kappa is None:
        return f"**Cohen's κ is undefined.** They agree on {observed} of {found.n:,} {items}."
    interval = interval_text(found.interval, ".2f")
    kappa = f"**Cohen's κ {number(found.kappa, '.2f')}**" + (f" ({interval})" if interval else "")
    return f"{kappa}. They agree on {observed} of {found.n:,} {items}."


def meaning(found: Agreement) -> str:
    """What κ says here, in plain words."""
    if found.kappa is None:
        return (
            "κ compares agreement with chance. Both gave every sentence the same answer, so there "
            "is nothing that chance could have done differently."
        )
    by_chance = whole_percent(expected_agreement(found.table))
    parts = [
        f"Two people who accept as often as these two, but at random, would agree on {by_chance}. "
        "κ is 1 where two always agree, 0 where they agree as often as by chance, and below 0 "
        "where they agree less often."
    ]
    if found.both_accepted:
        parts.append(
            f"Of {found.both_accepted:,} that both accepted, {found.same_category:,} have the same "
            f"category and {found.same_pair:,} the same two sentences."
        )
    return " ".join(parts)


def expected_agreement(table: tuple[tuple[int, int], tuple[int, int]]) -> float:
    """Share on which two would agree by chance.

    Args:
        table: [first, second] counts, accepted before rejected.
    """
    (both, first), (second, neither) = table
    n = both + first + second + neither
    accepts = (both + first) * (both + second)
    rejects = (second + neither) * (first + neither)
    return (accepts + rejects) / n**2


def _disagreements(name: str, ids: tuple[str, ...]) -> None:
    texts = {one.id: one.text for one in stored.load(name, list(ids))}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        key = st.selectbox(
            f"Disagreements ({len(ids):,})",
            [*texts],
            index=None,
            format_func=lambda key: explain.plain(short(texts[key], _LONGEST)),
            key=f"review_disagreement_{name}",
            placeholder="Choose one to see who decided what",
        )
        if key is not None:
            here = Position(key, chosen=True)
            st.button("Open on the card", on_click=position.keep, args=(name, here))
    if key is not None:
        for number_, title in _PASSES.items():
            decision = stored.current(name, number_)[key]
            st.markdown(
                f"{title}, {explain.plain(decision.reviewer)}: "
                f"{explain.plain(deciding.decided(decision))}"
            )
