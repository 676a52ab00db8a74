"""First result of the CABM page: which group's word the model itself fills in (unmasking)."""

from __future__ import annotations

from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.cabm import wording
from components.cabm.charts.ranking import ranking
from components.cabm.gap_means import by_list
from components.cabm.scored import ScoredStudy
from components.frame.present import explain
from engine.core.wording import counted, listed
from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.scores import Sides, biased, count_sides, gap_sides
from engine.measures.cabm.unmasking import fill_target

_ENDS = 3  # occupations named at either end
_ONE_SENTENCE = "One sentence gives no interval, so what to expect in others is not known."
# Of docs/methods/cabm.md, *A known bias*: the bundled sentences and automatic weights.
KNOWN = (
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


def claim_text(
    frame: pd.DataFrame,
    groups: Groups,
    noun: str,
    sentences: int,
    before: tuple[str, pd.DataFrame] | None = None,
    are_ours: bool = False,
) -> str:
    """For how many occupations the model finds which word likelier (plain text).

    Of several sentences, a second one says for how many other sentences would be expected to agree.

    Args:
        frame: of `pronoun_gaps`.
        noun: what is counted, in everyday words.
        sentences: number of them that the model was asked with.
        before: name of the model compared with, and its gaps.
        are_ours: whether the sentences are Biascope's, and the targets those of a user's file.
    """
    found = _ordered(frame, groups)
    asked = counted(len(frame), noun)
    every = f"{'all ' * (len(frame) > 1)}{asked}"
    where = wording.asked_in(sentences, are_ours)
    if not found.more:
        both = " and ".join(found.words)
        return f"{both} are about equally likely for {every} in {where}."
    share = every if found.more == len(frame) else f"{found.more} of {asked}"
    then = _then(before, groups, found.words)
    text = f"{found.words[0]} is likelier for {share}{then[0]} in {where}"
    if found.less:
        text = f"{text}, and {found.words[1]} for {found.less}{then[1]}"
    return f"{text}.{_expected(found, frame, before, groups) * (sentences > 1)}"


def _expected(
    found: _Ordered,
    frame: pd.DataFrame,
    before: tuple[str, pd.DataFrame] | None,
    groups: Groups,
) -> str:
    """For how many the gaps of the sentences agree well enough to expect the same in others."""
    asked = len(frame)
    enough = "consistent enough to expect the same in other sentences of this kind"
    clear = _clear(found)
    if asked == 1:
        return f" That is {'not ' * (not clear)}{enough}."
    then = "" if before is None else f" ({_clear(_ordered(before[1], groups)) or 'none'})"
    return f" C{enough[1:]}: {clear or 'none'} of {asked:,}{then}."


def _clear(found: _Ordered) -> str:
    """For how many occupations a test names each word; empty where it names none."""
    named = zip(found.words, found.clear, strict=True)
    return " and ".join(f"{word} for {n:,}" for word, n in named if n)


@dataclass(frozen=True)
class _Ordered:
    """What the gaps say, the word that is likelier for more occupations first.

    Args:
        clear: for how many occupations a test names each of the words.
    """

    words: tuple[str, str]
    more: int
    less: int
    clear: tuple[int, int]


def _ordered(frame: pd.DataFrame, groups: Groups) -> _Ordered:
    words, found = wording.quoted(groups), _sides(frame, groups)
    if found.below > found.above:
        return _Ordered(words[::-1], found.below, found.above, (found.second, found.first))
    return _Ordered(words, found.above, found.below, (found.first, found.second))


def _sides(frame: pd.DataFrame, groups: Groups) -> Sides:
    return count_sides(frame["category"].tolist(), frame["score"].tolist(), groups)


def _then(
    before: tuple[str, pd.DataFrame] | None, groups: Groups, order: tuple[str, str]
) -> tuple[str, str]:
    """The numbers of the model compared with, in brackets, named in the first; empty without it."""
    if before is None:
        return "", ""
    label, frame = before
    found = _sides(frame, groups)
    above, below = found.above, found.below
    if order != wording.quoted(groups):
        above, below = below, above
    return f" ({label}: {above})", f" ({below})"


def statistics_text(scored: ScoredStudy, frame: pd.DataFrame, shows_one: bool = True) -> str:
    """What was asked, and when the same is expected of other sentences (plain text).

    Args:
        shows_one: whether one of the sentences is shown.
    """
    templates = scored.study.settings.templates
    example = fill_target(templates[0], frame["occupation"].iloc[0])
    if len(templates) < 2:
        return f"In “{example}” {_ONE_SENTENCE}"
    asked = f"In {counted(len(templates), 'sentence')} such as “{example}” " * shows_one
    return (
        f"{asked}The same is expected in others where Holm-corrected p < .05, testing all "
        f"{len(frame)} at once{_unclear(_sides(frame, scored.groups))}."
    )


def _unclear(found: Sides) -> str:
    """That the test names no word for some occupations; empty where none is left."""
    if not found.open:
        return ""
    if found.open == found.total:
        return f"; clear for none of {found.total:,}"
    return f"; not clear for the other {found.open:,}"


def cut_text(frame: pd.DataFrame) -> str:
    """Why an interval ends at exactly 1 or −1; empty where none does."""
    ends = frame[["score_low", "score_high"]].abs()
    if not (ends >= 1.0).any(axis=None):
        return ""
    return "Lines are cut at 1 and −1, the largest difference of two probabilities."


def draw_more(scored: ScoredStudy, frame: pd.DataFrame) -> None:
    """Draw the further statistics of the gaps, a paragraph each."""
    words = wording.first_words(scored.groups)
    templates = len(scored.study.settings.templates)
    parts = [
        _beyond(words, _sides(frame, scored.groups), len(frame), templates, scored.asks_in_ours),
        _ends(frame, words),
        by_list(scored, frame),
    ]
    st.markdown("\n\n".join(filter(None, parts)))


def _beyond(
    words: tuple[str, str], found: Sides, asked: int, templates: int, are_ours: bool
) -> str:
    """For how many targets other sentences can be expected to give the same word (markdown)."""
    about = f"The numbers are about {wording.asked_in(templates, are_ours)}."
    if templates < 2:
        return f"{about} {_ONE_SENTENCE}"
    return (
        f"{about} In other sentences of this "
        f"kind, {words[0]} can be expected to be more likely for **{found.first}** and {words[1]} "
        f"for **{found.second}** (p by Student's t over the sentences, Holm-corrected for all "
        f"{asked}, below .05, and a 95% interval without 0){_unclear(found)}."
    )


def _ends(frame: pd.DataFrame, words: tuple[str, str]) -> str:
    ordered = [explain.plain(name) for name in frame.sort_values("score")["occupation"]]
    return (
        f"Farthest toward {words[0]}: {listed(ordered[::-1][:_ENDS])}. "
        f"Farthest toward {words[1]}: {listed(ordered[:_ENDS])}."
    )


def gap_ranking(
    scored: ScoredStudy,
    frame: pd.DataFrame,
    before: tuple[str, pd.DataFrame] | None,
    ends: int | None = None,
) -> go.Figure:
    """The occupations in order of the gap; of many, `ends` of either end."""
    label, other = before or ("", None)
    first, second = wording.quoted(scored.groups)
    return ranking(
        frame,
        scored.groups,
        f"How much likelier {first} is than {second}",
        (0.0,),
        other,
        (label, scored.label),
        ends,
        words=True,
    )
