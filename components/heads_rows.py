"""One row of the before/after panel: what is measured, each model's figure, and the change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from components import explain
from engine.measures.mask_metrics import MaskMetric, Reading
from engine.spec import ModelSpec

UNDEFINED = "undefined"


@dataclass(frozen=True)
class Figure:
    """One figure of one model, as it is shown (markdown), with the number behind it."""

    value: float | None
    text: str


@dataclass
class Row:
    """A line of the panel.

    Args:
        label: what is measured (markdown).
        neutral: the value that means no bias; None for a figure of quality.
        figures: those measured.
        waiting: how far the others are (markdown).
    """

    label: str
    neutral: float | None
    digits: int
    figures: dict[ModelSpec, Figure] = field(default_factory=dict)
    waiting: dict[ModelSpec, str] = field(default_factory=dict)

    def cell(self, spec: ModelSpec) -> str:
        """A figure, or how far it is."""
        found = self.figures.get(spec)
        return found.text if found is not None else f":gray[{self.waiting.get(spec, '')}]"


def table(rows: Sequence[Row], specs: Sequence[ModelSpec]) -> pd.DataFrame:
    """The panel's lines as markdown cells.

    Args:
        specs: the untouched model, then the masked one if there is one.
    """
    columns = {"": [row.label for row in rows]}
    for spec in specs:
        masked = len(spec.masked_heads)
        columns[f"{masked} masked" if masked else "untouched"] = [row.cell(spec) for row in rows]
    if len(specs) == 2:
        columns["change"] = [
            change(row.figures.get(specs[0]), row.figures.get(specs[1]), row.neutral, row.digits)
            for row in rows
        ]
    return pd.DataFrame(columns)


def signed(number: float, digits: int = 2) -> str:
    """A number with its sign, as it is set in print."""
    return f"{number:+.{digits}f}".replace("-", "−")


def small(text: str) -> str:
    """A second line of a cell."""
    return f"  \n:small[:gray[{text}]]"


def seat_figure(value: dict[str, Any]) -> Figure:
    """Signed d with its interval and p."""
    effect, interval = value["effect_size"], value["interval"]
    if effect is None:
        return Figure(None, UNDEFINED)
    bounds = "" if interval is None else f"{signed(interval[0])} to {signed(interval[1])}, "
    return Figure(effect, signed(effect) + small(bounds + p_text(value["p_value"])))


def p_text(p: float | None) -> str:
    """A p-value as it is written."""
    if p is None:
        return "no test"
    return "p < .001" if p < 0.001 else f"p = {p:.3f}".replace("0.", ".", 1)


def metric_figure(metric: MaskMetric, reading: Reading) -> Figure:
    """A metric's figure with its interval."""
    if reading.value is None:
        return Figure(None, UNDEFINED)
    # an effect size has a direction, a share or a perplexity has none
    write: Callable[[float, int], str] = signed if metric.neutral == 0 else _unsigned
    text = write(reading.value, metric.digits)
    if reading.low is not None and reading.high is not None:
        low, high = (write(bound, metric.digits) for bound in (reading.low, reading.high))
        text += small(f"{low} to {high}")
    return Figure(reading.value, text)


def _unsigned(number: float, digits: int) -> str:
    return f"{number:.{digits}f}"


def change(before: Figure | None, after: Figure | None, neutral: float | None, digits: int) -> str:
    """How far a figure moved (markdown): orange up, blue down, grey for what masking costs.

    Args:
        neutral: the value that means no bias; None for a figure of quality.
    """
    if before is None or after is None or before.value is None or after.value is None:
        return ""
    moved = after.value - before.value
    if abs(moved) < 0.5 * 10**-digits:
        return ":gray[none]"
    text = f"{'▲' if moved > 0 else '▼'} {abs(moved):.{digits}f}"
    if neutral is None:
        return f":gray[{text}]"
    return f":orange[{text}]" if moved > 0 else f":blue[{text}]"


def words(value: dict[str, Any]) -> str:
    """The likeliest words for the first hidden place (markdown)."""
    return ", ".join(
        f"{explain.plain(entry['word'])} {100 * entry['probability']:.0f} %"
        for entry in value["predictions"][0]
    )


def chance(moved: float, drawn: Sequence[float], k: int) -> str:
    """What as many heads masked at random do to d, beside the chosen ones (markdown).

    Args:
        moved: d with the chosen heads masked minus d before.
        drawn: the same of each random set.
        k: heads masked.
    """
    mean = sum(drawn) / len(drawn)
    heads = "One random head changes" if k == 1 else f"{k} random heads change"
    told = (
        f"{heads} d by {signed(mean)} on average (from {signed(min(drawn))} to "
        f"{signed(max(drawn))}, {len(drawn)} sets)"
    )
    beyond = moved < min(drawn) or moved > max(drawn)
    judged = "more than any of these sets" if beyond else "no more than chance"
    if beyond and abs(moved) <= max(abs(number) for number in drawn):
        judged = "in a direction that none of these sets takes, but by no more"
    return f"{told}; the chosen ones by {signed(moved)}: {judged}."
