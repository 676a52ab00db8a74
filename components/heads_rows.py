"""One row of the before/after panel: what is measured, each model's figure, and the change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from components import explain, session
from components.numbers import number, p_text
from engine.measures.mask_metrics import MaskMetric, Reading
from engine.spec import ModelSpec, format_heads

UNDEFINED = "undefined"
_TOGETHER = "\u00a0"  # a space that does not wrap
_TIE = 1e-4  # of d: the same heads measured in other batches differ by less


@dataclass(frozen=True)
class Figure:
    """One figure of one model, as it is shown (markdown).

    Args:
        value: the number behind it.
        text: the number itself.
        below: further lines, as its interval.
        counted: what it stands on, as `60 pairs`.
        interval: 95 %.
    """

    value: float | None
    text: str
    below: str = ""
    counted: str = ""
    interval: tuple[float, float] | None = None


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

    def named(self) -> str:
        """What is measured, and on how much."""
        counted = next((found.counted for found in self.figures.values() if found.counted), "")
        return self.label + (small(counted) if counted else "")

    def cell(self, spec: ModelSpec, before: ModelSpec) -> str:
        """A figure with how far it moved from before, or how far measuring it is."""
        found, first = self.figures.get(spec), self.figures.get(before)
        if found is None:
            return f":gray[{self.waiting.get(spec, '')}]"
        if spec == before:
            return found.text + found.below
        moved = change(first, found, self.neutral, self.digits)
        return (found.text if found.value is None else f"**{found.text}**") + moved + found.below


def table(rows: Sequence[Row], specs: Sequence[ModelSpec]) -> pd.DataFrame:
    """The panel's lines as markdown cells.

    Args:
        specs: the untouched model, then the masked one if there is one.
    """
    columns = {"": [row.named() for row in rows]}
    for spec in specs:
        masked = len(spec.masked_heads)
        columns[f"{masked} masked" if masked else "untouched"] = [
            row.cell(spec, specs[0]) for row in rows
        ]
    return pd.DataFrame(columns)


def frame(rows: Mapping[str, Row], specs: Sequence[ModelSpec]) -> pd.DataFrame:
    """The panel's figures for export, one row a figure of one model, numbers to the last digit.

    Args:
        rows: name of the figure -> its line.
    """
    entries = []
    for name, row in rows.items():
        for spec in specs:
            found = row.figures.get(spec)
            if found is not None:
                low, high = found.interval or (None, None)
                entries.append(
                    {
                        "figure": name,
                        "masked_heads": format_heads(spec.masked_heads),
                        "value": found.value,
                        "low": low,
                        "high": high,
                        "of": found.counted,
                        "words": found.text if found.value is None else "",
                    }
                )
    return pd.DataFrame(entries).astype({"value": float, "low": float, "high": float})


def small(text: str) -> str:
    """A further line of a cell."""
    return f"  \n:small[:gray[{text}]]"


def seat_figure(value: dict[str, Any]) -> Figure:
    """Signed d with its interval and p."""
    effect, interval = value["effect_size"], value["interval"]
    if effect is None:
        return Figure(None, UNDEFINED)
    bounds = "" if interval is None else small(_bounds(interval[0], interval[1], "+.2f"))
    targets = value["sizes"]["x"] + value["sizes"]["y"]
    p = small(p_text(value["p_value"]).replace(" ", _TOGETHER))
    text = number(effect, "+.2f")
    ends = None if interval is None else (interval[0], interval[1])
    return Figure(effect, text, bounds + p, f"{targets} targets", ends)


def metric_figure(metric: MaskMetric, reading: Reading) -> Figure:
    """A metric's figure with its interval."""
    if reading.value is None:
        return Figure(None, UNDEFINED)
    # an effect size has a direction, a share or a perplexity has none
    form = f"{'+' if metric.neutral == 0 else ''}.{metric.digits}f"
    ends = None
    if reading.low is not None and reading.high is not None:
        ends = (reading.low, reading.high)
    below = small(_bounds(*ends, form)) if ends else ""
    text = number(reading.value, form)
    return Figure(reading.value, text, below, f"{reading.n} {metric.counted}", ends)


def _bounds(low: float, high: float, form: str) -> str:
    return f"{number(low, form)} to {number(high, form)}".replace(" ", _TOGETHER)


def change(before: Figure | None, after: Figure, neutral: float | None, digits: int) -> str:
    """How far a figure moved (markdown): orange up, blue down, grey for what masking costs.

    Args:
        neutral: the value that means no bias; None for a figure of quality.
    """
    if before is None or before.value is None or after.value is None:
        return ""
    moved = after.value - before.value
    if abs(moved) < 0.5 * 10**-digits:
        return " :gray[=]"
    text = f"{'▲' if moved > 0 else '▼'}{_TOGETHER}{abs(moved):.{digits}f}"
    colour = "gray" if neutral is None else "orange" if moved > 0 else "blue"
    return f" :{colour}[{text}]"


def words(value: dict[str, Any]) -> str:
    """The likeliest words for the first hidden place (markdown)."""
    return ", ".join(
        f"{explain.plain(entry['word'])} {100 * entry['probability']:.0f} %".replace(" ", _TOGETHER)
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
        f"{heads} d by {number(mean, '+.2f')} on average (from {number(min(drawn), '+.2f')} to "
        f"{number(max(drawn), '+.2f')}, {len(drawn)} sets)"
    )
    judged = "within what random sets do"
    if moved > max(drawn) + _TIE:
        judged = "further up than any of these sets"
    elif moved < min(drawn) - _TIE:
        judged = "further down than any of these sets"
    return f"{told}; the chosen ones by {number(moved, '+.2f')}: {judged}."


def forgotten(
    cloze: tuple[float | None, float | None], pppl: tuple[float | None, float | None]
) -> str | None:
    """Whether masking heads has cost a model its language, so that its bias means little.

    Args:
        cloze: share of plain cloze sentences answered, per cent, before and after.
        pppl: pseudo-perplexity of plain sentences, before and after.

    Returns:
        What to tell; None where the model was no better before, or still holds.
    """
    enough = (100 * session.CLOZE_ENOUGH, session.PPPL_ENOUGH)
    told = []
    if cloze[0] is not None and cloze[1] is not None and cloze[1] < enough[0] <= cloze[0]:
        told.append(f"answers only {cloze[1]:.0f} % of the plain cloze sentences")
    if pppl[0] is not None and pppl[1] is not None and pppl[1] > enough[1] >= pppl[0]:
        told.append(f"has a pseudo-perplexity of {pppl[1]:,.0f} on plain sentences")
    if not told:
        return None
    return (
        f"With these heads masked the model {' and '.join(told)}: it has lost much of its "
        "language, so a score near neutral is weakness, not fairness."
    )
