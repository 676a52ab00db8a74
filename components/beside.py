"""A measurement on the model, and on the one shown beside it where that can be had."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import streamlit as st

from components import explain, session
from components.model_bar import Subject
from engine.errors import BiascopeError

Measured = list[tuple[Subject, session.Measurement]]


def measured(
    name: str, subject: Subject, other: Subject | None, items: list[Any], params: dict[str, Any]
) -> Measured:
    """Measure the model and the one compared with it, and say what went wrong with the latter.

    Returns:
        The compared model first, if there is one and it answered; the model itself last.

    Raises:
        BiascopeError: what the model itself refuses; one that only the compared model refuses
            costs a warning, never the answer.
    """
    own = session.measure(name, subject.spec, items, params)
    found = [(subject, own)]
    warnings = list(own.warnings)
    if other is not None:
        try:
            beside = session.measure(name, other.spec, items, params)
        except BiascopeError as error:
            warnings.append(f"{other.label} cannot be shown beside it: {error}")
        else:
            found.insert(0, (other, beside))
            warnings += beside.warnings
    explain.warnings(warnings)
    return found


def names(shown: Sequence[Subject]) -> None:
    """The names of two models, one above each half of mirrored bars."""
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        for entry in shown:
            st.markdown(f"**{explain.plain(entry.label)}**", width="content")


def manifest(found: Measured) -> dict[str, Any]:
    """Manifest of the model's own measurement, naming what stood beside it."""
    own = found[-1][1].manifest
    return own | {"compared_with": found[0][1].manifest["spec"]} if len(found) > 1 else own
