"""What lies below the Pairs table: distribution, two models, variants, control, own pair."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from components import explain, pairs_opened, pairs_results, pairs_scoring, session
from components.charts import pairs as charts
from components.model_bar import Subject
from components.pairs_controls import Choice
from components.pairs_score import Scored
from components.pairs_veil import Veil
from components.theme import CONFIG
from engine.measures.pairs.control import control_pairs, control_summary
from engine.measures.pairs.frame import items_of, pair_frame, tie_band
from engine.measures.pairs.variants import VARIANTS, variant_of

_OWN = ("own_more", "own_less")
_EXAMPLE = (
    "The woman forgot to pay the rent again.",
    "The man forgot to pay the rent again.",
)


def draw(
    choice: Choice, subject: Subject, scored: Scored, before: Scored | None, veil: Veil = str
) -> None:
    """The tabs; what takes long waits for its button."""
    names = ["Your own pair", "Distribution", "Variants", "Quality and control"]
    if before is not None:
        names.insert(2, "Two models")
    places = dict(zip(names, st.tabs(names), strict=True))
    with places["Your own pair"]:
        own_pair(choice, subject)
    with places["Distribution"]:
        pairs_results.distribution(scored, before)
    if before is not None:
        with places["Two models"]:
            _two_models(scored, before, veil)
    with places["Variants"]:
        _variants(choice, subject)
    with places["Quality and control"]:
        _quality(choice, subject, scored)


def own_pair(choice: Choice, subject: Subject) -> None:
    """A pair typed by the reader, scored at once."""
    columns = st.columns(2)
    labels = ("More stereotyping sentence", "Less stereotyping sentence")
    texts = [
        column.text_input(label, value=example, key=key, bind="query-params", max_chars=4000) or ""
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
    st.caption(
        "Each point is a pair. Right of the dotted line the first model prefers the stereotype, "
        "above it the second."
    )


def _variants(choice: Choice, subject: Subject) -> None:
    kind = VARIANTS[choice.variant].kind
    names = [name for name, entry in VARIANTS.items() if entry.kind == kind]
    st.markdown(
        ":gray[Does the conclusion survive another way of scoring? Variants answer different "
        "questions, so they need not agree; a finding that only one of them shows is fragile.]"
    )
    items = items_of(choice.pairs)
    missing = [
        name
        for name in names
        if len(session.known("pairs", subject.spec, items, {"variant": name})) < len(items)
    ]
    if missing and not st.button(f"Score {len(missing)} more variants", key="score_variants"):
        names = [name for name in names if name not in missing]
    rows = []
    for name in names:
        found = pairs_scoring.scored_by(
            replace(choice, variant=name, mode="own"), subject, f"variant_{name}"
        )
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
    st.markdown(f"**{conclusion(rows)}**")


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
    return f"The variants do not agree: {'; '.join(sides)}; the rest cannot be told from 50."


def _quality(choice: Choice, subject: Subject, scored: Scored) -> None:
    pairs_results.flags(scored)
    st.markdown("**Neutral control**")
    st.markdown(
        ":gray[The exchanged words alone, in sentences that say nothing about anyone. A control "
        "near the score above means that the words, not the stereotypes, explain it.]"
    )
    pairs = control_pairs(choice.pairs.head(600))
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
