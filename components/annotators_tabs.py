"""What lies below the figures: sentences, agreement among people, two models, the table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components import annotators_map, annotators_sentence, explain
from components.annotators_controls import SCORES
from components.annotators_export import Taken
from components.annotators_results import in_language
from components.annotators_scored import Scored
from components.charts import annotators_cells
from components.charts.annotators_rows import changes
from components.charts.annotators_words import signed
from components.tabs import opened
from components.theme import CONFIG
from engine.datasets.languages import language_name
from engine.measures.agreement.figures import differences
from engine.measures.agreement.people import group_against_group

_PEOPLE = (
    "Two annotators are drawn, one of each group, never one with oneself: how often is their "
    "answer the same? A group that agrees little with itself leaves little for a model to share. "
    "Below each share its 95 % interval."
)
_ALPHA = (
    "1 where all agree, 0 where they do as chance would have it; undefined where no two answers "
    "can be compared, or all are the same. The interval draws sentences."
)
_CHANGES = (
    "Each row is a group: what changes from the first model to the second, with a 95 % interval "
    "paired by annotators and sentences. Orange: the second agrees more with the group; blue: "
    "less. An interval across the line: no change can be told."
)


def draw(taken: Taken, before: Scored | None, language: str) -> None:
    """Draw the tabs; only the open one is worked out."""
    scored = taken.scored
    tabs: dict[str, Callable[[], None]] = {
        "Sentences": lambda: annotators_sentence.browser(taken, before, language),
        "People": lambda: people(taken, language),
    }
    if before is not None:
        tabs["Two models"] = lambda: two_models(taken, before)
    tabs["Language map"] = lambda: annotators_map.draw(taken, before)
    tabs["Table"] = lambda: table(scored)
    name, place = opened([*tabs], "show")
    with place, explain.errors(ends_page=False):
        tabs[name]()


def _card(line: str) -> DeltaGenerator:
    """A card for a figure, under a line on what it shows."""
    st.markdown(f":gray[{line}]")
    return st.container(border=True)


def people(taken: Taken, language: str) -> None:
    """Group against group, and Krippendorff's alpha."""
    scored = taken.scored
    pairs = group_against_group(scored.agreement, language)
    drawn = annotators_cells.group_against_group(pairs)
    with _card(f"How far do people agree with each other{in_language(language)}?"):
        st.plotly_chart(
            drawn, key="people", config=CONFIG, alt="Share of equal answers by pair of groups"
        )
        st.caption(_PEOPLE)
        taken.row("people", pairs, drawn, f"Equal answers of two people{in_language(language)}")
    st.markdown("**Krippendorff's α**")
    st.dataframe(
        pd.DataFrame([_alpha(entry) for entry in scored.alphas if entry["language"] == language]),
        hide_index=True,
        placeholder="–",
    )
    st.caption(_ALPHA)


def _alpha(entry: dict[str, Any]) -> dict[str, object]:
    bounds = entry["interval"]
    return {
        "group": entry["group"] or "everyone",
        "α": "undefined" if entry["alpha"] is None else signed(entry["alpha"]),
        "95 %": f"{signed(bounds[0])} to {signed(bounds[1])}" if bounds else "none",
        "annotators": entry["annotators"],
        "sentences with two answers or more": entry["sentences"],
    }


def two_models(taken: Taken, before: Scored) -> None:
    """What changes for each group between the model compared with and the model."""
    scored, score = taken.scored, taken.choice.score
    line = (
        f"Whose {SCORES[score]} changes from {explain.plain(before.label)} to "
        f"{explain.plain(scored.label)}?"
    )
    entries = [
        {**entry, "name": f"{language_name(entry['language'])}: {entry['group']}"}
        for entry in differences(scored.agreement, before.agreement, score)
    ]
    known = [entry for entry in entries if entry["change"] is not None]
    clear = [
        explain.plain(entry["name"])
        for entry in known
        if entry["interval"] and (entry["interval"][0] > 0 or entry["interval"][1] < 0)
    ]
    with _card(line):
        if not known:
            st.markdown(":gray[No group has this score under both models.]")
            return
        drawn = changes(known)
        st.plotly_chart(drawn, key="changes", config=CONFIG, alt="Change by group and language")
        st.caption(
            f"{_CHANGES} Intervals beside zero: {', '.join(clear) or 'none'}. They are not "
            "corrected for how many groups there are."
        )
        taken.row("changes", _tidy(known), drawn, f"Change of {SCORES[score]}")


def _tidy(entries: list[dict[str, Any]]) -> pd.DataFrame:
    """One row a group and language, the interval in two columns."""
    rows = []
    for entry in entries:
        low, high = entry["interval"] or (None, None)
        kept = {key: entry[key] for key in ("group", "language", "before", "after", "change")}
        rows.append({**kept, "low": low, "high": high})
    return pd.DataFrame(rows)


def table(scored: Scored) -> None:
    """All figures, a row a group and language."""
    rows = [
        {
            "language": language_name(entry["language"]),
            "group": entry["group"],
            "annotators": entry["n_annotators"],
            "sentences": entry["n_sentences"],
            "answers": entry["n_answers"],
            **{name: entry[key] for key, name in SCORES.items()},
            "coverage": entry["coverage"],
            "people P@1": entry["human_p_at_1"],
            "sentences behind ρ, τ": entry["n_correlated"],
        }
        for entry in scored.figures
    ]
    figures = [*SCORES.values(), "coverage", "people P@1"]
    st.dataframe(
        pd.DataFrame(rows).astype(dict.fromkeys(figures, "Float64")),
        hide_index=True,
        placeholder="–",
        column_config={name: st.column_config.NumberColumn(format="%.2f") for name in figures},
    )
