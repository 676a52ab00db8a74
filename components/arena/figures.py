"""Figures of a report in words: a rate with its interval, and what is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components.frame.present import download
from components.frame.present.numbers import (
    bracketed,
    interval_text,
    number,
    signed,
    written_numbers,
)
from engine.core.wording import counted
from engine.files.export import csv_text
from engine.measures.arena.comparable import AnyReport as AnyReport
from engine.measures.arena.few import ENOUGH, flagged_text, interval_ends
from engine.measures.arena.settings import ANY, MAJORITY

RateFigures = Mapping[str, Any]


def rate_text(entry: RateFigures) -> str:
    """A flag rate with what is behind it: `42.1% (95% CI [38.0, 46.0], 160 sentences)`.

    Below `ENOUGH` sentences it is a count of these: `3 of 12 (95% CI [0.7, 6.9] of 12)`.
    """
    behind = behind_text(entry)
    return rate_alone(entry) + (f" ({behind})" if behind else "")


def rate_alone(entry: RateFigures | None) -> str:
    """A flag rate in percent, of few sentences as a count, or that there is none."""
    return "none" if entry is None else flagged_text(entry["flag_rate"], entry["n"])


def behind_text(entry: RateFigures) -> str:
    """Interval of a flag rate and number of sentences; empty where there is no flag rate."""
    if entry["flag_rate"] is None:
        return ""
    interval = rate_interval(entry.get("interval"), entry["n"])
    few = entry["n"] < ENOUGH and bool(interval)  # which names the sentences itself
    return ", ".join(filter(None, [interval, counted(entry["n"], "sentence") * (not few)]))


def score_text(entry: RateFigures) -> str:
    """An average bias score with its interval: `0.41 (95% CI [0.38, 0.44])`."""
    score = entry["average_bias_score"]
    if score is None:
        return "none"
    interval = interval_text(entry.get("score_interval"), ".2f")
    return number(score, ".2f") + (f" ({interval})" if interval else "")


def in_percent(interval: Sequence[float] | None) -> list[float] | None:
    """The ends of an interval of shares, in percent."""
    return None if interval is None else [100 * bound for bound in interval]


def rate_interval(interval: Sequence[float] | None, n: int) -> str:
    """The interval of a flag rate, in the unit that `flagged_text` writes the rate in.

    Args:
        interval: 0 to 1.
        n: sentences behind it.
    """
    text = interval_text(interval_ends(interval, n), ".1f")
    return f"{text} of {n}" if text and n < ENOUGH else text


def added_text(difference: float, n: int) -> tuple[str, str]:
    """How much more often is flagged, with its sign, and the unit: percentage points or sentences.

    Args:
        difference: of two flag rates, -1 to 1.
        n: sentences behind it; few are counted.
    """
    number = difference * (n if n < ENOUGH else 100)
    return signed(number, 1), "sentences" if n < ENOUGH else "percentage points"


def flagged_share(report: AnyReport, n: int = ENOUGH) -> str:
    """What a flag rate of this report is a share of: `of completions are flagged`.

    Args:
        n: sentences behind it; few are counted: `3 of 12 completions are flagged`.
    """
    if n < ENOUGH:
        return _few_share(report)
    counting = [name for name, entry in report["by_evaluator"].items() if entry["counts"]]
    if len(counting) < 2:
        return "of completions are flagged"
    if report["settings"]["reading"] == ANY:
        return f"of completions are flagged by at least one of {len(counting)} evaluators"
    if report["settings"]["reading"] == MAJORITY:
        return f"of completions are flagged by more than half of {len(counting)} evaluators"
    return f"of the verdicts of {len(counting)} evaluators on completions are flags"


def _few_share(report: AnyReport) -> str:
    """What follows a count of flagged sentences."""
    judges = sum(bool(entry["counts"]) for entry in report["by_evaluator"].values())
    if judges < 2:
        return "completions are flagged"
    if report["settings"]["reading"] == ANY:
        return f"completions are flagged by at least one of {judges} evaluators"
    if report["settings"]["reading"] == MAJORITY:
        return f"completions are flagged by more than half of {judges} evaluators"
    return f"completions are flagged, each by its share of the verdicts of {judges} evaluators"


def known_groups(report: AnyReport, category: str | None = None) -> dict[str, RateFigures]:
    """Groups with a flag rate, most flagged first."""
    groups = {
        name: entry
        for name, entry in report["by_group"].items()
        if entry["flag_rate"] is not None and category in (None, entry.get("category"))
    }
    return dict(sorted(groups.items(), key=lambda item: (-item[1]["flag_rate"], item[0])))


_HEIGHT, _ROW = 320, 36  # pixels
_FORMATS = {"%": ".1f", "points": "+.1f"}  # of a unit


def draw_figure_table(
    rows: pd.DataFrame,
    texts: Mapping[str, list[str]],
    titles: Mapping[str, str],
    file: str,
    key: str,
) -> None:
    """Draw a table of figures in percent, and the button for its rows.

    Args:
        rows: what the CSV holds.
        texts: further columns, which the table alone has.
        titles: column -> its title, with the unit after a comma; the order of the table.
        key: of the table, and of the button with another ending.
    """
    shown = rows.assign(**texts)[[*titles]].rename(columns=titles)
    st.dataframe(
        written_numbers(
            shown,
            {
                title: _FORMATS[unit]
                for title in shown.columns
                if (unit := title.rpartition(", ")[2]) in _FORMATS
            },
        ),
        key=f"{key}_table",
        hide_index=True,
        placeholder="",
        height=table_height(shown),
    )
    download.button("CSV", lambda: csv_text(rows), file, "text/csv", f"{key}_csv")


def figure_titles(rows: pd.DataFrame, titles: Mapping[str, str]) -> dict[str, str]:
    """Columns of figures with their titles, numbers where all rows rest on enough sentences.

    Args:
        titles: column -> title with its unit after a comma; where few sentences are counted, the
            column of texts is named `column_text`, and the title is without the unit.
    """
    if not (rows["n"] < ENOUGH).any():
        return dict(titles)
    return {f"{name}_text": title.rpartition(", ")[0] for name, title in titles.items()}


def difference_texts(differences: pd.Series, sizes: pd.Series) -> list[str]:
    """Differences of flag rates as they are written in a table: `+2.5 points`, `+2 of 12`.

    Args:
        differences: [row], percentage points.
        sizes: [row] sentences behind it; few are counted.
    """
    return [
        ""
        if value != value
        else f"{added_text(value / 100, n)[0]} {f'of {n}' if n < ENOUGH else 'points'}"
        for value, n in zip(differences, sizes, strict=True)
    ]


def interval_texts(lows: pd.Series, highs: pd.Series, sizes: pd.Series) -> list[str]:
    """Intervals of differences, each as it is written in a table, in the unit of its difference."""
    return [
        bracketed(None if low != low else interval_ends((low / 100, high / 100), n), "+.1f")
        for low, high, n in zip(lows, highs, sizes, strict=True)
    ]


def table_height(rows: pd.DataFrame) -> int:
    """Pixels of a table: all of its rows, or so many that it scrolls."""
    return min(_HEIGHT, _ROW * (len(rows) + 1))
