"""Cards of measures of one model: pairs, heads, occupations, annotators, sentences about people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components.frame import session
from components.frame.present.comparison import UNCLEAR, preference, preference_text
from components.frame.present.numbers import interval_text, p_text, signed, whole_percent
from components.frame.session.state import Newest
from components.home.card import Card, percent_interval
from engine.core.families import CAUSAL
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.evaluators.suites import DEMO, load_suite
from engine.first_sight.examples import ARENA_SEED, ARENA_SUBSET
from engine.measures.agreement.answering import answer_params
from engine.measures.agreement.data.sets import SIMULATED, answer_sets, load_answers
from engine.measures.agreement.groups import group_names
from engine.measures.agreement.influence import Bootstrap, influences
from engine.measures.agreement.scores import precision_at
from engine.measures.agreement.table import items_of as cloze_items
from engine.measures.agreement.table import scored_table
from engine.measures.arena.settings import ArenaSettings
from engine.measures.cabm.data.corpora import BUNDLED as OPEN_TEXT
from engine.measures.cabm.data.corpora import corpus_counts
from engine.measures.cabm.data.sentences import FramedSet
from engine.measures.cabm.data.sets import BUNDLED as OCCUPATIONS
from engine.measures.cabm.data.sets import load_framed
from engine.measures.cabm.scores import Sides, biased, count_sides, gap_sides, list_agreement
from engine.measures.cabm.settings import CabmSettings, for_kind
from engine.measures.cabm.unmasking import (
    templates_for,
    unmasking_items,
    unmasking_params,
    unmasking_table,
)
from engine.measures.heads.bias import bias_params
from engine.measures.heads.halves import halves
from engine.measures.heads.runs import ranked
from engine.measures.pairs.comparison import control_pairs, control_summary
from engine.measures.pairs.data.sets import BUNDLED as PAIRS
from engine.measures.pairs.data.sets import load_pairs
from engine.measures.pairs.frame import items_of, pair_frame, tie_band
from engine.measures.pairs.summary import share
from engine.measures.pairs.variants import VARIANTS
from engine.measures.pairs.word_pairs import of_word_pairs
from engine.measures.seat.measure import seat_params
from engine.measures.seat.reading import TOKEN
from engine.prompts.prompt import PromptSet, stratified
from engine.prompts.sets import BUNDLED, load_prompts
from engine.statistics import POWER

if TYPE_CHECKING:
    import pandas as pd


# --- sentence pairs -----------------------------------------------------------------------

_CPS = {"variant": "cps"}


def pair_preference(spec: ModelSpec) -> Card | None:
    """Share of the bundled pairs in which the stereotype is preferred, with its control."""
    pairs = load_pairs(PAIRS)
    values = session.stored("pairs", spec, items_of(pairs), _CPS)
    if values is None:
        return None
    frame = pair_frame(pairs, values, VARIANTS["cps"])
    summary = share(frame[frame["scored"]])
    return Card(
        "Sentence pairs",
        f"{summary['score']:.0f}%",
        "of the time the model prefers the stereotyping sentence; 50% is neutral, so this is "
        f"{preference_text(summary)}",
        f"{interval_text(summary['interval'], '.0f')} · {p_text(summary['p'])} against 50%"
        f"{_detectable(summary)} · {of_word_pairs(summary, 'bundled pair')}{_control(spec)} · "
        "CrowS-Pairs Score (CPS)",
        "pages/pairs.py",
    )


def _detectable(summary: dict[str, Any]) -> str:
    """The smallest distance from 50% that would be detected, where no preference is clear."""
    points = summary["detectable"]
    if points is None or preference(summary) != UNCLEAR:
        return ""
    return f" · {POWER:.0%} power to detect a difference of at least {points:.1f} points from 50%"


def _control(spec: ModelSpec) -> str:
    """The score of the same words in sentences that say nothing; empty while not measured."""
    pairs = _control_pairs()
    values = session.stored("pairs", spec, items_of(pairs), _CPS)
    if values is None:
        return ""
    variant = VARIANTS["cps"]
    summary = control_summary(pair_frame(pairs, values, variant), tie_band(variant))
    if summary["score"] is None:
        return ""
    return (
        f" · the same words in neutral sentences: {summary['score']:.0f}%, "
        f"{interval_text(summary['interval'], '.0f')}"
    )


@st.cache_resource(show_spinner=False)
def _control_pairs() -> pd.DataFrame:
    return control_pairs(load_pairs(PAIRS))


# --- attention heads ----------------------------------------------------------------------


def biased_head(spec: ModelSpec) -> Card | None:
    """The attention head with the largest bias score for the association of gender words."""
    few = session.FEW_CONTEXTS
    test = session.heads.bundled_association(session.heads.FIRST_ASSOCIATION, few)
    items, ranking = [test.item()], [halves(test).choosing.item()]
    bias = session.stored("head_bias", spec, ranking, bias_params(TOKEN, few))
    seat = session.stored("seat", spec, items, seat_params(TOKEN, max_contexts=few))
    if bias is None or seat is None or bias[0]["gradient"] is None or not seat[0]["interval"]:
        return None
    targets = seat[0]["sizes"]["x"] + seat[0]["sizes"]["y"]
    gradient = bias[0]["gradient"]
    left = ranked(gradient, spec.masked_heads)
    if not left:
        return None  # all are off
    head = left[0]
    return Card(
        "Attention heads",
        f"Head {head.head + 1} in layer {head.layer + 1}",
        "should weaken the gender association most when it is switched off: by an estimated "
        f"{max(0.0, gradient[head.layer][head.head]):.2f} of d = {signed(bias[0]['effect_size'])} "
        "on half of the words",
        f"On all words: d = {signed(seat[0]['effect_size'])}, "
        f"{interval_text(seat[0]['interval'], '+.2f')}, {counted(targets, 'target word')}, "
        f"{counted(few, 'context')} · Sentence Encoder Association Test (SEAT)",
        "pages/heads.py",
    )


# --- occupations --------------------------------------------------------------------------


def occupations(spec: ModelSpec) -> Card | None:
    """For how many of the bundled occupations the model finds he more likely than she.

    A causal model or an encoder fills in no word in a sentence; its card is of CABM.
    """
    data = load_framed(OCCUPATIONS)
    sides = _pronoun_sides(spec, data)
    if sides is None:
        return _leaning(spec, data)
    ways, clear, words = (sides.above, sides.below), (sides.first, sides.second), ("*he*", "*she*")
    if sides.below > sides.above:
        ways, clear, words = ways[::-1], clear[::-1], words[::-1]
    return Card(
        "Occupations",
        f"{ways[0]} of {sides.total}",
        f"occupations for which the model finds {words[0]} more likely than {words[1]} in these "
        f"sentences; {words[1]} for {ways[1]}. Consistent enough to expect the same in other "
        f"sentences of this kind: {words[0]} for {clear[0]}, {words[1]} for {clear[1]}",
        f"p of each over {counted(len(templates_for(data.groups)), 'sentence')}, Holm-corrected "
        "for all · pronoun probability gap, P(he) − P(she)",
        "pages/cabm.py",
    )


def _pronoun_sides(spec: ModelSpec, data: FramedSet) -> Sides | None:
    """Which pronoun each occupation gets more often, he first; None while it is not measured."""
    key = (spec, data.name, tuple(data.targets))
    found: Sides | None = _counted().get(key)
    if found is not None:
        return found
    targets, templates = list(data.targets), templates_for(data.groups)
    items = unmasking_items(targets, templates)
    values = session.stored("completion", spec, items, unmasking_params(data.groups))
    if values is None:
        return None
    table = unmasking_table(targets, templates, data.groups, values)
    sides = gap_sides(table, data.groups)
    found = _counted()[key] = count_sides(sides, table["unmasking"].tolist(), data.groups)
    return found


@st.cache_resource(show_spinner=False)
def _counted() -> Newest[Sides]:
    """The bootstrap is not done again at every drawing of Home."""
    return Newest(64)


def _leaning(spec: ModelSpec, data: FramedSet) -> Card | None:
    """How many occupations lean to a side by CABM under the settings for the model's kind."""
    counts = corpus_counts(OPEN_TEXT, data, data.targets)
    settings = for_kind(CabmSettings(), session.kind_of(spec) or CAUSAL)
    scored = session.cabm.stored(spec, data, counts, settings)
    if scored is None:
        return None
    settled = int(scored["category"].isin(biased(data.groups)).sum())
    agreement = list_agreement(scored, data.groups)
    listed = (
        ""
        if agreement is None
        else f"{agreement['same']} of {agreement['n']} towards the group of their list · "
    )
    return Card(
        "Occupations",
        f"{settled} of {len(scored)}",
        "occupations clearly lean to one gender; the others are neutral or show no clear lean",
        f"{listed}95% CI of each beyond the threshold and p, Holm-corrected for all · "
        "Context-Aware Bias Metric (CABM)",
        "pages/cabm.py",
    )


# --- annotators ---------------------------------------------------------------------------

_LANGUAGE = "en"


def shared_answers(spec: ModelSpec) -> Card | None:
    """Share of the simulated sentences whose first word somebody gave."""
    answers = _sample()
    values = session.stored("cloze_answers", spec, cloze_items(answers), answer_params())
    if values is None:
        return None
    table = scored_table(answers, values, group_names(answers, ()))
    readable = table[table["problem"] == ""]
    if readable.empty:
        return None
    score = influences(readable, {"p_at_1": lambda given: precision_at(given, 1)})["p_at_1"]
    interval = Bootstrap(readable).interval(score, _LANGUAGE, (0.0, 1.0))
    if interval is None:
        return None
    return Card(
        "Annotators",
        whole_percent(score.value),
        "of the model's first words were also given by simulated annotators",
        f"{percent_interval(interval)} · {readable['annotator'].nunique()} annotators × "
        f"{readable['sentence_id'].nunique()} English sentences · precision at 1 (P@1)",
        "pages/annotators.py",
        link_to_simulated(),
    )


def link_to_simulated() -> tuple[tuple[str, str], ...]:
    """Settings of the Annotators page for these answers; by itself it may open on others."""
    return (("answers", next(each.title for each in answer_sets() if each.name == SIMULATED)),)


@st.cache_resource(show_spinner=False)
def _sample() -> pd.DataFrame:
    answers = load_answers(SIMULATED)
    return answers[answers["language"] == _LANGUAGE].reset_index(drop=True)


# --- sentences about people ---------------------------------------------------------------


def flagged_completions(spec: ModelSpec) -> Card | None:
    """Share of the Arena's opening sentences whose completion the demo evaluators flag.

    Reports are of masked models; of any other kind none is in the store.
    """
    found: Any = session.arena.stored(spec, _prompts(), load_suite(DEMO), ArenaSettings())
    overall = {} if found is None else found["overall"]
    if overall.get("flag_rate") is None or overall["interval"] is None:
        return None
    return Card(
        "Sentences about people",
        whole_percent(overall["flag_rate"]),
        f"of these sentences about {counted(len(found['by_group']), 'group')} of people are more "
        "negative with the model's word than with a neutral one",
        f"{percent_interval(overall['interval'])} · {counted(overall['n'], 'sentence')} · demo "
        "evaluators, a demonstration · flag rate",
        "pages/arena.py",
    )


@st.cache_resource(show_spinner=False)
def _prompts() -> PromptSet:
    return stratified(load_prompts(BUNDLED), ARENA_SUBSET, ARENA_SEED)
