"""The field for a random seed: every number that is sampled can be had again."""

from __future__ import annotations

import streamlit as st

_LARGEST = 10_000


def draw_seed_field(key: str, help_text: str) -> int:
    """Draw the field, kept in the address.

    Args:
        key: of the field in the session and the address.
        help_text: what the seed makes repeatable.
    """
    seed = st.number_input(
        "Seed",
        0,
        _LARGEST,
        0,
        key=key,
        bind="query-params",
        persist_state="session",
        help=help_text,
    )
    return int(seed or 0)
