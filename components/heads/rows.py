"""Rows of the before/after panel: what is measured, each model's result, and the change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from components.frame.present import in_words
from components.frame.present.numbers import bracketed, number
from components.heads.results import NO_BREAK, Result, in_brackets, small
from engine.core.spec import ModelSpec, format_heads
from engine.core.wording import counted
from engine.measures.heads.changes import AS_FAR, CLOSER, UNSETTLED, Change, direction
from engine.measures.heads.mask_metrics import MetricReading
from engine.statistics import detectable_difference

_SAID = 3  # figures of the sentence

Compare = Callable[[MetricReading, MetricReading], Change | None]


@dataclass
class Row:
    """A row of the panel.

    Args:
        label: what is measured (markdown).
        neutral: the value that means no bias; None for a measure of language ability.
        digits: decimals of a change.
        compare: readings before and after -> the change with its interval; None where no sample
            is behind the results.
        results: those measured.
        waiting: progress of the others (markdown).
    """

    label: str
    neutral: float | None
    digits: int
    compare: Compare | None = None
    results: dict[ModelSpec, Result] = field(default_factory=dict)
    waiting: dict[ModelSpec, str] = field(default_factory=dict)
    _changes: dict[tuple[MetricReading, MetricReading], Change | None] = field(default_factory=dict)

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
        return text + self.change(first, result) + result.below + self._interval(first, result)

    def change(self, before: Result | None, after: Result) -> str:
        """The change of a result (markdown): blue closer to neutral, orange further from it.

        No arrow and no colour where it rounds to nothing or its interval contains 0.
        """
        if before is None or before.value is None or after.value is None:
            return ""
        moved = after.value - before.value
        if abs(moved) < 0.5 * 10**-self.digits:
            return f" :gray[±{0:.{self.digits}f}]"  # the interval below says how well that is known
        where = self._direction(before, after)
        amount = f"{abs(moved):.{self.digits}f}"
        if where == UNSETTLED:
            return ""  # the interval below says so
        text = f"{'▲' if moved > 0 else '▼'}{NO_BREAK}{amount}"
        if self.neutral is None or where is None:
            return f" :gray[{text}]"
        crossed = (before.value - self.neutral) * (after.value - self.neutral) < 0
        across = f" across {self.neutral:g}" if crossed else ""
        if where == AS_FAR:
            return f" :gray[{text}{across}, about as far from it]"
        colour, word = ("blue", "closer to") if where == CLOSER else ("orange", "further from")
        goal = "it" if crossed else f"{self.neutral:g}"
        return f" :{colour}[{text}{across}{',' * crossed} {word} {goal}]"

    def _moved(self, before: Result, after: Result) -> Change | None:
        if self.compare is None or before.reading is None or after.reading is None:
            return None
        pair = before.reading, after.reading
        if pair not in self._changes:  # drawn again with every figure that arrives
            self._changes[pair] = self.compare(*pair)
        return self._changes[pair]

    def _direction(self, before: Result, after: Result) -> str | None:
        if before.value is None or after.value is None:
            return None
        change = self._moved(before, after)
        if change is None and self.compare is not None:
            return UNSETTLED  # nothing shows that it is more than chance
        return direction(before.value, after.value, self.neutral, self.digits, change)

    def _interval(self, before: Result | None, after: Result) -> str:
        """The line with the change and its interval."""
        change = None if before is None else self._moved(before, after)
        if change is None:
            return ""
        spec = f"+.{self.digits}f"
        bounds = in_brackets((change.low, change.high), spec)
        return small(f"change {number(change.value, spec)} {bounds}")

    def detectable(self, before: Result | None, after: Result | None) -> str:
        """What a change that is not clear could have shown (markdown); empty for another one."""
        if before is None or after is None or self._direction(before, after) != UNSETTLED:
            return ""
        change = self._moved(before, after)
        if change is None:
            return ""
        least = detectable_difference(change.low, change.high)
        return f"{self.label} ±{number(least, f'.{self.digits}f')}"

    def moved(self, before: Result | None, after: Result) -> dict[str, Any]:
        """Change, its interval and its direction, for the export."""
        if before is None or before.value is None or after.value is None or before is after:
            return {}
        change = self._moved(before, after)
        bounds = {} if change is None else {"change_low": change.low, "change_high": change.high}
        where = self._direction(before, after)
        return {"change": after.value - before.value, **bounds, "direction": where}


def panel_table(rows: Sequence[Row], specs: Sequence[ModelSpec]) -> pd.DataFrame:
    """The panel's rows as markdown cells.

    The first column says which measure, and on how much; the others are one model each.

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


def summary(rows: Mapping[str, Row], specs: Sequence[ModelSpec]) -> pd.DataFrame:
    """What is known under every model, as a small table: a row a figure, a column a model.

    Args:
        rows: name of the result -> its row.
    """
    known = [row for row in rows.values() if all(spec in row.results for spec in specs)]
    columns = {"figure": [in_words.unmarked(row.label) for row in known]}
    for spec in specs:
        name = counted(len(spec.masked_heads), "head") + " off" if spec.masked_heads else "before"
        columns[name] = [_short(row.results[spec]) for row in known]
    return pd.DataFrame(columns)


def in_short(rows: Mapping[str, Row], specs: Sequence[ModelSpec]) -> str:
    """The first figures before and after, in one sentence."""
    known = [
        f"{row.label} {row.results[specs[0]].text} → {row.results[specs[-1]].text}"
        for row in rows.values()
        if all(spec in row.results and row.results[spec].value is not None for spec in specs)
    ]
    if specs[0] == specs[-1]:
        return "No head is switched off yet; these are the figures of the unmodified model."
    heads = counted(len(specs[-1].masked_heads), "head")
    return f"{heads} switched off: {', '.join(known[:_SAID]) or 'nothing is measured yet'}."


def _short(result: Result) -> str:
    """A result with its interval, without markdown."""
    interval = f" {bracketed(result.interval, '.2f')}" if result.interval else ""
    return in_words.unmarked(result.text) + interval


def unclear(rows: Iterable[Row], before: ModelSpec, after: ModelSpec) -> list[str]:
    """What the changes that are not clear could have shown, one entry a row (markdown)."""
    found = [row.detectable(row.results.get(before), row.results.get(after)) for row in rows]
    return [text for text in found if text and before != after]


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
                        **row.moved(row.results.get(specs[0]), result),
                    }
                )
    frame = pd.DataFrame(entries, columns=_COLUMNS)
    return frame.astype(dict.fromkeys(_NUMBERS, float))


_NUMBERS = ("value", "low", "high", "change", "change_low", "change_high")
_COLUMNS = [
    *("figure", "masked_heads", "value", "low", "high", "of", "words"),
    *("change", "change_low", "change_high", "direction"),
]
