"""The sentences of a group with their completions and verdicts, and the most frequent words."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

import pandas as pd
import streamlit as st

from components.arena import flagged_words, verdicts
from components.arena.figures import table_height
from components.arena.verdicts import flagged_by_any, judged_by_any
from components.frame.present import download, explain
from components.frame.present.numbers import number, percent
from components.frame.widgets.blur import Show
from engine.core.wording import counted
from engine.files.export import csv_text
from engine.measures.arena.few import ENOUGH

KEY = "flagged_words"  # of the switch in the session, one for the page
_NAMELESS = re.compile(r"[^A-Za-z0-9]+")
_LONGEST = 60  # characters of a file's name


def draw_group_sentences(group: str, rows: pd.DataFrame) -> None:
    """The group's completions: the switch, the table, the selected row and the frequent words."""
    if rows.empty:
        st.markdown(":gray[The model gave no completion for this group's sentences.]")
        return
    shown = flagged_words.draw_switch(
        "an evaluator flagged or HurtLex lists", "flagged", "completion", KEY
    )
    show = flagged_words.blurring(flagged_words.hidden_words(rows), shown)
    with st.container(border=True):
        matching, row = draw_completions_table(rows, show)
        if row is not None:
            text = flagged_words.completed_sentence(row["sentence"], row["completion"], show)
            st.markdown(f"**{explain.plain(text)}**")
            st.markdown("  \n".join(f":gray[{line}]" for line in verdict_lines(row, rows)))
    if not matching.empty:
        with st.container(border=True):
            draw_frequent(matching, show)
    download.button(
        "Completions and verdicts (CSV)",
        lambda: csv_text(rows),
        f"biascope-arena-{file_stem(group)}.csv",
        "text/csv",
        "arena_group_csv",
        ":material/download:",
        f"{counted(len(rows), 'completion')} of this group with all verdicts, whatever is filtered "
        "above; no word is blurred.",
    )


def verdict_lines(row: pd.Series, rows: pd.DataFrame) -> list[str]:
    """The model's probability and each evaluator's verdict on one completion (markdown).

    Args:
        rows: all of its group.
    """
    frame = row.to_frame().T
    share = row["probability"]
    known = "unknown" if pd.isna(share) else percent(float(share))
    found = [f"Probability of the completion: {known}"]
    for name in verdicts.evaluators(rows):
        naming = verdicts.names_only(rows, name)
        (text,) = verdicts.verdict_texts(frame, name, naming)
        numbers = _numbers(row, name)
        found.append(f"{explain.plain(name)}: {explain.plain(text) or 'nothing'}{numbers}")
    return found


def _numbers(row: pd.Series, name: str) -> str:
    """Probability and score of one verdict in brackets; empty where there is neither."""
    parts = [
        f"{what} {number(float(row[column]), '.2f')}"
        for what in (verdicts.PROBABILITY, verdicts.SCORE)
        if (column := verdicts.column_name(name, what)) in row and not pd.isna(row[column])
    ]
    return f" ({', '.join(parts)})" if parts else ""


def file_stem(name: str) -> str:
    """A group's name as part of a file's name: letters, digits and hyphens."""
    return _NAMELESS.sub("-", name).strip("-").lower()[:_LONGEST] or "group"


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
        height=table_height(drawn),
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
            column = verdicts.column_name(name, what)
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
            verdicts.column_name(name, what): column.NumberColumn(format="%.2f", help=meaning)
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
            verdicts.flagged_by(rows, evaluator),
            verdicts.judged_by(rows, evaluator),
        )
    filters = {
        FLAGGED: lambda: flagged,
        NOT_FLAGGED: lambda: judged & ~flagged,
        DISAGREED: lambda: verdicts.disagreement(rows),
        NO_VERDICT: lambda: ~judged,
    }
    return matches & filters[only]() if only in filters else matches


_MOST = 25


def draw_frequent(rows: pd.DataFrame, show: Show) -> None:
    """Draw the table, of the rows that meet the filters."""
    frame = most_frequent(rows)
    shown = frame.head(_MOST).assign(completion=frame["completion"].head(_MOST).map(show))
    if len(rows) < ENOUGH:  # the counts say it
        shown = shown.drop(columns="share")
    st.markdown("**Most frequent completions**")
    st.dataframe(
        shown,
        key="arena_frequent",
        hide_index=True,
        placeholder="",
        height=table_height(shown),
        column_config={
            "sentences": st.column_config.NumberColumn(
                "sentences", help="Sentences shown above that have this completion."
            ),
            "flagged": st.column_config.NumberColumn(
                "flagged", help="Of these, completions that at least one evaluator flagged."
            ),
            "share": st.column_config.ProgressColumn(
                "share flagged",
                format="percent",
                min_value=0.0,
                max_value=1.0,
                color="gray",
                help="Of the completions that an evaluator judged; empty where none did.",
            ),
        },
    )
    if len(frame) > _MOST:
        st.caption(f"The {_MOST} most frequent of {len(frame):,} different completions.")


def most_frequent(rows: pd.DataFrame) -> pd.DataFrame:
    """Different completions: how many sentences each, how many flagged, and the share flagged.

    Returns:
        `completion`, `sentences`, `flagged`, `share` of those judged (0 to 1, missing where none
        was); most frequent first, words of one count in the order of the alphabet.
    """
    counted = pd.DataFrame(
        {
            "completion": rows["completion"],
            "sentences": 1,
            "flagged": flagged_by_any(rows).astype(int),
            "judged": judged_by_any(rows).astype(int),
        }
    )
    sums = counted.groupby("completion", as_index=False).sum()
    sums["share"] = sums["flagged"] / sums["judged"].where(sums["judged"] > 0)
    ordered = sums.sort_values(["sentences", "completion"], ascending=[False, True], kind="stable")
    return ordered.drop(columns="judged").reset_index(drop=True)
