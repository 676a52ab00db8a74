"""The cards on Home: one number each from what is already measured on the bundled model.

A card is a function that returns a `Card`, or None while nothing is measured; nothing is
computed for a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from components import session
from components.home import annotators_card
from components.present.numbers import interval_text, signed, whole_percent
from components.present.preference import preference_text
from engine.datasets.occupations.pmi_corpora import BUNDLED as OPEN_TEXT
from engine.datasets.occupations.pmi_corpora import corpus_counts
from engine.datasets.occupations.sets import BUNDLED as OCCUPATIONS
from engine.datasets.occupations.sets import load_framed
from engine.datasets.pairs.sets import BUNDLED as PAIRS
from engine.datasets.pairs.sets import load_pairs
from engine.errors import BiascopeError
from engine.lab.corpus import BIASED
from engine.lab.readings import UNMASKING
from engine.measures.cabm.scores import biased, list_agreement
from engine.measures.cabm.settings import Settings
from engine.measures.heads.bias import bias_params
from engine.measures.heads.runs import ranked
from engine.measures.pairs.frame import items_of, pair_frame
from engine.measures.pairs.summary import share
from engine.measures.pairs.variants import VARIANTS
from engine.measures.seat.measure import seat_params
from engine.measures.seat.reading import TOKEN


@dataclass(frozen=True)
class Card:
    """One number with what it means.

    Args:
        title: what was measured.
        number: as it is shown.
        meaning: what the number means, in plain words that follow it.
        statistics: its interval, sizes and technical name.
        page: where it comes from, if a page shows more.
    """

    title: str
    number: str
    meaning: str
    statistics: str
    page: str | None = None


def bundled_health() -> dict[str, Any] | None:
    """The health check of the bundled model; None while it still runs."""
    return session.health(session.spec_of(session.BUNDLED))


def cloze() -> Card | None:
    """Share of plain fill-in-the-blank sentences whose answer is the first choice."""
    health = bundled_health()
    if health is None or health.get("cloze_accuracy") is None:
        return None
    return Card(
        "Fill in the blank",
        whole_percent(health["cloze_accuracy"]),
        "guessed correctly first time",
        f"{_percent_interval(health['cloze_interval'])} · {health['cloze_items']} sentences that "
        "name no group",
    )


def perplexity() -> Card | None:
    """Pseudo-perplexity of the built-in plain sentences."""
    health = bundled_health()
    if health is None or health.get("pppl") is None:
        return None
    interval = interval_text(health.get("pppl_interval"), ".1f")
    return Card(
        "Pseudo-perplexity",
        f"{health['pppl']:.1f}",
        "how much plain sentences surprise the model; lower is better",
        " · ".join(filter(None, [interval, f"{session.health_sentences()} plain sentences"])),
    )


def pair_preference() -> Card | None:
    """Share of the bundled pairs in which the stereotype is preferred."""
    pairs = load_pairs(PAIRS)
    spec, params = session.spec_of(session.BUNDLED), {"variant": "cps"}
    values = session.stored("pairs", spec, items_of(pairs), params)
    if values is None:
        return None
    frame = pair_frame(pairs, values, VARIANTS["cps"])
    summary = share(frame[frame["scored"]])
    return Card(
        "Sentence pairs",
        f"{summary['score']:.0f}%",
        "of the time the model prefers the stereotyping sentence; 50% is neutral, so this is "
        f"{preference_text(summary)}",
        f"{interval_text(summary['interval'], '.0f')} · {summary['n']} bundled pairs · "
        "CrowS-Pairs Score (CPS)",
        "pages/pairs.py",
    )


def biased_head() -> Card | None:
    """The attention head with the largest bias score for the association of gender words."""
    spec, few = session.spec_of(session.BUNDLED), session.FEW_CONTEXTS
    items = [session.bundled_association(session.FIRST_ASSOCIATION, few).item()]
    bias = session.stored("head_bias", spec, items, bias_params(TOKEN, few))
    seat = session.stored("seat", spec, items, seat_params(TOKEN, max_contexts=few))
    if bias is None or seat is None or bias[0]["gradient"] is None or not seat[0]["interval"]:
        return None
    targets = seat[0]["sizes"]["x"] + seat[0]["sizes"]["y"]
    return Card(
        "Attention heads",
        str(ranked(bias[0]["gradient"])[0]),
        "is the attention head (layer-head) that strengthens the gender association most, to "
        "first order",
        f"Association: d = {signed(seat[0]['effect_size'])}, "
        f"{interval_text(seat[0]['interval'], '+.2f')}, {targets} target words · Sentence Encoder "
        "Association Test (SEAT)",
        "pages/heads.py",
    )


def occupations() -> Card | None:
    """How many of the bundled occupations lean to a side that their interval settles."""
    data = load_framed(OCCUPATIONS)
    counts = corpus_counts(OPEN_TEXT, data, data.targets)
    scored = session.cabm_stored(session.spec_of(session.BUNDLED), data, counts, Settings())
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


def shared_answers() -> Card | None:
    """Share of the simulated sentences whose first word somebody gave."""
    agreement = annotators_card.first_word_agreement()
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


def planted_bias() -> Card | None:
    """Rank correlation of the planted proportions with what probing the biased model gives."""
    recovery = next(_recoveries(), None)
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


def _recoveries() -> Iterator[dict[str, Any]]:
    """Recovery by probing of the injections into the bundled model, newest first."""
    try:
        reports = [injection.report for injection in session.injections()]
    except BiascopeError:
        return  # the sidebar says that the jobs cannot be read
    for report in reports:
        if report is not None and report["request"]["checkpoint"] == session.BUNDLED:
            yield report["recovery"][UNMASKING][BIASED]


def _percent_interval(bounds: Sequence[float]) -> str:
    """The interval of a share, in whole percent."""
    return interval_text([100 * bound for bound in bounds], ".0f")


CARDS: tuple[Callable[[], Card | None], ...] = (
    cloze,
    perplexity,
    pair_preference,
    biased_head,
    occupations,
    shared_answers,
    planted_bias,
)
