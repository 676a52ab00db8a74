"""How far two reviewers agree: Cohen's κ in plain words, and what they disagree about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd
import streamlit as st

from components.curate import deciding
from components.curate.deciding import Position
from components.frame.present import explain
from components.frame.present.labels import short
from components.frame.present.numbers import interval_text, minus_signs, number, whole_percent
from components.frame.session import review as stored
from components.frame.session.review import Agreement, Asked
from components.frame.widgets import closed_box
from engine.core.wording import agreeing, counted
from engine.curation.counterparts.proposal import Proposal
from engine.curation.review.agreement import UNDEFINED, margins_sentence, strength, without_interval

People = tuple[str, str]  # who decided in the first pass, and who in the second
_PASSES = {1: "First pass", 2: "Second pass"}
_ENOUGH = 30  # sentences; the interval of κ is very wide with fewer
_FEW = f"Fewer than {_ENOUGH} sentences are too few for κ to mean much."
_LONGEST = 80  # characters of a sentence in the list


def draw_second_pass(asked: Asked) -> None:
    """Draw agreement and disagreements in a box that is closed at first."""
    box = closed_box.is_opened(
        "Agreement of two reviewers", key="review_agreement", setting="agreement"
    )
    if box is None:
        return
    with box:
        found = stored.passes_agreement(asked.name)
        if not found.n:
            st.markdown(
                ":gray[No sentence is decided in both passes yet. Ask a second person to open this "
                "review, write their name and choose *Second pass*.]"
            )
            return
        _figures(found, stored.agreement_by_people(asked.name))
        if found.disagreements:
            _disagreements(asked.name, found.disagreements)


def draw_agreement_line(name: str) -> None:
    """Draw one line about agreement where sentences are decided in both passes."""
    found = stored.passes_agreement(name)
    if found.n:
        st.markdown(in_one_line(found, [*stored.agreement_by_people(name)]))


def _figures(found: Agreement, by_people: Mapping[People, Agreement]) -> None:
    st.markdown(headline(found))
    st.caption(f"{meaning(found)} {_FEW if found.n < _ENOUGH else ''}")
    st.dataframe(table(by_people), hide_index=True, placeholder="")
    if found.n >= _ENOUGH and any(pair.n < _ENOUGH for pair in by_people.values()):
        st.caption(_FEW)


def table(by_people: Mapping[People, Agreement]) -> pd.DataFrame:
    """One row each two people: how many sentences both decided, and how far they agree."""
    return pd.DataFrame(
        [
            {
                "first pass": first,
                "second pass": second,
                "sentences": found.n,
                "agreement": whole_percent(found.observed or 0.0),
                "Cohen's κ": _kappa(found),
                "κ, 95% CI": " to ".join(number(bound, ".2f") for bound in found.interval or ()),
                "prevalence index": number(found.prevalence_index, ".2f"),
                "bias index": number(found.bias_index, ".2f"),
            }
            for (first, second), found in by_people.items()
        ]
    )


def _kappa(found: Agreement) -> str:
    if found.kappa is None:
        return "undefined"
    return number(found.kappa, ".2f") + (" (few)" if found.n < _ENOUGH else "")


def in_one_line(found: Agreement, people: Sequence[People]) -> str:
    """How far reviewers agree, in one sentence (markdown)."""
    if len(people) == 1:
        who = " and ".join(explain.plain(name) for name in people[0])
    else:
        who = f"{counted(len(people), 'pair')} of reviewers"
    said = f"{who} agree on **{found.table[0][0] + found.table[1][1]:,} of {found.n:,}**"
    if found.n < _ENOUGH:
        return f"{said}: too few for κ to mean much."
    if found.kappa is None:
        return f"{said}. {UNDEFINED}"
    called = strength(found.interval)
    word = f": {called} agreement" if called else ""
    interval = _interval(found)
    return f"{said} (Cohen's κ = {number(found.kappa, '.2f')}, {interval}){word}."


def _interval(found: Agreement) -> str:
    return interval_text(found.interval, ".2f") or without_interval(found.films)


def headline(found: Agreement) -> str:
    """κ with its interval, and the share that it rests on (markdown)."""
    observed = whole_percent(found.observed or 0.0)
    of = counted(found.n, "sentence")
    if found.kappa is None:
        return f"**Cohen's κ is undefined.** They agree on {observed} of {of}."
    interval = _interval(found)
    kappa = f"**Cohen's κ {number(found.kappa, '.2f')}** ({interval})"
    return f"{kappa}. They agree on {observed} of {of}."


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
        "where they agree less often.",
        minus_signs(margins_sentence(found)),
        "The further the prevalence index is from 0, the lower κ is at the same agreement.",
    ]
    if found.both_accepted:
        parts.append(
            f"Of {found.both_accepted:,} that both accepted, {found.same_category:,} "
            f"{agreeing(found.same_category, 'have')} the same "
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
    found = {one.id: one for one in stored.load_candidates(name, list(ids))}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        key = st.selectbox(
            f"Disagreements ({len(ids):,})",
            [*found],
            index=None,
            format_func=lambda key: short(found[key].text, _LONGEST),
            key=f"review_disagreement_{name}",
            placeholder="Choose one to see who decided what",
        )
        if key is not None:
            here = Position(key, chosen=True)
            st.button("Open on the card", on_click=deciding.keep_position, args=(name, here))
    if key is not None:
        candidate = found[key]
        st.markdown(f"Found in the film: {explain.plain(candidate.text)}")
        if isinstance(candidate.outcome, Proposal):
            st.markdown(f"Counterpart: {explain.plain(candidate.outcome.sent_less)}")
        for number_, title in _PASSES.items():
            decision = stored.current(name, number_)[key]
            st.markdown(
                f"{title}, {explain.plain(decision.reviewer)}: "
                f"{explain.plain(deciding.decision_text(decision))}"
            )
