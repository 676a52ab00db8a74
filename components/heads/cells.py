"""Cells of the before/after table: one result of one model as text (markdown)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from components.frame.present import explain
from components.frame.present.numbers import bracketed, number, p_text, whole_percent
from components.frame.present.words import shown_word
from engine.core.wording import counted
from engine.measures.heads.mask_metrics import MaskMetric, MetricReading, signed_effect
from engine.measures.heads.sentence import share_of_first, two_probabilities
from engine.measures.seat.value import SeatValue
from engine.statistics import LEVEL

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
        probabilities: of the two words of the user's sentence, 0 to 1; None of any other result.
    """

    text: str
    below: str = ""
    sample: str = ""
    reading: MetricReading | None = None
    probabilities: tuple[float, float] | None = None

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
    both = two_probabilities(targets)
    share = share_of_first(*both)
    reading = MetricReading(share, None, None, 1)
    return PanelResult(
        number(share, ".1f"), "", "one sentence, so no interval", reading, probabilities=both
    )


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
