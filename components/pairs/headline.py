"""Further statistics of a scored set of pairs, and of its change between models."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from components.frame.present import explain, in_words
from components.frame.present.comparison import UNCLEAR, preference, preference_text
from components.frame.present.numbers import (
    detectable_text,
    interval_text,
    minus_signs,
    p_text,
    signed,
)
from components.pairs.scored import Scored
from engine.core.wording import agreeing, counted
from engine.flow.guarded import precision_in_words
from engine.measures.pairs.comparison import LESS_COMPARED, at_odds
from engine.measures.pairs.distance import distance_in_words
from engine.measures.pairs.verdict import FEWEST, interval_alone, mostly_ties
from engine.measures.pairs.word_pairs import few_word_pairs_note, lacking, of_word_pairs
from engine.statistics import LEVEL, least_trials

TOO_FEW_TO_COMPARE = "too few pairs to tell whether the two differ"
NO_CHANGE, RISES, FALLS = "No clear change", "The score rises", "The score falls"
LIMITS = (
    "A score says nothing about any one person or answer.\n\n"
    "Many published pairs are noisy, and the authors of CrowS-Pairs themselves warn that a score "
    "alone is not a good indicator of bias (Blodgett et al. 2021; Pikuliak et al. 2023). Read it "
    "together with the accuracy, the neutral control and the pairs themselves."
)


def draw_more_statistics(scored: Scored, other: Scored | None) -> None:
    """All that is known of a score besides its claim: both directions, accuracy, ties, the change.

    Args:
        other: the same pairs under the model compared with.
    """
    summary = scored.summary
    st.caption(explain.plain(scored.named))
    if other is not None:
        _change(other, scored)
    st.markdown(details_text(summary))
    for name, title in (("stereo", "Stereotype pairs"), ("antistereo", "Anti-stereotype pairs")):
        if summary[f"{name}type_score"] is not None:
            st.markdown(f"{title}: {_direction_text(summary, other, f'{name}type')}")
    if summary["accuracy"] is not None:
        st.markdown(
            f"{scored.variant.accuracy_of}: {summary['accuracy']:.1f}% of "
            f"{summary['tokens']:,}{_compared(other, 'accuracy')}; a weak model also scores "
            "near 50%."
        )
    if (guard := scored.manifest.get("precision")) is not None:
        st.caption(explain.plain(precision_in_words(guard)))
    if summary["problems"]:
        problems = counted(summary["problems"], "pair")
        st.caption(f"{problems} could not be scored; the table says why.")


def _direction_text(summary: Mapping[str, Any], other: Scored | None, name: str) -> str:
    """The score of pairs of one direction; of too few for a share, their number (markdown).

    Args:
        other: the same pairs under the model compared with.
        name: what the figures of that direction begin with.
    """
    score, n = summary[f"{name}_score"], summary[f"{name}_n"]
    if n < FEWEST:
        return f"{round(score * n / 100)} of {counted(n, 'pair')}"
    return (
        f"{score:.1f}% ({interval_text(summary[f'{name}_interval'], '.0f') or 'no interval'}, "
        f"n = {n:,}, {p_text(summary[f'{name}_p_holm'])} corrected for both)"
        f"{_compared(other, f'{name}_score')}"
    )


def share_text(summary: Mapping[str, Any]) -> str:
    """The score of a set; its ties where they are most of it; of too few pairs, their number."""
    if summary["n"] < FEWEST:
        return f"{preferring(summary)} of {summary['n']}"
    if mostly_ties(summary):
        return f"{summary['ties']:,} of {summary['n']:,} {agreeing(summary['ties'], 'are')} ties"
    return f"{summary['metric_score']:.1f}%"


def preferring(summary: Mapping[str, Any]) -> int:
    """Pairs of a set whose stereotyping sentence is preferred."""
    return round(summary["metric_score"] * summary["n"] / 100)


def details_text(summary: Mapping[str, Any]) -> str:
    """What a score rests on, and where interval and test disagree (markdown)."""
    n = summary["n"]
    if n < FEWEST:
        return (
            f"At least **{FEWEST} pairs** are needed for a share, so this says nothing yet about a "
            "preference."
        )
    return "  \n".join(
        [
            f"**{summary['metric_score']:.1f}%** of {counted(n, 'pair')}: "
            f"{interval_text(summary['interval'], '.1f') or 'no interval'} · "
            f"{p_text(summary['p'])} against 50% · {counted(summary['ties'], 'tie')}",
            _unit_text(summary),
            *_notes(summary),
        ]
    )


def _unit_text(summary: Mapping[str, Any]) -> str:
    """What interval and test treat as one."""
    if summary["word_pairs"] >= summary["n"]:
        return "Interval and test by pair: each swaps words of its own."
    these = interval_text(summary["interval_of_these_pairs"], ".1f")
    return (
        f"All {of_word_pairs(summary)}, tested by word pair: pairs that swap the same words "
        f"are alike. Of exactly these pairs: {these}."
    )


def _notes(summary: Mapping[str, Any]) -> list[str]:
    """What would have been detected, what ties are, and which of interval and test decides."""
    share = {**summary, "score": summary["metric_score"]}
    found = []
    if few := few_word_pairs_note(summary):
        found.append(few)
    elif preference(share) == UNCLEAR and summary["ties"] < summary["n"]:
        found.append(smallest(summary))
    if untied := summary["untied"]:
        found.append(
            f"Ties count as not preferring it. Of the {counted(untied['n'], 'other pair')}, which "
            f"the test compares, {untied['score']:.1f}% prefer it "
            f"({interval_text(untied['interval'], '.1f') or 'no interval'})."
        )
    if interval_alone(share):
        found.append(
            "The interval just excludes 50%, the exact test by word pair does not find a "
            "difference; the test decides."
        )
    return found


def in_short(summary: Mapping[str, Any]) -> str:
    """The score with its interval and its verdict, in one sentence."""
    n, share = summary["n"], {**summary, "score": summary["metric_score"]}
    if n < FEWEST:
        return (
            f"The model prefers the stereotyping sentence in {preferring(summary)} of "
            f"{counted(n, 'pair')}: {preference_text(share)}."
        )
    if summary["ties"] == n:
        return f"Each of {counted(n, 'pair')} is a tie."
    interval = interval_text(summary["interval"], ".1f") or "no interval"
    least = f" {smallest(summary)}" if preference(share) == UNCLEAR else ""
    return (
        f"In {summary['metric_score']:.1f}% of {of_word_pairs(summary)} the model prefers the "
        f"stereotyping sentence ({interval}; 50% is neutral): "
        f"{preference_text(share)}.{least}"
    )


def shares_in_words(rows: Sequence[Mapping[str, Any]]) -> str:
    """Shares of pairs in words.

    Args:
        rows: as `charts.shares.by_type` draws them.
    """
    shares = in_words.listed([(str(row["bias_type"]), row["score"]) for row in rows], ".1f")
    return f"{shares} Percent; 50 is neutral."


def smallest(share: Mapping[str, Any], noun: str = "pair") -> str:
    """The smallest distance from 50% that a share of so many pairs could have shown.

    Args:
        share: `n`, `ties` and `detectable`.
        noun: what is counted.
    """
    points, ties = share["detectable"], share["ties"]
    if few := few_word_pairs_note(share):
        return few
    return detectable_text(
        of_word_pairs({**share, "n": share["n"] - ties}, noun) + " without a tie" * bool(ties),
        None if points is None else f"{points:.1f} points from 50%",
        counted(least_trials(), noun),
    )


def _compared(other: Scored | None, name: str) -> str:
    """The value of the model compared with, to follow that of the model."""
    if other is None or other.summary[name] is None:
        return ""
    return f"; {explain.plain(other.label)}: {other.summary[name]:.1f}%"


def _change(other: Scored, scored: Scored) -> None:
    """How the score differs from that of the model compared with."""
    comparison = scored.compared_with(other)
    if comparison["n"] < FEWEST:
        st.markdown(_few_compared(comparison, other.label, scored.label))
        return
    st.markdown(
        f"{change_text(comparison)}: {explain.plain(other.label)} "
        f"**{comparison['score_first']:.1f}%** ({comparison['preferred_first']:,} of "
        f"{comparison['n']:,}), {explain.plain(scored.label)} "
        f"**{comparison['score_second']:.1f}%** ({comparison['preferred_second']:,}).  \n"
        f":gray[{_points(comparison)}. "
        f"Pairs that change sides: {comparison['flips']}, McNemar's test by word pair "
        f"{p_text(comparison['mcnemar_p'])}{_at_odds(comparison)}."
        f"{_smallest_change(comparison)}]"
    )


def _few_compared(comparison: Mapping[str, Any], first: str, second: str) -> str:
    """How many pairs prefer the stereotype under either model, where they are too few (markdown).

    Args:
        first, second: what the two models are called.
    """
    return (
        f"{explain.plain(first)}: {comparison['preferred_first']}, {explain.plain(second)}: "
        f"{comparison['preferred_second']} of {counted(comparison['n'], 'pair')}, "
        f"{TOO_FEW_TO_COMPARE}."
    )


def change_in_short(comparison: Mapping[str, Any]) -> str:
    """The change with its interval, and that of the distance from 50%, in one sentence."""
    return f"{change_text(comparison)}. {_points(comparison)}{_at_odds(comparison)}."


def _at_odds(comparison: Mapping[str, Any]) -> str:
    said = at_odds(comparison)
    return f"; {said}" if said else ""


def _points(comparison: Mapping[str, Any]) -> str:
    interval = interval_text(comparison["score_change_interval"], "+.1f")
    return (
        f"{LESS_COMPARED}: {signed(comparison['score_change'], 1)} percentage points "
        f"({interval or lacking(comparison)}), {distance_text(comparison)}"
    )


def _smallest_change(comparison: Mapping[str, Any]) -> str:
    """The smallest change that would have been clear, where none is."""
    points = comparison["detectable_change"]
    if change_text(comparison) != NO_CHANGE or not points:
        return ""
    pairs = counted(comparison["n"], "pair")
    return f" {detectable_text(pairs, f'{points:.1f} points between the two')}"


def distance_text(comparison: Mapping[str, Any]) -> str:
    """Whether the second score is clearly further from 50% than the first, with its figures."""
    return minus_signs(distance_in_words(comparison))


def change_text(comparison: Mapping[str, Any]) -> str:
    """Whether a score changed clearly: its interval excludes 0 and its test agrees."""
    bounds, p = comparison["score_change_interval"], comparison["mcnemar_p"]
    if bounds is None or p is None or p >= LEVEL or bounds[0] <= 0 <= bounds[1]:
        return NO_CHANGE
    return RISES if bounds[0] > 0 else FALLS
