"""Rows of the before/after panel: what is measured, each model's result, and the change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd

from components.frame.present import explain, in_words
from components.frame.present.numbers import bracketed, number, p_text, whole_percent
from components.frame.present.words import shown_word
from engine.core.errors import InputTextError
from engine.core.spec import ModelSpec, format_heads
from engine.core.wording import counted
from engine.measures.heads.before_after import Moved, corrected, moved_by
from engine.measures.heads.changes import CLOSER, DISTANCE_OPEN, UNSETTLED
from engine.measures.heads.mask_metrics import Compare, MaskMetric, MetricReading, signed_effect
from engine.measures.seat.value import SeatValue
from engine.statistics import LEVEL

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

        No arrow and no colour where it rounds to nothing or is not clear, see `CORRECTED`.
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
        across = f" across {self.neutral:g}" if crossed else ""
        if moved.direction == DISTANCE_OPEN:
            whose = "distance from it" if crossed else f"distance from {self.neutral:g}"
            return f" :gray[{text}{across}, {whose} not clearly changed]"
        closer = moved.direction == CLOSER
        colour, word = ("blue", "closer to") if closer else ("orange", "further from")
        goal = "it" if crossed else f"{self.neutral:g}"
        return f" :{colour}[{text}{across}{',' * crossed} {word} {goal}]"

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
    """Correct the tests of changes for all rows that are measured so far.

    Args:
        specs: the original model, then the masked one if there is one.
    """
    ends = specs[0], specs[-1]
    known = [(row, moved) for row in rows if (moved := row.moved(*ends)) is not None]
    for (row, _), moved in zip(known, corrected([each for _, each in known]), strict=True):
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
        masked = len(spec.masked_heads)
        columns[f"{masked} masked" if masked else "unmodified"] = [
            row.cell(spec, specs[0]) for row in rows
        ]
    return pd.DataFrame(columns)


def summary(rows: Mapping[str, PanelRow], specs: Sequence[ModelSpec]) -> pd.DataFrame:
    """What is known under every model, as a small table: a row a figure, a column a model."""
    known = [row for row in rows.values() if all(spec in row.results for spec in specs)]
    columns = {"figure": [in_words.unmarked(row.label) for row in known]}
    for spec in specs:
        name = counted(len(spec.masked_heads), "head") + " off" if spec.masked_heads else "before"
        columns[name] = [_short(row.results[spec]) for row in known]
    return pd.DataFrame(columns)


def in_short(rows: Mapping[str, PanelRow], specs: Sequence[ModelSpec]) -> str:
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


# --- cells --------------------------------------------------------------------------------
# One result of one model as the text of its cell.

UNDEFINED = "undefined"
_LONG = 14  # characters of an interval that fit into a third of a phone
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class PanelResult:
    """One result of one model, as text (markdown).

    Args:
        text: the number, or the most likely words.
        below: further lines, such as the interval.
        sample: what it was measured on, such as `60 pairs`.
        reading: the number behind it with its interval; None where it is undefined, or words.
    """

    text: str
    below: str = ""
    sample: str = ""
    reading: MetricReading | None = None

    @property
    def value(self) -> float | None:
        """The number behind it."""
        return None if self.reading is None else self.reading.value

    @property
    def interval(self) -> tuple[float, float] | None:
        """Its 95% confidence interval."""
        bounds = None if self.reading is None else self.reading.bounds
        return None if bounds is None else bounds[1:]


def seat_result(value: SeatValue) -> PanelResult:
    """The signed SEAT effect size with its interval and p."""
    if value["effect_size"] is None:
        return PanelResult(UNDEFINED)
    reading = signed_effect([value])
    lines = _interval_line(value["interval"], "+.2f")
    if value["context_interval"] is not None:
        lines += small(f"over texts {in_brackets(value['context_interval'], '+.2f')}")
    lines += small(p_text(value["p_value"]).replace(" ", NO_BREAK))
    if (value["p_value"] or 0.0) >= LEVEL and value["detectable"] is not None:
        lines += small(f"detectable from ±{value['detectable']:.2f}")
    return PanelResult(
        number(value["effect_size"], "+.2f"), lines, counted(reading.n, "target"), reading
    )


def metric_result(metric: MaskMetric, reading: MetricReading) -> PanelResult:
    """The value of a metric with its interval."""
    if reading.value is None:
        return PanelResult(UNDEFINED)
    # an effect size has a direction, a share or a perplexity has none
    spec = f"{'+' if metric.neutral == 0 else ''}.{metric.digits}f"
    lines = _interval_line(None if reading.bounds is None else reading.bounds[1:], spec)
    return PanelResult(
        number(reading.value, spec),
        lines,
        counted(reading.n, metric.counted.removesuffix("s")),
        reading,
    )


def odds_result(targets: Sequence[dict[str, Any]]) -> PanelResult:
    """How likely the first of two words is, as a percentage of both.

    Args:
        targets: of the measure `completion`, the two words at the first place asked for.
    """
    first, second = targets[:2]
    for entry in (first, second):
        if not entry["probability"]:
            raise InputTextError(
                f"{entry['word']!r} is not in the model's vocabulary; choose another word."
            )
    if first["pieces"] != second["pieces"]:
        raise InputTextError(
            f"{first['word']!r} has {first['pieces']} and {second['word']!r} {second['pieces']} "
            "pieces in this model; only words of equally many pieces can be compared."
        )
    share = 100 * first["probability"] / (first["probability"] + second["probability"])
    reading = MetricReading(share, None, None, 1)
    return PanelResult(number(share, ".1f"), "", "one sentence, so no interval", reading)


def likely_words(value: dict[str, Any], uncased: bool = False) -> str:
    """The most likely words for the first masked word (markdown).

    Args:
        uncased: whether the tokenizer knows lower case only.
    """
    named = [
        f"{explain.plain(shown_word(entry['word'], uncased))} {whole_percent(entry['probability'])}"
        for entry in value["predictions"][0]
    ]
    return ", ".join(text.replace(" ", NO_BREAK) for text in named)


def small(text: str) -> str:
    """A further line of a cell."""
    return f"  \n:small[:gray[{text}]]"


def _interval_line(interval: Sequence[float] | None, spec: str) -> str:
    return "" if interval is None else small(f"95% CI {in_brackets(interval, spec)}")


def in_brackets(bounds: Sequence[float], spec: str) -> str:
    """An interval whose brackets do not end the markup around it (markdown).

    A long one may break at its comma: two models stand next to each other on a narrow screen.
    """
    text = bracketed(bounds, spec)
    if len(text) > _LONG:
        text = text.replace(NO_BREAK, " ")
    return text.replace("[", r"\[").replace("]", r"\]")
