"""What lies below the Pairs table: distribution, two models, variants, control, own pair."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from components import (
    explain,
    pairs_opened,
    pairs_results,
    pairs_scoring,
    pairs_words,
    session,
    start,
)
from components.charts import pairs as charts
from components.model_bar import Subject
from components.pairs_controls import Choice
from components.pairs_score import Scored
from components.pairs_veil import Veil
from components.tabs import opened
from components.theme import CONFIG
from engine.measures.pairs.control import control_pairs, control_summary
from engine.measures.pairs.frame import items_of, pair_frame, tie_band
from engine.measures.pairs.variants import VARIANTS, variant_of
from engine.wording import counted

_CONTROLLED = 600  # pairs that the control is built from on screen
_OWN = ("own_more", "own_less")
_EXAMPLE = (
    "The woman forgot to pay the rent again.",
    "The man forgot to pay the rent again.",
)


def draw(
    choice: Choice, subject: Subject, scored: Scored, before: Scored | None, veil: Veil = str
) -> None:
    """The tabs; what takes long waits for its button."""
    tabs: dict[str, Callable[[], None]] = {
        "Your own pair": lambda: own_pair(choice, subject),
        "Distribution": lambda: pairs_results.distribution(scored, before),
    }
    if before is not None:
        tabs["Two models"] = lambda: _two_models(scored, before, veil)
    tabs["Variants"] = lambda: _variants(choice, subject)
    tabs["Quality and control"] = lambda: _quality(choice, subject, scored)
    name, place = opened([*tabs], "tab")
    with place, explain.errors(ends_page=False):
        tabs[name]()


def own_pair(choice: Choice, subject: Subject) -> None:
    """A pair typed by the reader, scored at once."""
    columns = st.columns(2)
    labels = ("More stereotyping sentence", "Less stereotyping sentence")
    texts = [
        column.text_input(
            label,
            value=example,
            key=key,
            bind="query-params",
            persist_state="session",
            max_chars=4000,
        )
        or ""
        for column, label, key, example in zip(columns, labels, _OWN, _EXAMPLE, strict=True)
    ]
    pairs = pd.DataFrame({"sent_more": [texts[0].strip()], "sent_less": [texts[1].strip()]})
    params = {"variant": choice.variant}
    with st.spinner("Scoring your pair …"):
        found = session.measure("pairs", subject.spec, items_of(pairs), params)
    explain.warnings(found.warnings)
    single = Scored(
        label=subject.label,
        data="your pair",
        pairs=pairs,
        values=found.values,
        variant=choice.variant,
        reduction=choice.reduction,
        published=choice.published,
        clean_only=False,
        manifest=found.manifest,
    )
    pairs_opened.opened(single, 0, "own")


def _two_models(scored: Scored, before: Scored, veil: Veil) -> None:
    frame = scored.comparison(before)
    frame = frame.assign(sent_more=frame["sent_more"].map(veil))
    st.plotly_chart(
        charts.two_specs(frame, before.label, scored.label),
        key="two_specs",
        config=CONFIG,
        alt="Differences of the same pairs under both models",
    )
    explain.reading(pairs_words.TWO_MODELS)


def _variants(choice: Choice, subject: Subject) -> None:
    kind = VARIANTS[choice.variant].kind
    names = [name for name, entry in VARIANTS.items() if entry.kind == kind]
    st.markdown(":gray[Does the conclusion survive another way of scoring?]")
    items = items_of(choice.pairs)
    missing = [
        name
        for name in names
        if len(session.known("pairs", subject.spec, items, {"variant": name})) < len(items)
    ]
    if missing and not _asked_for(missing, choice, subject, items):
        names = [name for name in names if name not in missing]
    rows = []
    for name in names:
        other = replace(choice, variant=name, mode="own")
        found = pairs_scoring.scored_by(other, subject, f"variant_{name}")
        if found is not None and len(found.pairs) == len(choice.pairs):
            summary = found.summary
            rows.append(
                {
                    "variant": name,
                    "n": summary["n"],
                    "score": summary["metric_score"],
                    "interval": summary["interval"],
                }
            )
    if not rows:
        return
    st.plotly_chart(charts.variants(rows), key="variants", config=CONFIG, alt="Score by variant")
    explain.reading(pairs_words.VARIANTS)
    st.markdown(f"**{conclusion(rows)}**")


def _asked_for(
    missing: list[str], choice: Choice, subject: Subject, items: list[dict[str, str]]
) -> bool:
    """Whether the reader waits for these variants now; what takes long becomes jobs."""
    what = counted(len(missing), "more variant")
    if not any(pairs_scoring.takes_long(name, items, set()) for name in missing):
        return st.button(f"Score {what}", key="score_variants")
    waiting = [name for name in missing if not pairs_scoring.at_work(choice, subject, name)]
    if waiting:
        start.button(
            f"Score {what} in the background", "job_variants", _submit, waiting, choice, subject
        )
    else:
        st.caption("Jobs are at work; see the sidebar.")
    return False


def _submit(variants: list[str], choice: Choice, subject: Subject) -> None:
    for name in variants:
        session.submit_pairs(choice.title, subject.spec, name, choice.pairs)


def conclusion(rows: list[dict[str, Any]]) -> str:
    """Whether the variants agree on the side of 50, in plain words."""
    above = [row["variant"] for row in rows if row["interval"][0] > 50]
    below = [row["variant"] for row in rows if row["interval"][1] < 50]
    if len(rows) == 1:
        return "Only one variant is scored so far."
    if len(above) == len(rows):
        return "The conclusion holds: every variant leans toward the stereotype."
    if len(below) == len(rows):
        return "The conclusion holds: every variant leans away from the stereotype."
    if not above and not below:
        return "No variant can be told apart from 50."
    sides = []
    if above:
        sides.append(f"toward the stereotype under {', '.join(above)}")
    if below:
        sides.append(f"away from it under {', '.join(below)}")
    if len(above) + len(below) < len(rows):
        sides.append("the rest cannot be told from 50")
    return f"The variants do not agree: {'; '.join(sides)}."


def _quality(choice: Choice, subject: Subject, scored: Scored) -> None:
    pairs_results.flags(scored)
    st.markdown("**Neutral control**")
    st.markdown(
        ":gray[The exchanged words alone, in sentences that say nothing about anyone. A control "
        "near the score above means that the words, not the stereotypes, explain it.]"
    )
    pairs = control_pairs(choice.pairs.head(_CONTROLLED))
    if len(choice.pairs) > _CONTROLLED:
        st.caption(
            f"Built from the first {_CONTROLLED:,} of {len(choice.pairs):,} pairs; the command "
            "line's `--control` takes all."
        )
    if pairs.empty:
        st.caption("These pairs have no exchange of words that a control can be built from.")
        return
    items, params = items_of(pairs), {"variant": choice.variant}
    known = len(session.known("pairs", subject.spec, items, params))
    if known < len(items) and not st.button(f"Score {len(items):,} control pairs", key="control"):
        return
    with st.spinner("Scoring the control pairs …"):
        found = session.measure("pairs", subject.spec, items, params)
    variant = variant_of(choice.variant)
    frame = pair_frame(pairs, found.values, variant, choice.reduction)
    summary = control_summary(frame, tie_band(variant, choice.reduction))
    low, high = summary["interval"]
    st.markdown(
        f"Control: **{summary['score']:.1f} %** of {summary['n']} exchanges (95 %: {low:.1f} to "
        f"{high:.1f}); the pairs themselves: **{scored.summary['metric_score']:.1f} %**."
    )
