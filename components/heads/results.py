"""Results of the before/after panel: the text of its cells, the verdict, and what was printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import (
    bracketed,
    detectable_text,
    number,
    p_text,
    whole_percent,
)
from components.frame.present.words import shown_word
from components.frame.shell.model_bar import Subject
from components.frame.widgets import result as published_figures
from components.heads import measuring
from components.heads.choice import Choice
from engine.core.errors import InputTextError
from engine.measures.heads.mask_metrics import MaskMetric, MetricReading, signed_effect
from engine.measures.heads.runs import ranked
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
    reading: MetricReading | None = None


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


def metric_result(metric: MaskMetric, reading: MetricReading) -> Result:
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


# --- published ----------------------------------------------------------------------------
# The paper of this page printed figures; they are shown where the association is the same.

_GENDER = ("--words", "gender")
_MEASURES = (
    "seat:gender",
    "lpbs:career-family",
    "lpbs:math-arts",
    "lpbs:science-arts",
    "pppl:wikitext2-test",
)


def draw_published_association(choice: Choice) -> None:
    """Draw the printed figures of the association of gender; nothing for any other."""
    if choice.source == _GENDER:
        published_figures.draw_published_figures(*_MEASURES)


# --- verdict ------------------------------------------------------------------------------
# The sentence at the top of the Heads page says in plain words what the first result means.


def draw_verdict(choice: Choice, subject: Subject) -> None:
    """Draw it, as soon as its numbers are known; it is about the model without a mask."""
    whole = subject.spec.unmasked()
    seat = session.stored("seat", whole, choice.items, choice.seat_params())
    place = st.empty()
    if seat is None or seat[0]["effect_size"] is None:
        return
    bias = measuring.bias(choice, whole)
    gradient = None if bias is None else bias["gradient"]
    model = "the unmodified model" if subject.spec.masked_heads else "this model"
    text = seat_in_words(choice.test.names, seat[0], model)
    ablated, missing = measuring.ablation_grid(choice, whole)
    if gradient is not None:
        text += f" {estimate(gradient, seat[0]['effect_size'], None if missing else ablated)}"
    place.markdown(text)


def seat_in_words(
    names: tuple[str, str, str, str], seat: dict[str, Any], model: str = "this model"
) -> str:
    """What the association test shows (markdown).

    Args:
        names: of the sets x, y, a and b.
        seat: value of the measure `seat`, with an effect size.
        model: how the model without a mask is called.
    """
    x, y, a, b = map(_words, names)
    p = seat["p_value"]
    statistics = f":small[SEAT d {number(seat['effect_size'], '+.2f')}, {p_text(p)}.]"
    if p is None or p >= LEVEL:
        smallest = seat["detectable"]
        null = detectable_text(
            f"{seat['sizes']['x']} + {seat['sizes']['y']} target words",
            None if smallest is None else f"d = ±{smallest:.2f}",
        )
        return (
            f"**This test does not show that {model} links {x} and {y} differently to {a} and "
            f"{b}.** {statistics} {null}"
        )
    if seat["effect_size"] < 0:
        x, y = y, x
    return (
        f"**In {model}, {x} lie closer to {a}, and {y} closer to {b}, than the other way "
        f"round.** {statistics}"
    )


def _words(name: str) -> str:
    """A word set in running text: `female words`, `words stereotyped as female`."""
    if name.startswith("Stereotyped as "):
        return f"words {explain.plain(name[0].lower() + name[1:])}"
    return f"{explain.plain(name)} words"


def estimate(
    gradient: list[list[float]], effect: float, ablated: list[list[float | None]] | None
) -> str:
    """What single heads have to do with it (markdown): the estimate, and the ablation if known."""
    top = ranked(gradient)[0]
    score = gradient[top.layer][top.head]
    size = abs(effect)
    if score <= 0:
        return "To first order, masking no single head would weaken this."
    first = (
        f"To first order and on this word list, masking head {top} would take the most off "
        f"|d|: {number(score, '.2f')} of {number(size, '.2f')}"
    )
    measured = None if ablated is None else ablated[top.layer][top.head]
    if ablated is None:
        return f"{first}. An estimate: the ablation shows what masking does."
    if measured is None:
        return f"{first}; with it masked, d is undefined."
    drops = {
        (layer, head): size - abs(value)
        for layer, row in enumerate(ablated)
        for head, value in enumerate(row)
        if value is not None
    }
    (layer, head), most = max(drops.items(), key=lambda entry: entry[1])
    return (
        f"{first}; the ablation takes off {number(size - abs(measured), '+.2f')}. The largest "
        f"drop by ablation is {number(most, '+.2f')}, with head {layer + 1}-{head + 1} masked."
    )
