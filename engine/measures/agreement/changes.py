"""What a second model changes for each group: tested together, and which changes are clear.

All changes of a score that are shown beside each other are one family (Holm 1979), whatever their
language. Each is tested for other annotators of the group and other sentences, with Student's t,
since the standard error is an estimate too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from typing import Any

from engine.core.languages import language_name
from engine.core.wording import counted, listed
from engine.measures.agreement.figures import Agreement, number
from engine.measures.agreement.influence import (
    NOTHING,
    Bootstrap,
    Influence,
    alike_test,
    freedom_of,
)
from engine.measures.agreement.scores import bounds_of
from engine.statistics import (
    LEVEL,
    POWER,
    beyond_test,
    detectable_difference,
    holm,
)
from engine.statistics.power import detectable_by_error
from engine.statistics.shares import share_difference_interval

_LEAST_LEFT = 0.5  # share of the answers that is left without one for each annotator and sentence


def differences(agreement: Agreement, before: Agreement, score: str) -> list[dict[str, Any]]:
    """What another model, or an intervention, changes for each group and language.

    Args:
        agreement: of the model measured.
        before: the same answers under the model compared with.
        score: name of a score.

    Returns:
        Entries of `group`, `language`, `before`, `after`, `change` (after - before) and what
        `change_tests` adds.
    """
    values: list[dict[str, Any]] = []
    changes: list[tuple[Influence, str]] = []
    for cell, found in agreement.influences.items():
        other = before.influences.get(cell)
        if other is None:
            continue
        change = found[score] - other[score]
        changes.append((change, cell.language))
        values.append(
            {
                "group": cell.group,
                "language": cell.language,
                "before": number(other[score].value),
                "after": number(found[score].value),
                "change": number(change.value),
            }
        )
    tests = change_tests(changes, agreement.bootstrap, bounds_of(score))
    return [value | test for value, test in zip(values, tests, strict=True)]


def change_tests(
    changes: Sequence[tuple[Influence, str]], bootstrap: Bootstrap, bounds: tuple[float, float]
) -> list[dict[str, Any]]:
    """Changes of one score with their tests, which are corrected together.

    Args:
        changes: each with its language, from the first model to the second.
        bootstrap: of the answers.
        bounds: smallest and largest value of the score.

    Returns:
        For each: `interval` (of that change alone, paired by annotators and sentences; where all
        sentences change alike, that of a difference of paired shares), `p` (two-sided), `p_holm`,
        `side` (1 where the change is clearly above 0, -1 below, 0 where it is not clear) and
        `detectable`, the smallest change found with 80% power at Holm's first step. Everything but
        `side` is None where there are fewer than two annotators or sentences, or nothing varies
        of what is no share; `detectable` also where no change could be so large.
    """
    entries = [_test(change, language, bootstrap, bounds) for change, language in changes]
    family = sum(entry["p"] is not None for entry in entries)
    for entry, p in zip(entries, holm([entry["p"] for entry in entries]), strict=True):
        least = _detectable(entry.pop("error"), entry.pop("freedom"), entry["interval"], family)
        possible = least is not None and least <= bounds[1] - bounds[0]
        clear = p is not None and p < LEVEL and _excludes_zero(entry["interval"])
        entry |= {
            "p_holm": p,
            "side": int(math.copysign(1, entry["interval"][0])) if clear else 0,
            "detectable": least if possible else None,
        }
    return entries


def _test(
    change: Influence, language: str, bootstrap: Bootstrap, bounds: tuple[float, float]
) -> dict[str, Any]:
    """A change by itself: `interval`, `p`, and the `error` and `freedom` that p is made with."""
    import numpy as np

    found: dict[str, Any] = dict.fromkeys(("interval", "p", "error", "freedom"))
    if math.isnan(change.value) or change.units < 2:
        return found
    width = bounds[1] - bounds[0]
    found["interval"] = bootstrap.interval(change, language, (-width, width))
    error, freedom = _error(change)
    if error > NOTHING and not change.is_constant:
        (p,) = beyond_test(np.array([change.value]), np.array([error]), np.array([freedom]), 0.0)
        return found | {"p": p, "error": error, "freedom": freedom}
    if bounds == (0.0, 1.0):
        # The same change in every sentence, mostly none, does not show that of others.
        alike = share_difference_interval(np.full(len(change.sentences), change.value))
        found["interval"] = None if alike is None else list(alike)
        found["p"] = alike_test(change)
    return found


def _error(change: Influence) -> tuple[float, float]:
    """Standard error of a change over annotators and sentences, and its degrees of freedom.

    Variances over annotators and over sentences both contain that of single answers, which is
    counted once. The squares of the answers alone are not it: they also hold what goes with their
    annotators and sentences, so that with few of either too much would be taken off.

    Source: Cameron, Gelbach and Miller 2011 (two-way clustering); Satterthwaite 1946.
    """
    parts = (change.sentences, change.annotators)
    one, two, every = (float((part**2).sum()) for part in (*parts, change.answers))
    variance = max(one + two - _of_answers(one, two, every, change), one, two)
    if variance <= NOTHING**2:
        return 0.0, math.inf
    return math.sqrt(variance), freedom_of(parts) * (variance / (one + two)) ** 2


def _of_answers(one: float, two: float, every: float, change: Influence) -> float:
    """The variance of single answers, without that of their sentences and annotators.

    Args:
        one, two, every: sums of squares over sentences, annotators and answers.
    """
    if change.answers.empty:
        return 0.0
    shares = [len(part) / len(change.answers) for part in (change.sentences, change.annotators)]
    left = 1 - sum(shares)
    if left < _LEAST_LEFT:  # an annotator or a sentence has hardly more than one answer
        return every
    return min(every, max(0.0, (every - shares[0] * one - shares[1] * two) / left))


def _detectable(
    error: float | None, freedom: float | None, interval: list[float] | None, family: int
) -> float | None:
    """The smallest change that would be clear with 80% power; None without a test."""
    if error is not None and freedom is not None:
        return detectable_by_error(error, family, freedom)
    return None if interval is None else detectable_difference(*interval, family=max(family, 1))


def _excludes_zero(interval: Sequence[float] | None) -> bool:
    return interval is not None and not interval[0] <= 0 <= interval[1]


# --- words --------------------------------------------------------------------------------


def changes_text(entries: Sequence[Mapping[str, Any]], shown: Callable[[float], str]) -> str:
    """Which groups a second model clearly agrees with more or less, in one or two sentences.

    Args:
        entries: of `differences`; all that are shown.
        shown: the size of a change as text, with its unit.

    Returns:
        With the smallest change that would have been detected.
    """
    tests = [entry for entry in entries if entry["p_holm"] is not None]
    if not tests:
        return "No change can be tested: a group needs two annotators and two sentences."
    family = f" (Holm over {counted(len(tests), 'group')})" if len(tests) > 1 else ""
    sides = [
        f"{how} with {listed([_named(entry) for entry in own])}"
        for sign, how in ((1, "more"), (-1, "less"))
        if (own := [entry for entry in tests if entry["side"] == sign])
    ]
    unclear = [entry for entry in tests if not entry["side"]]
    least = _least(unclear, shown) if unclear else ""
    if not sides:
        return f"No group's score changes clearly{family}.{least}"
    clear = f"The second model agrees clearly {', and clearly '.join(sides)}{family}."
    return f"{clear} The other changes are not clear.{least}" if unclear else clear


def _named(entry: Mapping[str, Any]) -> str:
    return f"{entry['group']} ({language_name(entry['language'])})"


def _least(unclear: Sequence[Mapping[str, Any]], shown: Callable[[float], str]) -> str:
    """The smallest change that the group in the middle would be found with."""
    known = [entry["detectable"] for entry in unclear if entry["detectable"] is not None]
    if not known:
        return " So few annotators and sentences cannot show any change clearly."
    of = "" if len(known) == 1 else ", for the group in the middle,"
    return (
        f" A change has to be at least {shown(median(known))}{of} to be detected with {POWER:.0%} "
        "power; smaller ones are not ruled out."
    )
