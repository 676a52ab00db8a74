"""The cards on Home: one figure each of what is already measured on the bundled model.

A card is a function that gives a `Card`, or None while nothing is measured; nothing is
computed for a card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import streamlit as st

from components import annotators_card, heads_tests, model_bar, session
from engine.datasets.framed_sets import BUNDLED as OCCUPATIONS
from engine.datasets.framed_sets import load_framed
from engine.datasets.pair_sets import BUNDLED as PAIRS
from engine.datasets.pair_sets import load_pairs
from engine.datasets.pmi_corpora import BUNDLED as OPEN_TEXT
from engine.datasets.pmi_corpora import corpus_counts
from engine.errors import BiascopeError
from engine.lab.corpus import BIASED
from engine.lab.readings import UNMASKING
from engine.measures.cabm.scores import list_agreement
from engine.measures.cabm.settings import Settings
from engine.measures.head_runs import ranked
from engine.measures.pairs.frame import items_of, pair_frame
from engine.measures.pairs.summary import share
from engine.measures.pairs.variants import VARIANTS

IN_A_ROW = 4


@dataclass(frozen=True)
class Card:
    """One figure with what it is.

    Args:
        title: what was measured.
        figure: the number as it is shown.
        what: what the number is, with its n and interval.
        page: where it comes from, if a page shows more.
    """

    title: str
    figure: str
    what: str
    page: str | None = None


def cloze() -> Card | None:
    """Share of plain cloze sentences whose answer is the first choice."""
    found = _health()
    if found is None or found.get("cloze_accuracy") is None:
        return None
    low, high = (round(100 * bound) for bound in found["cloze_interval"])
    return Card(
        "Plain cloze",
        f"{100 * found['cloze_accuracy']:.0f} %",
        f"right at first choice · 95 %: {low}–{high} · {found['cloze_items']} sentences that "
        "name no group",
    )


def perplexity() -> Card | None:
    """Pseudo-perplexity of the built-in plain sentences."""
    found = _health()
    if found is None or found.get("pppl") is None:
        return None
    bounds = found.get("pppl_interval")
    between = f" · 95 %: {bounds[0]:.1f}–{bounds[1]:.1f}" if bounds else ""
    return Card(
        "Pseudo-perplexity",
        f"{found['pppl']:.1f}",
        f"lower fits better{between} · {session.examined_sentences()} plain sentences",
    )


def pair_preference() -> Card | None:
    """Share of the bundled pairs in which the stereotype is preferred."""
    pairs = load_pairs(PAIRS)
    spec, params = session.spec_of(session.BUNDLED), {"variant": "cps"}
    values = session.stored("pairs", spec, items_of(pairs), params)
    if values is None:
        return None
    frame = pair_frame(pairs, values, VARIANTS["cps"])
    found = share(frame[frame["scored"]])
    low, high = (round(bound) for bound in found["interval"])
    return Card(
        "Pairs",
        f"{found['score']:.0f} %",
        f"prefer the stereotyping sentence; 50 is neutral · 95 %: {low}–{high} · "
        f"{found['n']} bundled pairs, CPS",
        "pages/pairs.py",
    )


def biased_head() -> Card | None:
    """The head that the association of gender words rests on most."""
    spec, choice = session.spec_of(session.BUNDLED), heads_tests.first_choice()
    bias = session.stored("head_bias", spec, choice.items, choice.bias_params())
    seat = session.stored("seat", spec, choice.items, choice.seat_params())
    if bias is None or seat is None or bias[0]["gradient"] is None or not seat[0]["interval"]:
        return None
    low, high = seat[0]["interval"]
    targets = seat[0]["sizes"]["x"] + seat[0]["sizes"]["y"]
    return Card(
        "Heads",
        str(ranked(bias[0]["gradient"])[0]),
        f"is the head that gender words lean on most · SEAT d {seat[0]['effect_size']:+.2f}, "
        f"95 %: {low:+.2f} to {high:+.2f}, {targets} targets",
        "pages/heads.py",
    )


def occupations() -> Card | None:
    """Share of the bundled occupations that lean the way their list says."""
    data = load_framed(OCCUPATIONS)
    counts = corpus_counts(OPEN_TEXT, data, data.targets)
    scored = session.cabm_stored(session.spec_of(session.BUNDLED), data, counts, Settings())
    found = None if scored is None else list_agreement(scored, data.groups)
    if found is None:
        return None
    low, high = (round(100 * bound) for bound in found["interval"])
    return Card(
        "Occupations",
        f"{100 * found['share']:.0f} %",
        f"of those that lean to a gender lean their list's way; 50 is chance · 95 %: {low}–{high} "
        f"· {found['n']} occupations, CABM",
        "pages/cabm.py",
    )


def shared_answers() -> Card | None:
    """Share of the simulated sentences whose first word somebody gave."""
    found = annotators_card.found()
    if found is None:
        return None
    low, high = (round(100 * bound) for bound in found.interval)
    return Card(
        "Annotators",
        f"{100 * found.share:.0f} %",
        f"of the model's first words were among the answers of simulated annotators · 95 %: "
        f"{low}–{high} · {found.annotators} annotators × {found.sentences} English sentences",
        "pages/annotators.py",
    )


def planted_bias() -> Card | None:
    """Rank correlation of what was planted last with what the biased model says."""
    told = next(_planted(), None)
    if told is None or told["interval"] is None:
        return None
    low, high = told["interval"]
    return Card(
        "Planted bias",
        f"{told['rho']:+.2f}",
        f"rank correlation of what was planted in a copy with what is unmasked there; 1 is the "
        f"planted order · 95 %: {low:+.2f} to {high:+.2f} · {told['n']} occupations",
        "pages/lab.py",
    )


def _planted() -> Iterator[dict[str, Any]]:
    """Recovery by unmasking of the injections into the bundled model, newest first."""
    try:
        reports = [injection.report for injection in session.injections()]
    except BiascopeError:
        return  # the sidebar says that the jobs cannot be read
    for report in reports:
        if report is not None and report["request"]["checkpoint"] == session.BUNDLED:
            yield report["recovery"][UNMASKING][BIASED]


CARDS: tuple[Callable[[], Card | None], ...] = (
    cloze,
    perplexity,
    pair_preference,
    biased_head,
    occupations,
    shared_answers,
    planted_bias,
)


def draw() -> None:
    """Draw the cards there are; those of the examination come as soon as it is done."""
    chosen = model_bar.chosen()
    bundled = chosen is not None and chosen.checkpoint == session.BUNDLED
    waiting = bundled and _health() is None  # no other model's examination would end the wait

    @st.fragment(run_every=2.0 if waiting else None)
    def cards() -> None:
        if waiting and _health() is not None:
            st.rerun()  # ends the looking
        found = [card for make in CARDS if (card := make()) is not None]
        if found or waiting:
            st.subheader("Measured on the bundled model, no head masked", anchor=False)
        if waiting:
            st.markdown(":gray[It is being examined; what was found appears here.]")
        elif found:
            width = min(max(3, len(found)), IN_A_ROW)
            for start in range(0, len(found), width):
                row = found[start : start + width]
                for column, card in zip(st.columns(width), row, strict=False):
                    with column.container(border=True, height="stretch", gap="xsmall"):
                        _draw(card)

    cards()


def _health() -> dict[str, Any] | None:
    return session.health(session.spec_of(session.BUNDLED))


def _draw(card: Card) -> None:
    st.markdown(f"**{card.title}**")
    st.metric(card.title, card.figure, label_visibility="collapsed")
    st.markdown(f":gray[{card.what}]")
    if card.page is not None:
        st.page_link(card.page, icon=":material/arrow_forward:")
