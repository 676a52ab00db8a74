"""The published flag rates, as published: of another set of sentences, which was not released."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from components.arena.parts import category_name
from components.frame.present import explain
from engine.evaluators.suites import PUBLISHED
from engine.measures.arena.published import CAVEAT, NOT_COMPARABLE, TABLE_1


def draw(suite: str) -> None:
    """Draw the published table where the published evaluators are chosen; else nothing.

    Args:
        suite: name of the chosen suite.
    """
    if suite != PUBLISHED:
        return
    with st.expander("Published figures (as published, not comparable)"):
        st.markdown(f"Flag rates in percent. {NOT_COMPARABLE}")
        st.dataframe(table(), hide_index=True, width="content", key="arena_published")
        explain.note(CAVEAT)


def table() -> pd.DataFrame:
    """One row per model, one column per category, in percent."""
    return pd.DataFrame(
        [
            {"model": model, **{category_name(name): rate for name, rate in rates.items()}}
            for model, rates in TABLE_1.items()
        ]
    )
