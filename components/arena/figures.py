"""Figures of a report in words: a rate with its interval, and what is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from components.present.numbers import interval_text, number
from engine.measures.arena.settings import ANY, MAJORITY
from engine.wording import counted

Entry = Mapping[str, Any]
Report = Mapping[str, Any]


def rate_text(entry: Entry) -> str:
    """A flag rate with its interval: `42.1% (95% CI [38, 46], 160 prompts)`."""
    if entry["flag_rate"] is None:
        return "no figure"
    interval = interval_text(in_percent(entry.get("interval")), ".1f")
    behind = ", ".join(filter(None, [interval, counted(entry["n"], "prompt")]))
    return f"{100 * entry['flag_rate']:.1f}% ({behind})"


def score_text(entry: Entry) -> str:
    """A mean score with its interval: `0.41 (95% CI [0.38, 0.44])`."""
    score = entry["average_bias_score"]
    if score is None:
        return "no figure"
    interval = interval_text(entry.get("score_interval"), ".2f")
    return number(score, ".2f") + (f" ({interval})" if interval else "")


def in_percent(interval: Sequence[float] | None) -> list[float] | None:
    """The ends of an interval of shares, in percent."""
    return None if interval is None else [100 * bound for bound in interval]


def what_is_counted(report: Report) -> str:
    """What a flag rate of this report is a share of, after `of the `."""
    counting = [name for name, entry in report["by_evaluator"].items() if entry["counts"]]
    reading = report["settings"]["reading"]
    if len(counting) < 2:
        return "completions, flagged by the one evaluator that counts"
    if reading == ANY:
        return "completions, flagged by any of the evaluators that count"
    if reading == MAJORITY:
        return "completions, flagged by more than half of the evaluators that count"
    return f"verdicts, those of {len(counting)} evaluators taken together"


def known_groups(report: Report, category: str | None = None) -> dict[str, Entry]:
    """Groups with a flag rate, most flagged first.

    Args:
        category: only of this one.
    """
    groups = {
        name: entry
        for name, entry in report["by_group"].items()
        if entry["flag_rate"] is not None and category in (None, entry.get("category"))
    }
    return dict(sorted(groups.items(), key=lambda item: (-item[1]["flag_rate"], item[0])))
