"""The pronoun probability gap of the bundled occupations for Home, read from the store."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from components.frame import session
from components.frame.session.state import Newest
from engine.core.spec import ModelSpec
from engine.measures.cabm.data.sentences import FramedSet
from engine.measures.cabm.sides import Sides, count_sides, gap_sides
from engine.measures.cabm.unmasking import (
    templates_for,
    unmasking_items,
    unmasking_params,
    unmasking_table,
)


class Pronouns(NamedTuple):
    """How many occupations get which pronoun more often, he first, and over how many sentences."""

    sides: Sides
    templates: int


def pronouns(spec: ModelSpec, data: FramedSet) -> Pronouns | None:
    """The first result of the CABM page; None while its values are not in the store."""
    key = (spec, data.name, tuple(data.targets))
    found: Pronouns | None = _counted().get(key)
    if found is None:
        found = _count(spec, data)
        if found is not None:
            _counted()[key] = found
    return found


def _count(spec: ModelSpec, data: FramedSet) -> Pronouns | None:
    targets, templates = list(data.targets), templates_for(data.groups)
    items = unmasking_items(targets, templates)
    values = session.stored("completion", spec, items, unmasking_params(data.groups))
    if values is None:
        return None
    table = unmasking_table(targets, templates, data.groups, values)
    sides = count_sides(gap_sides(table, data.groups), data.groups)
    return Pronouns(sides, len(templates))


@st.cache_resource(show_spinner=False)
def _counted() -> Newest[Pronouns]:
    """The bootstrap is not done again at every drawing of Home."""
    return Newest(64)
