"""First result of the CABM page: which group's word the model itself fills in (unmasking)."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.cabm import wording
from components.cabm.charts.ranking import ranking
from components.cabm.scored import ScoredStudy
from components.frame.present import explain
from components.frame.present.numbers import interval_text, number
from engine.core.wording import counted, listed
from engine.measures.cabm.scores import biased, count_sides, gap_sides
from engine.measures.cabm.unmasking import fill_target
from engine.statistics import mean_interval

_ENDS = 3  # occupations named at either end
_FEWEST_OF_LIST = 2  # occupations of a list, for its mean
# Of docs/methods/cabm.md, *A known bias*: the bundled sentences and automatic weights.
_KNOWN = (
    "On five models, each trained with a planted bias (see Lab), this gap recovers the planted "
    "order of the occupations every time, rank correlation .92 (95% CI [.74, .99]) to .97 "
    "([.86, .99]). For CABM that is .04 ([−.48, .49]) to .86 ([.54, .97]), clearly above 0 in four "
    "of the five. The two were not tested against each other. What was planted is itself a share "
    "of pronouns, as this gap is, and the five models are five shuffles of one model, so nothing "
    "follows for another bias or another model."
)


def pronoun_gaps(scored: ScoredStudy) -> pd.DataFrame | None:
    """The probability gap of every occupation, as a ranking draws it; None where there is none.

    Returns:
        `occupation`, `list`, `score` (the gap), `score_low`, `score_high` (not a number with one
        template), `gap_p_holm`, `category`, `said`.
    """
    unmasked = scored.study.unmasked
    if unmasked is None:
        return None
    groups = scored.groups
    frame = scored.frame[["occupation", "list"]].merge(unmasked, on="occupation")
    frame["category"] = gap_sides(frame, groups)
    frame = frame.rename(columns={"unmasking": "score", "low": "score_low", "high": "score_high"})
    words = dict(zip(biased(groups), (listed[0] for listed in groups.words), strict=True))
    frame["said"] = [
        f"more often {words[name]}" if name in words else name for name in frame["category"]
    ]
    return frame


def draw_headline(scored: ScoredStudy, frame: pd.DataFrame) -> None:
    """Say for how many occupations the model fills in which word."""
    words = wording.first_words(scored.groups)
    found = count_sides(frame["category"].tolist(), frame["score"].tolist(), scored.groups)
    more, clear, order = (found.above, found.below), (found.first, found.second), words
    if found.below > found.above:
        more, clear, order = more[::-1], clear[::-1], words[::-1]
    st.markdown(f"**Which word does the model fill in: {words[0]} or {words[1]}?**")
    st.metric("occupations", f"{more[0]} of {len(frame)}", label_visibility="collapsed")
    templates = scored.study.settings.templates
    example = explain.plain(fill_target(templates[0], frame["occupation"].iloc[0]))
    more_of = f" and {len(templates) - 1} similar sentences" if len(templates) > 1 else ""
    st.markdown(
        f"{wording.noun(scored.study.data)}s for which the model finds {order[0]} more likely than "
        f"{order[1]} in the blank of “{example}”{more_of}, taken together. {order[1]} is more "
        f"likely for **{more[1]}**."
    )
    st.markdown(_beyond(order, clear, len(frame), len(templates)))
    st.markdown(f":gray[{_ends(frame, words)}]")
    lists = _by_list(scored, frame)
    if lists:
        st.markdown(f":gray[{lists}]")
    explain.note(_KNOWN)


def _beyond(words: tuple[str, str], clear: tuple[int, int], asked: int, templates: int) -> str:
    """For how many targets other sentences would give the same word too (markdown)."""
    if templates < 2:
        return (
            "That is about this sentence: one gives no interval, so nothing is settled beyond it."
        )
    return (
        f"That is about these {counted(templates, 'sentence')}. In other sentences of this kind, "
        f"{words[0]} is clearly more likely for **{clear[0]}** and {words[1]} for **{clear[1]}** "
        f"(p by Student's t over the sentences, Holm-corrected for all {asked}, below .05, and a "
        "95% interval without 0)."
    )


def _ends(frame: pd.DataFrame, words: tuple[str, str]) -> str:
    ordered = [explain.plain(name) for name in frame.sort_values("score")["occupation"]]
    return (
        f"Farthest toward {words[0]}: {listed(ordered[::-1][:_ENDS])}. "
        f"Farthest toward {words[1]}: {listed(ordered[:_ENDS])}."
    )


def _by_list(scored: ScoredStudy, frame: pd.DataFrame) -> str:
    """The mean gap on either list; empty where a list has too few occupations for an interval."""
    parts = []
    for name in scored.groups.names:
        values = frame.loc[frame["list"] == name, "score"].tolist()
        bounds = mean_interval(values, scored.study.settings.seed, within=(-1.0, 1.0))
        if len(values) < _FEWEST_OF_LIST:
            return ""
        mean = number(100 * sum(values) / len(values), "+z.0f")
        percents = None if bounds is None else [100 * bound for bound in bounds]
        interval = interval_text(percents, "+z.0f") or "no interval, as all are equal"
        listed_there = f"for the {len(values)} on the {explain.plain(name)} list"
        parts.append(f"{mean} points, {interval}, {listed_there}")
    first, second = wording.first_words(scored.groups)
    return f"P({first}) minus P({second}), on average: {'; '.join(parts)}."


def gap_ranking(scored: ScoredStudy, frame: pd.DataFrame, before: ScoredStudy | None) -> go.Figure:
    """The occupations in order of the gap."""
    other = None if before is None else pronoun_gaps(before)
    return ranking(
        frame,
        scored.groups,
        scored.gap,
        (0.0,),
        other,
        ("" if before is None else before.label, scored.label),
    )
