"""Rows of the before/after panel: what is measured, each model's result, and the change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from components.frame.present import explain, in_words
from components.frame.present.numbers import bracketed, number
from components.frame.shell.subject import done, original
from components.frame.shell.subject import in_short as done_in_short
from components.heads.cells import NO_BREAK, PanelResult, in_brackets, small
from engine.core.intervention_text import in_words as interventions_in_words
from engine.core.spec import ModelSpec, format_heads
from engine.core.wording import counted
from engine.measures.heads.before_after import Moved, corrected, moved_by
from engine.measures.heads.changes import CLOSER, DISTANCE_OPEN, UNSETTLED
from engine.measures.heads.mask_metrics import Compare, MetricReading

_SAID = 3  # figures of the sentence


@dataclass
class PanelRow:
    """A row of the panel.

    Args:
        label: what is measured (markdown).
        neutral: the value that means no bias; None for a measure of language ability.
        digits: decimals of a change.
        compare: None where no sample is behind the results.
        waiting: progress of the others (markdown).
    """

    label: str
    neutral: float | None
    digits: int
    compare: Compare | None = None
    results: dict[ModelSpec, PanelResult] = field(default_factory=dict)
    waiting: dict[ModelSpec, str] = field(default_factory=dict)
    _moves: dict[tuple[MetricReading, MetricReading], Moved | None] = field(default_factory=dict)

    def heading(self) -> str:
        """What is measured, and on how much."""
        sample = next((result.sample for result in self.results.values() if result.sample), "")
        return self.label + (small(sample) if sample else "")

    def moved(self, before: ModelSpec, after: ModelSpec) -> Moved | None:
        """What changed from one model to the other; None where a side has no number."""
        sides = self._sides(before, after)
        if sides is None:
            return None
        if sides not in self._moves:  # drawn again with every figure that arrives
            self._moves[sides] = moved_by(*sides, self.compare, self.neutral, self.digits)
        return self._moves[sides]

    def keep(self, before: ModelSpec, after: ModelSpec, moved: Moved) -> None:
        """Take what changed with its tests corrected for other rows."""
        sides = self._sides(before, after)
        if sides is not None:
            self._moves[sides] = moved

    def _sides(
        self, before: ModelSpec, after: ModelSpec
    ) -> tuple[MetricReading, MetricReading] | None:
        first, second = (
            self.results[spec].reading if spec in self.results else None for spec in (before, after)
        )
        return None if first is None or second is None or before == after else (first, second)

    def cell(self, spec: ModelSpec, before: ModelSpec) -> str:
        """A result with its change from before, or the progress of measuring it."""
        result = self.results.get(spec)
        if result is None:
            return f":gray[{self.waiting.get(spec, '')}]"
        if spec == before:
            return result.text + result.below
        text = result.text if result.value is None else f"**{result.text}**"
        return text + self.change(before, spec) + result.below + self._interval(before, spec)

    def change(self, before: ModelSpec, after: ModelSpec) -> str:
        """The change of a result (markdown): blue closer to neutral, orange further from it.

        Grey where no test is behind it, as for one sentence. No arrow and no colour where it rounds
        to nothing or is not clear, see `CORRECTED`.
        """
        moved = self.moved(before, after)
        if moved is None:
            return ""
        if abs(moved.value) < 0.5 * 10**-self.digits:
            return f" :gray[±{0:.{self.digits}f}]"  # the interval below says how well that is known
        if moved.direction == UNSETTLED:
            return ""  # the interval below says so
        arrow = "▲" if moved.value > 0 else "▼"
        text = f"{arrow}{NO_BREAK}{abs(moved.value):.{self.digits}f}"
        if self.neutral is None or moved.direction is None:
            return f" :gray[{text}]"
        sides = [self.results[spec].value or 0.0 for spec in (before, after)]
        crossed = (sides[0] - self.neutral) * (sides[1] - self.neutral) < 0
        past = f", now on the other side of {self.neutral:g}" if crossed else ""
        if moved.direction == DISTANCE_OPEN:
            whose = "distance from it" if crossed else f"distance from {self.neutral:g}"
            return f" :gray[{text}{past}, {whose} not clearly changed]"
        closer = moved.direction == CLOSER
        colour, word = ("blue", "closer to") if closer else ("orange", "further from")
        goal = " and {} it" if crossed else f" {{}} {self.neutral:g}"
        return f" :{colour if moved.sampled else 'gray'}[{text}{past}{goal.format(word)}]"

    def _interval(self, before: ModelSpec, after: ModelSpec) -> str:
        """The line with the change and its interval."""
        moved = self.moved(before, after)
        if moved is None or moved.change is None or moved.change.interval is None:
            return ""
        spec, change = f"+.{self.digits}f", moved.change
        bounds = in_brackets(moved.change.interval, spec)
        return small(f"change {number(change.value, spec)} {bounds}")

    def detectable(self, before: ModelSpec, after: ModelSpec) -> str:
        """What a change that is not clear could have shown (markdown); empty for another one."""
        moved = self.moved(before, after)
        if moved is None or moved.change is None or moved.direction != UNSETTLED:
            return ""
        least = moved.change.detectable
        return "" if least is None else f"{self.label} ±{number(least, f'.{self.digits}f')}"


def correct(rows: Iterable[PanelRow], specs: Sequence[ModelSpec]) -> None:
    """Correct the tests of changes for all rows, those that are still measured included.

    Args:
        specs: the original model, then the masked one if there is one.
    """
    rows, ends = list(rows), (specs[0], specs[-1])
    known = [(row, moved) for row in rows if (moved := row.moved(*ends)) is not None]
    waiting = sum(row.compare is not None and bool(row.waiting) for row in rows)
    moves = corrected([each for _, each in known], waiting)
    for (row, _), moved in zip(known, moves, strict=True):
        row.keep(*ends, moved)


def panel_table(rows: Sequence[PanelRow], specs: Sequence[ModelSpec]) -> pd.DataFrame:
    """The panel's rows as markdown cells.

    The first column says which measure, and on how much; the others are one model each.

    Args:
        specs: the original model, then the masked one if there is one.
    """
    correct(rows, specs)
    columns = {"measure": [row.heading() for row in rows]}
    for spec in specs:
        name = original(specs[-1]) if spec.is_original else done_in_short(spec)
        columns[name] = [row.cell(spec, specs[0]) for row in rows]
    return pd.DataFrame(columns)


def summary(rows: Mapping[str, PanelRow], specs: Sequence[ModelSpec]) -> pd.DataFrame:
    """What is known under every model, as a small table: a row a figure, a column a model."""
    known = [row for row in rows.values() if all(spec in row.results for spec in specs)]
    columns = {"figure": [in_words.unmarked(row.label) for row in known]}
    for spec in specs:
        off = counted(len(spec.masked_heads), "head") + " off" if spec.masked_heads else ""
        name = ", ".join(filter(None, [off, interventions_in_words(spec.interventions)]))
        columns[name or "before"] = [_short(row.results[spec]) for row in known]
    return pd.DataFrame(columns)


def in_short(rows: Mapping[str, PanelRow], specs: Sequence[ModelSpec]) -> str:
    """The first figures before and after, in one sentence."""
    known = [
        f"{row.label} {row.results[specs[0]].text} → {row.results[specs[-1]].text}"
        for row in rows.values()
        if all(spec in row.results and row.results[spec].value is not None for spec in specs)
    ]
    if specs[0] == specs[-1]:
        return "No head is switched off yet; these are the figures of the model with all heads on."
    name = done(specs[-1])
    said = ", ".join(known[:_SAID]) or "nothing is measured yet"
    return f"{explain.plain(name[:1].upper() + name[1:])}: {said}."


def _short(result: PanelResult) -> str:
    """A result with its interval, without markdown."""
    interval = f" {bracketed(result.interval, '.2f')}" if result.interval else ""
    return in_words.unmarked(result.text) + interval


def unclear(rows: Iterable[PanelRow], before: ModelSpec, after: ModelSpec) -> list[str]:
    """What the changes that are not clear could have shown, one entry a row (markdown)."""
    rows = list(rows)
    correct(rows, (before, after))
    return [text for row in rows if (text := row.detectable(before, after))]


_NUMBERS = ("value", "low", "high", "change", "change_low", "change_high", "change_p_holm")
_COLUMNS = [
    *("figure", "masked_heads", "value", "low", "high", "of", "words"),
    *("change", "change_low", "change_high", "change_p_holm", "direction"),
]


def frame(rows: Mapping[str, PanelRow], specs: Sequence[ModelSpec]) -> pd.DataFrame:
    """The panel's results for export: one row per result and model, with unrounded numbers.

    Args:
        rows: name of the result -> its row.
    """
    correct(rows.values(), specs)
    entries = []
    for name, row in rows.items():
        for spec in specs:
            if spec in row.results:
                result = row.results[spec]
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
                        **_moved_values(row.moved(specs[0], spec)),
                    }
                )
    return pd.DataFrame(entries, columns=_COLUMNS).astype(dict.fromkeys(_NUMBERS, float))


def _moved_values(moved: Moved | None) -> dict[str, Any]:
    """Change, its interval and its direction."""
    if moved is None:
        return {}
    change = moved.change
    bounds = {} if change is None else {"change_low": change.low, "change_high": change.high}
    p = {"change_p_holm": moved.p_holm}
    return {"change": moved.value, **bounds, **p, "direction": moved.direction}
