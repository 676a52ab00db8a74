"""The Scorecard page's way to mitigation tables: what is asked for, and what is kept of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components.frame.session.measuring import store
from engine.core.errors import BiascopeError

if TYPE_CHECKING:
    from engine.mitigation.asked import Asked
    from engine.mitigation.columns import Chosen

_FITS = 60.0  # seconds of four fits and of the choice of heads, for the bundled model


def table(asked: Asked) -> dict[str, Any] | None:
    """A finished table; nothing is loaded or computed.

    Raises:
        BiascopeError: if a measure cannot be had.
    """
    from engine.mitigation.measuring import kept_table

    return kept_table(asked, _chosen_columns(asked), store())


def size(asked: Asked) -> tuple[int, int]:
    """How many rows a table has, and how many random controls in all."""
    from engine.mitigation.measuring import size_of

    return size_of(asked)


def seconds(asked: Asked) -> float:
    """About how long a table takes here for a model of the size of the bundled one."""
    return _FITS + sum(_chosen_columns(asked).sizes(*size(asked)))


def _chosen_columns(asked: Asked) -> Chosen:
    found = _columns(asked.concept, asked.measures, asked.seed)
    if isinstance(found, BiascopeError):
        raise type(found)(str(found))
    return found


@st.cache_resource(show_spinner="Reading the measures …", max_entries=20, ttl=600)
def _columns(concept: str, measures: tuple[str, ...], seed: int) -> Chosen | BiascopeError:
    from engine.mitigation.columns import chosen_columns

    try:
        return chosen_columns(concept, measures, seed)
    except BiascopeError as error:
        return error
