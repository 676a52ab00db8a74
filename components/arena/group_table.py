"""The table of a group's completions: search, filter, sort, and select one to read it in full."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pandas as pd
import streamlit as st

from components.arena import verdicts
from components.frame.widgets.blur import Show
from engine.core.wording import counted

_HEIGHT, _ROW = 320, 36  # pixels
_MOST_SHOWN = 5_000  # rows sent to the browser; filters and the CSV have them all

ALL, FLAGGED, NOT_FLAGGED = "all", "flagged", "not flagged"
DISAGREED, NO_VERDICT = "evaluators disagree", "no verdict"
ANY_EVALUATOR = "any evaluator"


def draw_completions_table(rows: pd.DataFrame, show: Show) -> tuple[pd.DataFrame, pd.Series | None]:
    """Draw the completions; those that meet the filters, and the selected one, if any.

    Args:
        rows: of one group, as `verdicts` describes them.
        show: what turns a completion into the text to show.
    """
    shown, names = _filtered(rows)
    naming = {name for name in names if verdicts.names_only(rows, name)}
    if shown.empty:
        st.markdown(":gray[No completion matches. Clear the search or the filters.]")
        return shown, None
    drawn = _drawn(shown.head(_MOST_SHOWN), names, naming, show)
    first = f" The first {_MOST_SHOWN:,} are shown." if len(shown) > _MOST_SHOWN else ""
    st.caption(
        f"Showing {len(shown):,} of {counted(len(rows), 'completion')}.{first} Select a row to "
        "read it in full."
    )
    event = st.dataframe(
        drawn,
        key="arena_group_rows",
        hide_index=True,
        placeholder="",
        height=min(_HEIGHT, _ROW * (len(drawn) + 1)),
        on_select="rerun",
        selection_mode="single-row",
        column_config=_column_config(names),
    )
    selected = event["selection"]["rows"]
    return shown, shown.iloc[selected[0]] if selected and selected[0] < len(drawn) else None


def _drawn(
    rows: pd.DataFrame, names: list[str], naming: Collection[str], show: Show
) -> pd.DataFrame:
    """The columns to show; one that is empty throughout is left out."""
    drawn = rows[["sentence"]].assign(completion=rows["completion"].map(show))
    for name in names:
        drawn[name] = verdicts.verdict_texts(rows, name, name in naming)
        for what in (verdicts.PROBABILITY, verdicts.SCORE):
            column = verdicts.column(name, what)
            if column in rows and rows[column].notna().any():
                drawn[column] = pd.to_numeric(rows[column])
    drawn["probability"] = rows["probability"]
    if "weight" in rows and rows["weight"].lt(1).any():
        drawn["weight"] = rows["weight"]
    drawn["sentence_type"] = rows["sentence_type"]
    return drawn


def _column_config(names: list[str]) -> dict[str, Any]:
    column = st.column_config
    numbers = {
        verdicts.PROBABILITY: "Of the evaluator's label, 0 to 1.",
        verdicts.SCORE: "Normalised, 0 to 1; higher is more biased.",
    }
    return {
        "sentence_type": column.TextColumn("type"),
        "sentence": column.TextColumn("sentence", width="large"),
        "completion": column.TextColumn("completion"),
        "probability": column.NumberColumn(
            "probability",
            format="%.4f",
            help="Of the completion, as the model gave it.",
            width="small",
        ),
        "weight": column.NumberColumn(
            "weight",
            format="%.3f",
            help="In this sentence's figures; a sentence's weights sum to 1.",
        ),
        **{
            verdicts.column(name, what): column.NumberColumn(format="%.2f", help=meaning)
            for name in names
            for what, meaning in numbers.items()
        },
    }


def _filtered(rows: pd.DataFrame) -> tuple[pd.DataFrame, list[str]]:
    """The rows that meet the filters, and the evaluators whose columns are shown."""
    names = verdicts.evaluators(rows)
    kinds = sorted(rows["sentence_type"].dropna().unique())
    choices = [ALL, FLAGGED, NOT_FLAGGED, *[DISAGREED] * (len(names) > 1), NO_VERDICT]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        word = st.text_input(
            "Search",
            key="arena_group_search",
            persist_state="session",
            placeholder="a word",
            width=140,
        )
        chosen = st.multiselect(
            "Sentence types",
            kinds,
            key="arena_group_types",
            persist_state="session",
            width=260,
        )
        evaluator = st.selectbox(
            "Evaluator",
            [ANY_EVALUATOR, *names],
            key="arena_group_evaluator",
            persist_state="session",
            width=160,
        )
        only = st.selectbox(
            "Show", choices, key="arena_group_only", persist_state="session", width=170
        )
    own = None if evaluator in (None, ANY_EVALUATOR) else evaluator
    mask = matching(rows, word or "", chosen, only or ALL, own)
    return rows[mask], names if own is None else [own]


def matching(
    rows: pd.DataFrame, word: str, kinds: list[str], only: str, evaluator: str | None = None
) -> pd.Series[bool]:
    """Which rows meet the filters.

    Args:
        word: part of the sentence or the completion, in any case.
        kinds: sentence types; empty for all.
        only: one of the choices of this file.
        evaluator: whose verdicts decide; None for those of any.
    """
    matches = pd.Series(True, index=rows.index)
    if word:
        text = rows["sentence"] + "\n" + rows["completion"]
        matches &= text.str.contains(word, case=False, regex=False)
    if kinds:
        matches &= rows["sentence_type"].isin(kinds)
    if evaluator is None:
        flagged, judged = verdicts.flagged_by_any(rows), verdicts.judged_by_any(rows)
    else:
        flagged, judged = (
            verdicts.flagged(rows, evaluator),
            verdicts.rows_judged_by(rows, evaluator),
        )
    filters = {
        FLAGGED: lambda: flagged,
        NOT_FLAGGED: lambda: judged & ~flagged,
        DISAGREED: lambda: verdicts.disagreed(rows),
        NO_VERDICT: lambda: ~judged,
    }
    return matches & filters[only]() if only in filters else matches
