"""A measurement on the model, and on the one it is compared with, if that one works."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.labels import distinct
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import beginning
from engine.command_line.command import Command
from engine.core.errors import BiascopeError
from engine.measures.completion.completions import flat_note
from engine.measures.health.reading import reading_notes as in_words

if TYPE_CHECKING:
    import pandas as pd

Measured = list[tuple[Subject, session.Measurement]]


def measure_both(
    name: str, subject: Subject, other: Subject | None, items: list[Any], params: dict[str, Any]
) -> Measured:
    """Measure the model and the one it is compared with; warn if the latter fails.

    Returns:
        The compared model first, if there is one and it works; the model itself last.
    """
    own = session.measure(name, subject.spec, items, params)
    measurements = [(subject, own)]
    warnings = list(own.warnings)
    if other is not None:
        try:
            compared = session.measure(name, other.spec, items, params)
        except BiascopeError as error:
            warnings.append(f"{beginning(other)} cannot be shown for comparison: {error}")
        else:
            measurements.insert(0, (other, compared))
            warnings += compared.warnings
    explain.warnings(warnings)
    return measurements


def draw_reading_notes(shown: Sequence[Subject], texts: Sequence[str]) -> None:
    """Warn of words that a model cannot read, or that are hardly words to it."""
    explain.warnings(reading_notes(shown, texts))


def reading_notes(shown: Sequence[Subject], texts: Sequence[str]) -> list[str]:
    """What has to be said of how models read texts; a model is named where two read them otherwise.

    Args:
        texts: that the answer rests on.
    """
    readings = [session.readings(entry.spec, texts) for entry in shown]
    if all(found == readings[0] for found in readings):
        return in_words(readings[0])
    return [
        note
        for entry, found in zip(shown, readings, strict=True)
        for note in in_words(found, beginning(entry))
    ]


def names(shown: Sequence[Subject]) -> None:
    """The names of two models, one above each half of mirrored bars."""
    with st.container(horizontal=True, horizontal_alignment="distribute"):
        for entry in shown:
            st.markdown(f"**{explain.plain(entry.label)}**", width="content")


def bars_remarks(shown: Sequence[Subject], values: Sequence[dict[str, Any]], place: int) -> None:
    """What has to be said of the bars of one place: a flat distribution, first pieces of words.

    Args:
        values: completions, one a model, in the order of `shown`.
    """
    notes = [flat_note(value["predictions"][place]) for value in values]
    alike = len(set(notes)) == 1
    said = (
        note if alike else f"{explain.plain(entry.label)}: {note}"
        for entry, note in zip(shown, notes, strict=True)
        if note
    )
    for text in dict.fromkeys(said):
        st.caption(text)
    if any(value.get("continued") for value in values):
        st.caption(first_pieces("bars"))


def first_pieces(drawn: str) -> str:
    """What the words of a model that continues a text are.

    Args:
        drawn: what shows them.
    """
    return (
        f"The model continues the text. The {drawn} are the first pieces of the next word: a "
        "longer word may begin with one of them. Words looked up are scored whole."
    )


def commands(command: Command, shown: Sequence[Subject]) -> str:
    """The command for each model that is shown, a line each, the model's own first."""
    return "\n".join(command.for_model(entry.spec).line() for entry in reversed(shown))


def one_table(shown: Sequence[Subject], tables: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Tables of models as one, the model's own first; of several, a column names the model.

    Args:
        shown: in the order of `tables`, the model's own last.
    """
    import pandas as pd  # Home is painted before frames are read

    if len(tables) == 1:
        return tables[0]
    names = distinct([entry.label for entry in shown])
    named = [
        pd.concat([pd.Series(name, table.index, name="model"), table], axis=1)
        for name, table in zip(names, tables, strict=True)
    ]
    return pd.concat(named[::-1], ignore_index=True)


def manifest(measurements: Measured) -> dict[str, Any]:
    """Manifest of the model's own measurement, naming the one it was compared with."""
    own = measurements[-1][1].manifest
    if len(measurements) == 1:
        return own
    return own | compared_with(measurements[0][1].manifest["spec"])


def compared_with(identity: Mapping[str, Any] | None) -> dict[str, Any]:
    """What a manifest says of the model compared with; empty where there is none.

    Args:
        identity: of its spec.
    """
    return {} if identity is None else {"compared_with": identity}
