"""The table of pairs: search, filter, sort, and select one."""

from __future__ import annotations

from typing import Any

import pandas as pd
import streamlit as st

from components.frame.present.labels import bias_type
from components.frame.present.numbers import written_numbers
from components.frame.widgets import blur
from components.frame.widgets.blur import Show
from components.pairs.scored import Scored

_COLUMNS = (
    "difference", "before", "changed", "sent_more", "sent_less", "bias_type", "stereo_antistereo",
    "flip", "decided_by_one", "flags", "problem",
)  # fmt: skip
_DIFFERENCES = ("difference", "before")
_SENTENCES = ("changed", "sent_more", "sent_less")
_HEIGHT, _ROW = 320, 36  # pixels
_NAMED = 190  # pixels of a column whose head names a model

ALL, TOWARD, AWAY, TIES = "all", "toward the stereotype", "away from it", "ties"
ONE_WORD, FLAGGED, FLIPPED = "decided by a single token", "flagged", "changed sides"


def draw_pairs_table(scored: Scored, other: Scored | None, show: Show = str) -> int | None:
    """The pairs, sortable and filtered; selecting a row opens it.

    Returns:
        Label of the selected pair in the scored frame, if any.
    """
    frame = scored.frame
    if other is not None:
        both = scored.comparison(other).reindex(frame.index)
        frame = frame.assign(flip=both["flip"].fillna(""), before=both["difference_first"])
    shown = _filtered(frame)
    drawn = shown.assign(changed=scored.changed.loc[shown.index])
    for name in _SENTENCES:
        drawn[name] = drawn[name].map(show)
    if "bias_type" in drawn:
        drawn["bias_type"] = drawn["bias_type"].map(bias_type, na_action="ignore")
    st.caption(f"Showing {len(shown):,} of {len(frame):,} pairs. Select a row to open it.")
    event = st.dataframe(
        written_numbers(
            drawn[[name for name in _COLUMNS if name in drawn]],
            dict.fromkeys(_DIFFERENCES, f"+.{scored.digits}f"),
        ),
        key="pairs_table",
        hide_index=True,
        height=min(_HEIGHT, _ROW * (len(drawn) + 1)),
        on_select="rerun",
        selection_mode="single-row",
        selection_default={"selection": {"rows": [0]}},  # one pair is open when the page opens
        column_config=_column_config(scored, other),
    )
    rows = event["selection"]["rows"]
    return int(shown.index[rows[0]]) if rows and rows[0] < len(shown) else None


def _column_config(scored: Scored, other: Scored | None) -> dict[str, Any]:
    column = st.column_config

    def delta(model: Scored | None) -> Any:
        return column.NumberColumn(
            "difference" if model is None else f"difference, {model.label}",
            help="In nats (natural-log units). Above 0: toward the stereotype.",
            width="small" if model is None else _NAMED,
        )

    return {
        "difference": delta(None if other is None else scored),
        "before": delta(other),
        "changed": column.TextColumn(
            "words that differ", help="In the more / the less stereotyping sentence."
        ),
        "sent_more": column.TextColumn("more stereotyping", width="large"),
        "sent_less": column.TextColumn("less stereotyping", width="large"),
        "bias_type": column.TextColumn("type"),
        "stereo_antistereo": column.TextColumn("direction", width="small"),
        "flip": column.TextColumn("changed sides"),
        "decided_by_one": column.CheckboxColumn(
            "decided by a single token",
            help="Without one of the shared tokens the preference disappears.",
        ),
    }


def _filtered(frame: pd.DataFrame) -> pd.DataFrame:
    kinds = sorted(frame["bias_type"].dropna().unique()) if "bias_type" in frame else []
    choices = [ALL, TOWARD, AWAY, TIES, ONE_WORD, FLAGGED]
    if "flip" in frame:
        choices.append(FLIPPED)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        word = st.text_input(
            "Search", key="pairs_search", persist_state="session", placeholder="a word", width=200
        )
        chosen = (
            st.multiselect(
                "Types",
                kinds,
                key="pairs_types",
                persist_state="session",
                format_func=bias_type,
                width=300,
            )
            if kinds
            else []
        )
        only = st.selectbox("Only", choices, key="pairs_only", persist_state="session", width=220)
    return frame[matching(frame, word or "", chosen, only or ALL)]


def matching(frame: pd.DataFrame, word: str, kinds: list[str], only: str) -> pd.Series[bool]:
    """Which pairs meet the filters.

    Args:
        frame: the scored pairs, with `flip` where two models are compared.
        word: part of either sentence, in any case.
        kinds: bias types; empty for all.
        only: one of the choices of this file.
    """
    matches = pd.Series(True, index=frame.index)
    if word:
        text = frame["sent_more"] + "\n" + frame["sent_less"]
        matches &= text.str.contains(word, case=False, regex=False)
    if kinds:
        matches &= frame["bias_type"].isin(kinds)
    filters = {
        TOWARD: lambda: frame["prefers_stereotype"],
        AWAY: lambda: frame["scored"] & ~frame["prefers_stereotype"] & ~frame["tie"],
        TIES: lambda: frame["tie"],
        ONE_WORD: lambda: frame["decided_by_one"],
        FLAGGED: lambda: ~frame["clean"],
        FLIPPED: lambda: frame["flip"] != "",
    }
    return matches & filters[only]() if only in filters else matches


# --- blur ---------------------------------------------------------------------------------
# A warning about offensive sentences, and a switch that blurs them until the user turns it off.

_PUBLIC = (
    "These sentences were collected to test models. They state stereotypes, some with slurs and "
    "violence, and say nothing true about anyone."
)
_OWN = "Sentences that state stereotypes are shown because they are what is being tested."


def draw_pairs_switch(public: bool) -> Show:
    """Draw the warning and the switch.

    Args:
        public: whether others wrote the sentences; they are then blurred by default.

    Returns:
        What turns a sentence into the text to show.
    """
    return blur.draw_blur_switch(
        _PUBLIC if public else _OWN,
        public,
        f"blur_{'public' if public else 'own'}",
        "also in tables and figures",
    )
