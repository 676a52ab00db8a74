"""The cards on Home: one number each from what is already measured on a model.

A card is a function that takes a spec and returns a `Card`, or None while nothing is measured;
nothing is computed for a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.comparison import UNCLEAR, preference, preference_text
from components.frame.present.numbers import interval_text, p_text, signed, whole_percent
from components.frame.session.state import Newest
from components.home import annotators_card
from components.home import annotators_card as arena_card
from components.home.card import Card
from engine.core.errors import BiascopeError
from engine.core.families import CAUSAL
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.lab.readings import UNMASKING
from engine.lab.templates import BIASED
from engine.measures.cabm.data.cooccurrence import BUNDLED as OPEN_TEXT
from engine.measures.cabm.data.cooccurrence import corpus_counts
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
from engine.measures.heads.runs import ranked
from engine.measures.pairs.comparison import control_pairs, control_summary
from engine.measures.pairs.data.sets import BUNDLED as PAIRS
from engine.measures.pairs.data.sets import load_pairs
from engine.measures.pairs.frame import items_of, pair_frame, tie_band
from engine.measures.pairs.summary import share
from engine.measures.pairs.variants import VARIANTS
from engine.measures.seat.measure import seat_params
from engine.measures.seat.reading import TOKEN
from engine.statistics import POWER, wilson

if TYPE_CHECKING:
    import pandas as pd

    from engine.measures.cabm.data.sentences import FramedSet


# --- curate card --------------------------------------------------------------------------
# The card of Curate counts the accepted pairs of a review that a model has ranked; nothing is
# computed.

_LOOKED_AT = 8  # reviews, the newest first


class RankedPairs(NamedTuple):
    """Accepted pairs that the model has scored as they were proposed.

    Args:
        title: of the review.
        more: those in which the model finds the found sentence more likely.
        types: bias types among them.
    """

    title: str
    pairs: int
    more: int
    types: int


def curated_pairs(spec: ModelSpec) -> Card | None:
    """In how many accepted pairs from films the found sentence is the likelier one."""
    found = ranked_pairs(spec)
    if found is None:
        return None
    interval = [100 * bound for bound in wilson(found.more, found.pairs)]
    return Card(
        "Pairs from films",
        f"{found.more} of {found.pairs}",
        "accepted pairs in which the model finds the sentence from the film more likely than its "
        "counterpart",
        f"{interval_text(interval, '.0f')} · {counted(found.types, 'bias type')} · review: "
        f"{explain.plain(found.title)}",
        "pages/curate.py",
    )


def ranked_pairs(spec: ModelSpec) -> RankedPairs | None:
    """The newest review with accepted pairs that this model has scored; None without one."""
    for review in session.curation.reviews()[:_LOOKED_AT]:
        try:
            found = _of_review(review.name, review.title, spec) if review.decided else None
        except BiascopeError:  # the page of the review says what is wrong
            found = None
        if found is not None:
            return found
    return None


def _of_review(name: str, title: str, spec: ModelSpec) -> RankedPairs | None:
    scores, _ = session.curation_set.review_scores(name, spec)
    if not scores:
        return None
    accepted = {
        key: decision
        for key, decision in session.curation_set.review_decisions(name).items()
        if decision.action == "accept" and not (decision.edited or decision.softened)
        if key in scores
    }
    if not accepted:
        return None
    return RankedPairs(
        title,
        len(accepted),
        sum(scores[key] > 0 for key in accepted),
        len({decision.category for decision in accepted.values()}),
    )


# --- cards --------------------------------------------------------------------------------
# Each function here makes one card.

_CPS = {"variant": "cps"}


def health_of(spec: ModelSpec) -> dict[str, Any] | None:
    """The health check of a model; None while it still runs, or was not made with the mask."""
    return session.health.masked_result(spec) if spec.masked_heads else session.health.result(spec)


def cloze(spec: ModelSpec) -> Card | None:
    """Share of plain fill-in-the-blank sentences whose answer is the first choice."""
    health = health_of(spec)
    if health is None or health.get("cloze_accuracy") is None:
        return None
    return Card(
        "Fill in the blank",
        whole_percent(health["cloze_accuracy"]),
        "guessed correctly first time",
        f"{_percent_interval(health['cloze_interval'])} · {health['cloze_items']} sentences that "
        "name no group",
    )


def perplexity(spec: ModelSpec) -> Card | None:
    """Pseudo-perplexity of the built-in plain sentences."""
    health = health_of(spec)
    if health is None or health.get("pppl") is None:
        return None
    interval = interval_text(health.get("pppl_interval"), ".1f")
    return Card(
        "Pseudo-perplexity",
        f"{health['pppl']:.1f}",
        "how much plain sentences surprise the model; lower is better",
        " · ".join(filter(None, [interval, f"{session.health.plain_sentences()} plain sentences"])),
    )


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
        f"{_detectable(summary)} · {summary['n']} bundled pairs{_control(spec)} · "
        "CrowS-Pairs Score (CPS)",
        "pages/pairs.py",
    )


def _detectable(summary: dict[str, Any]) -> str:
    """The smallest distance from 50% that would be detected, where no preference is clear."""
    points = summary["detectable"]
    if points is None or preference(summary) != UNCLEAR:
        return ""
    return f" · detectable with {POWER:.0%} power: {points:.1f} points from 50% or more"


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


def biased_head(spec: ModelSpec) -> Card | None:
    """The attention head with the largest bias score for the association of gender words."""
    few = session.FEW_CONTEXTS
    items = [session.heads.bundled_association(session.heads.FIRST_ASSOCIATION, few).item()]
    bias = session.stored("head_bias", spec, items, bias_params(TOKEN, few))
    seat = session.stored("seat", spec, items, seat_params(TOKEN, max_contexts=few))
    if bias is None or seat is None or bias[0]["gradient"] is None or not seat[0]["interval"]:
        return None
    targets = seat[0]["sizes"]["x"] + seat[0]["sizes"]["y"]
    return Card(
        "Attention heads",
        str(ranked(bias[0]["gradient"])[0]),
        "is the attention head (layer-head) that the gender association depends on most, by a "
        "first-order estimate on this word list; the page has the ablation",
        f"Association: d = {signed(seat[0]['effect_size'])}, "
        f"{interval_text(seat[0]['interval'], '+.2f')}, {targets} target words · Sentence Encoder "
        "Association Test (SEAT)",
        "pages/heads.py",
    )


def occupations(spec: ModelSpec) -> Card | None:
    """For how many of the bundled occupations the model finds he more likely than she.

    A causal model is not asked for a word in the middle of a sentence; its card is of CABM.
    """
    data = load_framed(OCCUPATIONS)
    found = pronouns(spec, data)
    if found is None:
        return _leaning(spec, data)
    sides = found.sides
    ways = (f"{sides.first}", f"{sides.second}")
    words = ("*he*", "*she*")
    if sides.second > sides.first:
        ways, words = ways[::-1], words[::-1]
    return Card(
        "Occupations",
        f"{ways[0]} of {sides.total}",
        f"occupations for which the model finds {words[0]} more likely than {words[1]}; "
        f"{words[1]} is more likely for {ways[1]}; {sides.open} not settled",
        f"95% CI of each over {found.templates} sentences · pronoun probability gap, "
        "P(he) − P(she)",
        "pages/cabm.py",
    )


def _leaning(spec: ModelSpec, data: FramedSet) -> Card | None:
    """How many occupations lean to a side by CABM under the settings for a causal model."""
    counts = corpus_counts(OPEN_TEXT, data, data.targets)
    scored = session.cabm.stored(spec, data, counts, for_kind(CabmSettings(), CAUSAL))
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
        "occupations clearly lean to one gender; the scores of the others are too uncertain",
        f"{listed}95% CI of each beyond the threshold · Context-Aware Bias Metric (CABM)",
        "pages/cabm.py",
    )


def shared_answers(spec: ModelSpec) -> Card | None:
    """Share of the simulated sentences whose first word somebody gave."""
    agreement = annotators_card.first_word_agreement(spec)
    if agreement is None:
        return None
    return Card(
        "Annotators",
        whole_percent(agreement.share),
        "of the model's first words were also given by simulated annotators",
        f"{_percent_interval(agreement.interval)} · {agreement.annotators} annotators × "
        f"{agreement.sentences} English sentences · precision at 1 (P@1)",
        "pages/annotators.py",
    )


def flagged_completions(spec: ModelSpec) -> Card | None:
    """Share of the Arena's opening sentences whose completion the demo evaluators flag.

    Reports are of masked models; of any other kind none is in the store.
    """
    found = arena_card.flagged_completions(spec)
    if found is None:
        return None
    return Card(
        "Sentences about people",
        whole_percent(found.rate),
        f"of sentences about {found.groups} groups of people become clearly more negative by the "
        "model's word",
        f"{_percent_interval(found.interval)} · {found.sentences:,} sentences · demo evaluators, "
        "a demonstration · flag rate",
        "pages/arena.py",
    )


def planted_bias(spec: ModelSpec) -> Card | None:
    """Rank correlation of the planted proportions with what probing the biased model gives.

    The injection was into the model with no head masked, so it says nothing of a masked one.
    """
    if spec.masked_heads:
        return None
    recovery = next(_recoveries(spec.checkpoint), None)
    if recovery is None or recovery["interval"] is None:
        return None
    return Card(
        "Planted bias",
        signed(recovery["rho"]),
        "is how well probing recovers a planted bias; 1 is the planted order",
        f"rank correlation, {interval_text(recovery['interval'], '+.2f')} · {recovery['n']} "
        "occupations",
        "pages/lab.py",
    )


def _recoveries(checkpoint: str) -> Iterator[dict[str, Any]]:
    """Recovery by probing of the injections into a model, newest first."""
    try:
        reports = [injection.report for injection in session.lab.injections()]
    except BiascopeError:
        return  # the sidebar says that the jobs cannot be read
    for report in reports:
        if report is not None and report["request"]["checkpoint"] == checkpoint:
            yield report["recovery"][UNMASKING][BIASED]


def _percent_interval(bounds: Sequence[float]) -> str:
    """The interval of a share, in whole percent."""
    return interval_text([100 * bound for bound in bounds], ".0f")


# Results that *Prepare* measures: title, and the page that measures it when it is opened.
LATER: dict[Callable[[ModelSpec], Card | None], tuple[str, str | None]] = {
    pair_preference: ("Sentence pairs", "pages/pairs.py"),
    biased_head: ("Attention heads", "pages/heads.py"),
    occupations: ("Occupations", "pages/cabm.py"),
    shared_answers: ("Annotators", "pages/annotators.py"),
    flagged_completions: ("Sentences about people", "pages/arena.py"),
    cloze: ("Fill in the blank", None),
    perplexity: ("Pseudo-perplexity", None),
}

# What people come for is first; whether the model's scores can mean anything is last.
CARDS: tuple[Callable[[ModelSpec], Card | None], ...] = (
    pair_preference,
    biased_head,
    occupations,
    shared_answers,
    flagged_completions,
    curated_pairs,
    planted_bias,
    cloze,
    perplexity,
)


# --- occupations card ---------------------------------------------------------------------
# The pronoun probability gap of the bundled occupations is read from the store.


class Pronouns(NamedTuple):
    """How many occupations get which pronoun more often, he first, and over how many sentences."""

    sides: Sides
    templates: int


def pronouns(spec: ModelSpec, data: FramedSet) -> Pronouns | None:
    """The first result of the CABM page; None while its values are not in the store."""
    key = (spec, data.name, tuple(data.targets))
    found: Pronouns | None = _counted().get(key)
    if found is None:
        found = _count(spec, data)
        if found is not None:
            _counted()[key] = found
    return found


def _count(spec: ModelSpec, data: FramedSet) -> Pronouns | None:
    targets, templates = list(data.targets), templates_for(data.groups)
    items = unmasking_items(targets, templates)
    values = session.stored("completion", spec, items, unmasking_params(data.groups))
    if values is None:
        return None
    table = unmasking_table(targets, templates, data.groups, values)
    sides = count_sides(gap_sides(table, data.groups), data.groups)
    return Pronouns(sides, len(templates))


@st.cache_resource(show_spinner=False)
def _counted() -> Newest[Pronouns]:
    """The bootstrap is not done again at every drawing of Home."""
    return Newest(64)
