"""Words that the user looks up in one sentence: their shares, in a line and in a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pandas as pd
import streamlit as st

from components.frame.present import explain
from components.frame.present.comparison import LEAST_LIKELY, comparison, unlikely
from components.frame.present.numbers import percent, signed, whole_percent
from components.frame.shell.model_bar import Subject
from engine.core.wording import in_quotes

Value = dict[str, Any]
WordEntry = dict[str, Any]


def of_mask(value: Value, mask: int) -> list[WordEntry]:
    """The words looked up at one mask."""
    return [entry for entry in value["targets"] if entry["mask"] == mask + 1]


def share_text(probability: float | None) -> str:
    """The probability of a word that was looked up."""
    return "unknown" if probability is None else percent(probability)


def points_text(change: float) -> str:
    """A change in percentage points; one that rounds to nothing has no sign."""
    return signed(change, 2) if round(abs(change), 2) else "0.00"


def shares_line(entries: list[WordEntry], asked: bool) -> str:
    """The words looked up with their shares, in one line (markdown).

    Args:
        asked: whether they are shown.
    """
    if not entries:
        return "To compare two words, type them in *Look up words*, for example he, she."
    if small := unlikely_note(entries):
        return small if asked else ""
    return " · ".join(
        f"{explain.plain(in_quotes(entry['word']))} {share_text(entry['probability'])}"
        for entry in entries[:4]
    )


def unlikely_note(entries: list[WordEntry]) -> str:
    """Why the words looked up are not in the headline (markdown); empty where they are."""
    known = [entry for entry in entries[:2] if entry["probability"] is not None]
    if not known or not unlikely(entries):
        return ""
    compared = comparison(entries)
    return (
        f"{_quoted(known).replace(', ', ' and ')} {'are both' if len(known) > 1 else 'is'} "
        f"unlikely here (below {whole_percent(LEAST_LIKELY)})"
        + (f"; {compared}." if compared else ".")
    )


def draw_looked_up(mask: int, shown: list[Subject], entries: list[list[WordEntry]]) -> None:
    """Draw the table of the words looked up at one mask."""
    st.markdown("**Words looked up**")
    table = lookup_table(shown, entries)
    st.dataframe(
        table,
        hide_index=True,
        column_config=_column_help(table),
        key=f"looked_up_{mask}",
        width="content",
    )


def lookup_table(shown: list[Subject], entries: list[list[WordEntry]]) -> pd.DataFrame:
    """Words looked up, one row a word.

    Args:
        shown: the compared model first, if any; the model itself last.
        entries: [model][word], target entries of one mask.

    Returns:
        Probability of each model; rank, log-odds (nats) and pieces of the model itself.
    """
    table = pd.DataFrame({"word": [entry["word"] for entry in entries[-1]]})
    for subject, rows in zip(shown, entries, strict=True):
        name = "probability" if len(shown) == 1 else subject.label
        table[name] = [share_text(entry["probability"]) for entry in rows]
    last = entries[-1]
    # Of one model only, so its name is added where two are shown.
    suffix = "" if len(shown) == 1 else f", {shown[-1].label}"
    table[f"rank{suffix}"] = [
        "" if entry["rank"] is None else f"{entry['rank']:,}" for entry in last
    ]
    table[f"log-odds{suffix}"] = [
        "" if entry["log_odds"] is None else signed(entry["log_odds"]) for entry in last
    ]
    if any(entry["pieces"] > 1 for entry in last):
        table["pieces"] = [entry["pieces"] for entry in last]
    return table


def _column_help(table: pd.DataFrame) -> dict[str, Any]:
    """Explanations of the columns whose meaning is not plain."""
    column = st.column_config.TextColumn
    texts = {
        "rank": "Position in the whole vocabulary; 1 is the most likely word.",
        "log-odds": "Natural logarithm of p / (1 − p); above 0 is more likely than not.",
    }
    return {
        name: column(help=texts[start])
        for name in table.columns
        if (start := str(name).partition(",")[0]) in texts
    }


def lookup_notes(entries: list[WordEntry], continued: bool = False) -> list[str]:
    """What the user must know about single words looked up (markdown).

    Args:
        continued: the words were read as the next word of a text.
    """
    notes = []
    if unknown := _quoted(entry for entry in entries if entry["probability"] is None):
        notes.append(f"Not in this model's vocabulary: {unknown}.")
    split = [entry for entry in entries if entry["probability"] is not None and entry["pieces"] > 1]
    if split and continued:
        notes.append(
            f"The product of the probabilities of their pieces: {_quoted(split)}. Such words have "
            "no rank."
        )
    elif split:
        notes.append(
            f"Scored piece by piece: {_quoted(split)}. Such words have no rank and can "
            "only roughly be compared with words of a different number of pieces."
        )
    return notes


def _quoted(entries: Iterable[WordEntry]) -> str:
    return ", ".join(explain.plain(in_quotes(entry["word"])) for entry in entries)
