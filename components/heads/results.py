"""Results of the before/after panel as the text of its cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from components.frame.present import explain
from components.frame.present.numbers import bracketed, number, p_text, whole_percent
from components.frame.present.words import shown_word
from engine.core.errors import InputTextError
from engine.measures.heads.mask_metrics import MaskMetric, Reading, signed_effect
from engine.measures.seat.value import SeatValue
from engine.statistics import LEVEL

UNDEFINED = "undefined"
_LONG = 14  # characters of an interval that fit into a third of a phone
NO_BREAK = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True)
class Result:
    """One result of one model, as text (markdown).

    Args:
        value: the number behind it.
        text: the number, or the most likely words.
        below: further lines, such as the interval.
        sample: what it was measured on, such as `60 pairs`.
        interval: 95% confidence interval.
        reading: what the change is worked out from; None where no sample is behind it.
    """

    value: float | None
    text: str
    below: str = ""
    sample: str = ""
    interval: tuple[float, float] | None = None
    reading: Reading | None = None


def seat_result(value: SeatValue) -> Result:
    """The signed SEAT effect size with its interval and p."""
    effect, bounds = value["effect_size"], value["interval"]
    if effect is None:
        return Result(None, UNDEFINED)
    interval = None if bounds is None else (bounds[0], bounds[1])
    targets = value["sizes"]["x"] + value["sizes"]["y"]
    p = small(p_text(value["p_value"]).replace(" ", NO_BREAK))
    text = number(effect, "+.2f")
    lines = below(interval, "+.2f")
    if value["context_interval"] is not None:
        lines += small(f"over texts {in_brackets(value['context_interval'], '+.2f')}")
    lines += p
    if (value["p_value"] or 0.0) >= LEVEL and value["detectable"] is not None:
        lines += small(f"detectable from ±{value['detectable']:.2f}")
    return Result(effect, text, lines, f"{targets} targets", interval, signed_effect([value]))


def metric_result(metric: MaskMetric, reading: Reading) -> Result:
    """The value of a metric with its interval."""
    if reading.value is None:
        return Result(None, UNDEFINED)
    # an effect size has a direction, a share or a perplexity has none
    spec = f"{'+' if metric.neutral == 0 else ''}.{metric.digits}f"
    interval = None
    if reading.low is not None and reading.high is not None:
        interval = (reading.low, reading.high)
    text = number(reading.value, spec)
    sample = f"{reading.n} {metric.counted}"
    return Result(reading.value, text, below(interval, spec), sample, interval, reading)


def odds_result(targets: Sequence[dict[str, Any]]) -> Result:
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
    return Result(share, number(share, ".1f"), sample="one sentence, so no interval")


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


def below(interval: Sequence[float] | None, spec: str) -> str:
    """The line with an interval."""
    return "" if interval is None else small(f"95% CI {in_brackets(interval, spec)}")


def in_brackets(bounds: Sequence[float], spec: str) -> str:
    """An interval whose brackets do not end the markup around it (markdown).

    A long one may break at its comma: two models stand next to each other on a narrow screen.
    """
    text = bracketed(bounds, spec)
    if len(text) > _LONG:
        text = text.replace(NO_BREAK, " ")
    return text.replace("[", r"\[").replace("]", r"\]")
