"""Rows of the before/after panel: what is measured, each model's result, and the change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pandas as pd

from components.heads.results import NO_BREAK, Result, small
from engine.spec import ModelSpec, format_heads


@dataclass
class Row:
    """A row of the panel.

    Args:
        label: what is measured (markdown).
        neutral: the value that means no bias; None for a measure of language ability.
        digits: decimals of a change.
        results: those measured.
        waiting: progress of the others (markdown).
    """

    label: str
    neutral: float | None
    digits: int
    results: dict[ModelSpec, Result] = field(default_factory=dict)
    waiting: dict[ModelSpec, str] = field(default_factory=dict)

    def heading(self) -> str:
        """What is measured, and on how much."""
        sample = next((result.sample for result in self.results.values() if result.sample), "")
        return self.label + (small(sample) if sample else "")

    def cell(self, spec: ModelSpec, before: ModelSpec) -> str:
        """A result with its change from before, or the progress of measuring it."""
        result, first = self.results.get(spec), self.results.get(before)
        if result is None:
            return f":gray[{self.waiting.get(spec, '')}]"
        if spec == before:
            return result.text + result.below
        text = result.text if result.value is None else f"**{result.text}**"
        return text + change(first, result, self.neutral, self.digits) + result.below


def table(rows: Sequence[Row], specs: Sequence[ModelSpec]) -> pd.DataFrame:
    """The panel's rows as markdown cells.

    Args:
        specs: the original model, then the masked one if there is one.
    """
    columns = {"measure": [row.heading() for row in rows]}
    for spec in specs:
        masked = len(spec.masked_heads)
        columns[f"{masked} masked" if masked else "unmodified"] = [
            row.cell(spec, specs[0]) for row in rows
        ]
    return pd.DataFrame(columns)


def frame(rows: Mapping[str, Row], specs: Sequence[ModelSpec]) -> pd.DataFrame:
    """The panel's results for export: one row per result and model, with unrounded numbers.

    Args:
        rows: name of the result -> its row.
    """
    entries = []
    for name, row in rows.items():
        for spec in specs:
            result = row.results.get(spec)
            if result is not None:
                low, high = result.interval or (None, None)
                entries.append(
                    {
                        "figure": name,
                        "masked_heads": format_heads(spec.masked_heads),
                        "value": result.value,
                        "low": low,
                        "high": high,
                        "of": result.sample,
                        "words": result.text if result.value is None else "",
                    }
                )
    return pd.DataFrame(entries).astype({"value": float, "low": float, "high": float})


def change(before: Result | None, after: Result, neutral: float | None, digits: int) -> str:
    """The change of a result (markdown): orange up, blue down, grey for language ability.

    Args:
        neutral: the value that means no bias; None for a measure of language ability.
    """
    if before is None or before.value is None or after.value is None:
        return ""
    moved = after.value - before.value
    if abs(moved) < 0.5 * 10**-digits:
        return " :gray[=]"
    text = f"{'▲' if moved > 0 else '▼'}{NO_BREAK}{abs(moved):.{digits}f}"
    colour = "gray" if neutral is None else "orange" if moved > 0 else "blue"
    return f" :{colour}[{text}]"
