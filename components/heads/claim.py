"""The sentence at the top of the Heads page: what the association test found, and under a mask."""

from __future__ import annotations

from dataclasses import dataclass

from components.frame.present import explain
from components.frame.present.numbers import interval_text, number, p_text
from components.frame.shell.subject import ALL_ON, ORIGINAL
from components.heads.choice import Choice
from engine.core.wording import counted
from engine.measures.heads.before_after import Moved
from engine.measures.heads.changes import CLOSER, DISTANCE_OPEN, FURTHER
from engine.measures.heads.halves import SAME_WORDS
from engine.measures.seat.value import SeatValue
from engine.statistics import LEVEL
from engine.words.association_tests import DIMENSIONS

Names = tuple[str, str, str, str]  # of the sets x, y, a and b


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
    words = targets_text(seat) + ("" if choice.halves.targets else f", {SAME_WORDS}")
    return ", ".join(filter(None, (words, choice.read_text)))


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
    statistics = ", ".join(filter(None, (figures_text(seat), targets_text(seat), contexts)))
    if p is None or p >= LEVEL:
        return Claim(
            f"This test finds no clear difference in how {model} associates {_both(*names[:2])} "
            f"with {_both(*names[2:])}.",
            statistics,
        )
    if seat["effect_size"] < 0:
        x, y = y, x
    return Claim(
        f"In {model}, {x} lie closer to {a}, and {y} closer to {b}, than the other way round.",
        statistics,
    )


def computing(
    names: Names, test: str, heads: int, whole: SeatValue, apart: bool, also: str = ""
) -> Claim:
    """What is said while the association is computed with something done to the model.

    As long as the claims on either side of it, so that nothing below it moves. The arguments are
    those of `of_change`.

    Args:
        whole: value of the measure `seat` on the unmodified model.
    """
    on = " on the half of the words kept for testing" if apart else ""
    return Claim(
        f"With {_done(heads, also)}, {_named(test, names)} is being computed{on} …",
        f"SEAT d {number(whole['effect_size'], '+.2f')} {_in_the_original(also)}, "
        f"{targets_text(whole)}",
    )


def of_change(
    test: str,
    names: Names,
    moved: Moved | None,
    heads: int,
    targets: str,
    whole: float | None = None,
    also: str = "",
) -> Claim:
    """What switching heads off, or something else, changes in the association.

    Args:
        test: name of the association test.
        names: of its sets x, y, a and b.
        moved: d before and after; None where one is undefined.
        heads: how many are switched off.
        targets: the words that d is measured on.
        whole: d on all words of the original model, which the page said before; None where heads
            are ranked on the same words.
        also: what is done besides switching heads off, in words.
    """
    done, named = _done(heads, also), _named(test, names)
    if moved is None:
        return Claim(f"With {done}, {named} has no value.", "SEAT d is undefined")
    past = ", past 0" if moved.before * moved.after < 0 else ""
    before, after = (number(value, "+.2f") for value in (moved.before, moved.after))
    goes = f"d goes from {before} to {after}{past}"
    verb, end = {
        CLOSER: ("weakens", ""),
        FURTHER: ("strengthens", ""),
        DISTANCE_OPEN: ("changes", "; whether it is weaker is not clear"),
    }.get(moved.direction or "", ("does not clearly change", ""))
    if moved.undecided:
        on = ", on the half of the words kept for testing" if whole is not None else ""
        return Claim(
            f"With {done}{on}, d of {named} goes from {before} to {after}{past}; "
            "whether that is a clear change is being computed.",
            _change(moved, targets),
        )
    if before == after:
        goes = f"d is {before} before and after"
    if whole is not None:
        all_words = f"{number(whole, '+.2f')} on all words, {original_name(also)}"
        goes = f"on the half of the words kept for testing, {goes} ({all_words})"
    if also:
        is_so = {"weakens": "is weaker", "strengthens": "is stronger"}.get(verb, verb)
        said = f"With {done}, {named} {is_so}: {goes}{end}."
    else:
        said = f"Switching off {counted(heads, 'head')} {verb} {named}: {goes}{end}."
    return Claim(said, _change(moved, targets))


def _done(heads: int, also: str) -> str:
    """All that is done, after *with*."""
    off = f"{counted(heads, 'head')} switched off" if heads else ""
    return ", ".join(filter(None, [off, also]))


def original_name(also: str) -> str:
    """What the model without anything done to it is called.

    Args:
        also: what is done besides switching heads off, in words.
    """
    return ORIGINAL if also else ALL_ON


def _in_the_original(also: str) -> str:
    return f"of the {ORIGINAL}" if also else f"with {ALL_ON}"


def beside(claim: Claim, seat: SeatValue, model: str) -> Claim:
    """A claim with d in the model compared with, which is not tested against it.

    Args:
        seat: value of the measure `seat` on that model, on the same words.
        model: how it is called (markdown).
    """
    if seat["effect_size"] is None:
        return Claim(f"{claim.sentence} In {model}, it has no value.", claim.statistics)
    told = f"In {model}, d is {number(seat['effect_size'], '+.2f')}."
    figures = f"{model}: {figures_text(seat)}; the two models are not tested against each other"
    return Claim(f"{claim.sentence} {told}", f"{claim.statistics} · {figures}")


def _change(moved: Moved, targets: str) -> str:
    change = moved.change
    interval = "" if change is None else interval_text(change.interval, "+.2f")
    p = "" if moved.p_holm is None else f"{p_text(moved.p_holm)} (Holm)"
    if moved.waiting and change is not None:
        p = f"{p_text(change.p)} before correction"
    figures = [f"SEAT d, change {number(moved.value, '+.2f')}", interval, p, targets]
    return ", ".join(filter(None, figures))


def figures_text(seat: SeatValue) -> str:
    """The effect size d of an association test, its interval and p, as far as it has them."""
    reach = interval_text(seat["interval"], "+.2f")
    figures = [number(seat["effect_size"], "+.2f"), reach, p_text(seat["p_value"])]
    return f"SEAT d {', '.join(filter(None, figures))}"


def targets_text(seat: SeatValue) -> str:
    """How many target words an association test has: `8 + 8 target words`."""
    units = seat.get("families", seat["sizes"])
    return f"{units['x']} + {counted(units['y'], 'target word')}"


def _words(name: str) -> str:
    """A word set in running text: `female words`, `words stereotyped as female`."""
    if name.startswith("Stereotyped as "):
        return f"words {explain.plain(name[0].lower() + name[1:])}"
    return f"{explain.plain(name)} words"


def _named(test: str, names: Names) -> str:
    """The association in running text: `the gender association`."""
    if test in DIMENSIONS:
        return f"the {test} association"
    return f"the association of {_both(*names[:2])} with {_both(*names[2:])}"


def _both(first: str, second: str) -> str:
    """Two word sets in running text: `words stereotyped as female or male`."""
    start = "Stereotyped as "
    if first.startswith(start) and second.startswith(start):
        return f"{_words(first)} or {explain.plain(second.removeprefix(start))}"
    return f"{explain.plain(first)} and {explain.plain(second)} words"
