"""The sentence at the top of the Heads page: what the association test found, and under a mask."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from components.frame import session
from components.frame.present import explain, first_screen
from components.frame.present.first_screen import DrawnClaim
from components.frame.present.numbers import detectable_text, interval_text, number, p_text
from components.frame.shell.model_bar import Subject
from components.frame.widgets import result as published_figures
from components.heads import measuring
from components.heads.choice import Choice
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.measures.heads.before_after import Moved
from engine.measures.heads.bias import head_frame
from engine.measures.heads.changes import CLOSER, DISTANCE_OPEN, FURTHER
from engine.measures.heads.halves import SAME_WORDS, of_words
from engine.measures.heads.runs import ranked
from engine.measures.seat.value import SeatValue
from engine.statistics import LEVEL
from engine.words.association_tests import DIMENSIONS

_MOST = 32  # tests whose parts are kept
Names = tuple[str, str, str, str]  # of the sets x, y, a and b

_LIMITS = """- This does not explain why a head matters, and no head does only one thing.
- Your sentence is one example and no test; the association test has words of its own.
- The bias score of a head is an estimate. Other heads may compensate for one that is switched off:
  colour by *ablation* to see what switching off each head does.
- A model that loses its language ability is not fairer: see *All measures before and after*."""


@dataclass(frozen=True)
class Claim:
    """What is said at the top.

    Args:
        sentence: the answer (markdown).
        statistics: its figures, in one line (markdown).
    """

    sentence: str
    statistics: str


def tested_on(choice: Choice, seat: SeatValue) -> str:
    """The words on which what a mask changes is measured, and in how many contexts."""
    words = _targets(seat) + ("" if choice.halves.targets else f", {SAME_WORDS}")
    return ", ".join(filter(None, (words, choice.read_text)))


def draw(claim: Claim, choice: Choice, whole_seat: SeatValue, subject: Subject) -> DrawnClaim:
    """Draw the claim with what else is known of the unmodified model behind *More*.

    Args:
        whole_seat: value of the measure `seat` on it.
    """
    return first_screen.draw_claim(
        claim.sentence,
        claim.statistics,
        limits=_LIMITS,
        more=_further(choice, whole_seat, subject),
    )


def of_whole(names: Names, seat: SeatValue, contexts: str = "", model: str = "this model") -> Claim:
    """What the association test shows of a model without a mask.

    Args:
        seat: value of the measure `seat`.
        contexts: in how many each word is read, and which are not, see `Choice.read_text`.
        model: how the model is called.
    """
    x, y, a, b = map(_words, names)
    p = seat["p_value"]
    if seat["effect_size"] is None:
        return Claim(f"This test has no value in {model}.", explain.plain(seat["problem"] or ""))
    statistics = ", ".join(filter(None, (_figures(seat), _targets(seat), contexts)))
    if p is None or p >= LEVEL:
        return Claim(
            f"This test does not show that {model} links {_both(*names[:2])} differently to "
            f"{_both(*names[2:])}.",
            statistics,
        )
    if seat["effect_size"] < 0:
        x, y = y, x
    return Claim(
        f"In {model}, {x} lie closer to {a}, and {y} closer to {b}, than the other way round.",
        statistics,
    )


def of_change(
    test: str, names: Names, moved: Moved | None, heads: int, targets: str, apart: bool = False
) -> Claim:
    """What switching heads off changes in the association.

    Args:
        test: name of the association test.
        names: of its sets x, y, a and b.
        moved: d before and after; None where one is undefined.
        heads: how many are switched off.
        targets: the words that d is measured on.
        apart: whether they are the half of the words that ranked no head.
    """
    off = counted(heads, "head")
    named = f"the {test} association" if test in DIMENSIONS else _association(names)
    if moved is None:
        return Claim(f"With {off} switched off, {named} has no value.", "SEAT d is undefined")
    past = ", past 0" if moved.before * moved.after < 0 else ""
    before, after = (number(value, "+.2f") for value in (moved.before, moved.after))
    goes = f"d goes from {before} to {after}{past}"
    verb, end = {
        CLOSER: ("weakens", ""),
        FURTHER: ("strengthens", ""),
        DISTANCE_OPEN: ("changes", "; whether it is weaker is not clear"),
    }.get(moved.direction or "", ("does not clearly change", ""))
    if moved.undecided:
        on = ", on the half of the words kept for testing" if apart else ""
        return Claim(
            f"With {off} switched off{on}, d of {named} goes from {before} to {after}{past}; "
            "whether that is a clear change is being computed.",
            _change(moved, targets),
        )
    if before == after:
        goes = f"d is {before} before and after"
    if apart:
        goes = f"on the half of the words kept for testing, {goes}"
    return Claim(f"Switching off {off} {verb} {named}: {goes}{end}.", _change(moved, targets))


def beside(claim: Claim, seat: SeatValue, model: str) -> Claim:
    """A claim with d in the model compared with, which is not tested against it.

    Args:
        seat: value of the measure `seat` on that model, on the same words.
        model: how it is called (markdown).
    """
    if seat["effect_size"] is None:
        return Claim(f"{claim.sentence} In {model}, it has no value.", claim.statistics)
    told = f"In {model}, d is {number(seat['effect_size'], '+.2f')}."
    figures = f"{model}: {_figures(seat)}; the two models are not tested against each other"
    return Claim(f"{claim.sentence} {told}", f"{claim.statistics} · {figures}")


def _change(moved: Moved, targets: str) -> str:
    change = moved.change
    interval = "" if change is None else interval_text(change.interval, "+.2f")
    p = "" if moved.p_holm is None else f"{p_text(moved.p_holm)} (Holm)"
    if moved.waiting and change is not None:
        p = f"{p_text(change.p)} before correction"
    figures = [f"SEAT d, change {number(moved.value, '+.2f')}", interval, p, targets]
    return ", ".join(filter(None, figures))


def _figures(seat: SeatValue) -> str:
    reach = interval_text(seat["interval"], "+.2f")
    figures = [number(seat["effect_size"], "+.2f"), reach, p_text(seat["p_value"])]
    return f"SEAT d {', '.join(filter(None, figures))}"


def _targets(seat: SeatValue) -> str:
    units = seat.get("families", seat["sizes"])
    return f"{units['x']} + {counted(units['y'], 'target word')}"


def _words(name: str) -> str:
    """A word set in running text: `female words`, `words stereotyped as female`."""
    if name.startswith("Stereotyped as "):
        return f"words {explain.plain(name[0].lower() + name[1:])}"
    return f"{explain.plain(name)} words"


def _association(names: Names) -> str:
    return f"the association of {_both(*names[:2])} with {_both(*names[2:])}"


def _both(first: str, second: str) -> str:
    """Two word sets in running text: `words stereotyped as female or male`."""
    start = "Stereotyped as "
    if first.startswith(start) and second.startswith(start):
        return f"{_words(first)} or {explain.plain(second.removeprefix(start))}"
    return f"{explain.plain(first)} and {explain.plain(second)} words"


# --- more ---------------------------------------------------------------------------------
# Further figures of the model without a mask: on which words, and what single heads do.


def _further(choice: Choice, seat: SeatValue, subject: Subject) -> Callable[[], None]:
    whole = subject.spec.unmasked()

    def more() -> None:
        if subject.spec.masked_heads and seat["effect_size"] is not None:
            asked = choice.test.names, seat, choice.contexts_text
            first = of_whole(*asked, "the unmodified model")
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
    units = seat.get("families", seat["sizes"])
    return detectable_text(
        f"{units['x']} + {counted(units['y'], 'target word')}",
        None if smallest is None else f"d = ±{smallest:.2f}",
    )


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
        f"On the {_targets(ranking)} that rank the heads: {_figures(ranking)}.",
        f"On the other {_targets(testing)}, which show what switching heads off changes: "
        f"{_figures(testing)}.",
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
