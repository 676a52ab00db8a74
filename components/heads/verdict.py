"""What the association test of the Heads page found, in plain words, and what was printed of it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import detectable_text, interval_text, number, p_text
from components.frame.shell.model_bar import Subject
from components.frame.widgets import result as published_figures
from components.heads import measuring
from components.heads.choice import Choice
from engine.core.wording import counted
from engine.measures.heads.bias import head_frame
from engine.measures.heads.runs import ranked
from engine.statistics import LEVEL


def draw_verdict(choice: Choice, subject: Subject) -> None:
    """Draw it, as soon as its numbers are known; it is about the model without a mask."""
    whole = subject.spec.unmasked()
    seat = session.stored(*choice.seat(whole))
    place = st.empty()
    if seat is None or seat[0]["effect_size"] is None:
        return
    bias = measuring.known_bias(choice, whole)
    model = "the unmodified model" if subject.spec.masked_heads else "this model"
    text = seat_in_words(choice.test.names, seat[0], model)
    if bias is not None and (gradient := bias["gradient"]) is not None:
        ablated, missing = measuring.ablation_grid(choice, whole)
        known = None if missing else ablated
        apart = bool(choice.halves.targets)
        text += f" {estimate(gradient, bias['effect_size'], known, apart)}"
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
    reach = interval_text(seat["interval"], "+.2f")
    figures = filter(None, [number(seat["effect_size"], "+.2f"), reach, p_text(p)])
    statistics = f":small[SEAT d {', '.join(figures)}.]"
    if p is None or p >= LEVEL:
        smallest, units = seat["detectable"], seat.get("families", seat["sizes"])
        null = detectable_text(
            f"{units['x']} + {counted(units['y'], 'target word')}",
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
    gradient: list[list[float]],
    effect: float,
    ablated: list[list[float | None]] | None,
    apart: bool = False,
) -> str:
    """What single heads have to do with it (markdown): the estimate, and the ablation if known.

    Args:
        effect: d on the words that rank the heads.
        apart: whether these are only part of the words.
    """
    top = ranked(gradient)[0]
    score = gradient[top.layer][top.head]
    size = abs(effect)
    if score <= 0:
        return "To first order, masking no single head would weaken this."
    first = (
        f"To first order and on {'the words that rank heads' if apart else 'this word list'}, "
        f"masking head {top} would take the most off "
        f"|d|: {number(score, '.2f')} of {number(size, '.2f')}"
    )
    measured = None if ablated is None else ablated[top.layer][top.head]
    if ablated is None:
        return f"{first}. An estimate: the ablation shows what masking does."
    if measured is None:
        return f"{first}; with it masked, d is undefined."
    frame = head_frame(gradient, effect, ablated)
    most = frame.nlargest(1, "ablation").iloc[0]
    return (
        f"{first}; the ablation takes off {number(size - abs(measured), '+.2f')}. The largest "
        f"drop by ablation, of {counted(len(frame), 'head')} in these data, is "
        f"{number(most['ablation'], '+.2f')}, with head {most['name']} masked."
    )


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
