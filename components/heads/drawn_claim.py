"""What the claim of the Heads page rests on, behind *Limits* and *More*, and the paper's figures.

*More* has further figures of the model with all heads on: on which words, and what single
heads do.
"""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from components.frame import session
from components.frame.present.first_screen import DrawnClaim
from components.frame.present.numbers import detectable_text, number
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import original_in_full
from components.frame.widgets import result as published_figures
from components.heads import measuring
from components.heads.choice import Choice
from components.heads.claim import figures_text, of_whole, targets_text
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.measures.heads.bias import head_frame
from engine.measures.heads.halves import of_words
from engine.measures.heads.runs import ranked
from engine.measures.seat.value import SeatValue
from engine.statistics import LEVEL

_MOST = 32  # tests whose parts are kept

_LIMITS = """- This does not explain why a head matters, and no head does only one thing.
- Your sentence is one example and no test; the association test has words of its own.
- The bias score of a head is an estimate. Other heads may compensate for one that is switched off:
  colour by *ablation* to see what switching off each head does.
- A model that loses its language ability is not fairer: see *All measures before and after*."""

# The association whose figures the paper of this page printed.
_GENDER = ("--words", "gender")
_MEASURES = (
    "seat:gender",
    "lpbs:career-family",
    "lpbs:math-arts",
    "lpbs:science-arts",
    "pppl:wikitext2-test",
)


def draw_links(drawn: DrawnClaim, choice: Choice, whole_seat: SeatValue, subject: Subject) -> None:
    """Draw *Limits*, and what else is known of the unmodified model behind *More*.

    Args:
        whole_seat: value of the measure `seat` on it.
    """
    drawn.draw_links(_LIMITS, _further(choice, whole_seat, subject))


def _further(choice: Choice, seat: SeatValue, subject: Subject) -> Callable[[], None]:
    whole = subject.spec.unmasked()

    def more() -> None:
        if not subject.spec.is_original and seat["effect_size"] is not None:
            asked = choice.test.names, seat, choice.contexts_text
            first = of_whole(*asked, original_in_full(subject.spec))
            st.markdown(f"{first.sentence} :small[{first.statistics}]")
        for text in (null(seat), *_kept_parts(choice, seat, whole)):
            if text:
                st.markdown(text)
        bias = measuring.known_bias(choice, whole)
        if bias is not None and (gradient := bias["gradient"]) is not None:
            ablated, missing = measuring.ablation_grid(choice, whole)
            known = None if missing else ablated
            apart = bool(choice.halves.targets)
            st.markdown(estimate(gradient, bias["effect_size"], known, apart))

    return more


def null(seat: SeatValue) -> str:
    """What a test that is not clear could have shown (markdown); empty for another one."""
    p, smallest = seat["p_value"], seat["detectable"]
    if seat["effect_size"] is None or (p is not None and p < LEVEL):
        return ""
    least = None if smallest is None else f"d = ±{smallest:.2f}"
    return detectable_text(targets_text(seat), least)


def _kept_parts(choice: Choice, seat: SeatValue, whole: ModelSpec) -> list[str]:
    """As `parts`, whose permutation tests would slow down each click."""
    kept = session.state.newest(session.state.HEAD_PARTS, _MOST)
    key = (choice.key, whole)
    if key not in kept:
        kept[key] = parts(choice, seat)
    found: list[str] = kept[key]
    return found


def parts(choice: Choice, seat: SeatValue) -> list[str]:
    """d on the words that rank heads and on the others, each a sentence (markdown)."""
    split = choice.halves
    if not split.targets or seat["effect_size"] is None:
        return []
    ranking = of_words(seat, (*split.choosing.x, *split.choosing.y))
    testing = of_words(seat, split.targets)
    return [
        f"On the {targets_text(ranking)} that rank the heads: {figures_text(ranking)}.",
        f"On the other {targets_text(testing)}, which show what switching heads off changes: "
        f"{figures_text(testing)}.",
    ]


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
        return "By the estimate, switching off no single head would weaken this."
    first = (
        f"By the estimate, on {'the words that rank heads' if apart else 'this word list'}, "
        f"switching off head {top} takes the most off |d|: {number(score, '.2f')} of "
        f"{number(size, '.2f')}"
    )
    measured = None if ablated is None else ablated[top.layer][top.head]
    if ablated is None:
        return f"{first}. The ablation shows what switching it off does."
    if measured is None:
        return f"{first}; with it switched off, d is undefined."
    frame = head_frame(gradient, effect, ablated)
    most = frame.nlargest(1, "ablation").iloc[0]
    return (
        f"{first}; the ablation takes off {number(size - abs(measured), '+.2f')}. The largest "
        f"drop by ablation, of {counted(len(frame), 'head')} in these data, is "
        f"{number(most['ablation'], '+.2f')}, with head {most['name']} switched off."
    )


def draw_published_association(choice: Choice) -> None:
    """Draw the printed figures of the association of gender; nothing for any other."""
    if choice.source == _GENDER:
        published_figures.draw_published_figures(*_MEASURES)
