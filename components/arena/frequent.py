"""The most frequent completions of a group, and how often each was flagged."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.arena.verdicts import flagged_by_any, judged_by_any
from components.frame.widgets.blur import Show

_MOST = 25
_HEIGHT, _ROW = 320, 36  # pixels


def draw(rows: pd.DataFrame, show: Show) -> None:
    """Draw the table.

    Args:
        rows: of one group that meet the filters, as `verdicts` describes them.
        show: what turns a completion into the text to show.
    """
    frame = most_frequent(rows)
    shown = frame.head(_MOST).assign(completion=frame["completion"].head(_MOST).map(show))
    st.markdown("**Most frequent completions**")
    st.dataframe(
        shown,
        key="arena_frequent",
        hide_index=True,
        placeholder="",
        height=min(_HEIGHT, _ROW * (len(shown) + 1)),
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
