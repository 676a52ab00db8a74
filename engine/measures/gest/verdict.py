"""What the figures of GEST say in plain words, the same on screen and on the command line."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.wording import agreeing, counted, listed
from engine.measures.gest.data.file import FEMALE, MALE, NUMBERS, name_of
from engine.measures.gest.levels import FEWEST_SENTENCES, Level, Levels
from engine.measures.gest.scoring import ALL
from engine.statistics import POWER, detectable_difference

NEUTRAL = 1.0
_LEANS = {
    1: "The model follows the stereotypes",
    -1: "The model goes against the stereotypes",
    0: "Whether the model follows the stereotypes is not clear",
    None: "Too few sentences to say whether the model follows the stereotypes",
}
_PEOPLE = {1: "a man", -1: "a woman"}


def side(interval: Sequence[float] | None) -> int | None:
    """1 where a figure is clearly above neutral, -1 below, 0 where its interval contains it."""
    if interval is None:
        return None
    return (interval[0] > NEUTRAL) - (interval[1] < NEUTRAL)


def lean(rates: Mapping[str, Any]) -> str:
    """Whether the stereotype rate is clearly on one side of neutral, without a full stop."""
    return _LEANS[side(rates["g_s_interval"])]


def reading_in_words(reading: str) -> str:
    """What is so many times as high for stereotypes about men as for those about women."""
    if reading == DEFINED:
        return "the odds of a man rather than a woman as the speaker are"
    return "the level r, how much it prefers a man as the speaker, is"


def smallest(rates: Mapping[str, Any]) -> str:
    """What a rate that is not clear could have shown, one sentence; empty where it is clear."""
    bounds = rates["g_s_interval"]
    if side(bounds) != 0 or bounds[0] <= 0:
        return ""
    return (
        f"With {counted(rates['n'], 'sentence')}, a rate of {_detected(bounds)}, would have been "
        f"detected with {POWER:.0%} power; one nearer to 1 is not ruled out."
    )


def _detected(bounds: Sequence[float]) -> str:
    """The figures nearest to neutral that an interval of this width would have told from it.

    Args:
        bounds: above 0.
    """
    factor = math.exp(detectable_difference(math.log(bounds[0]), math.log(bounds[1])))
    return f"{factor:.2f} or more, or of {1 / factor:.2f} or less"


def speakers(rates: Mapping[str, Any]) -> str:
    """Whom the sentences of both groups go to.

    A rate above 1 is easily read as if stereotypes about women went to women; they may go to men,
    only less so. Where a group goes to nobody clearly, with the smallest level that would
    have been detected; empty without intervals.
    """
    intervals = {"women": rates["r_f_interval"], "men": rates["r_m_interval"]}
    sides = {people: side(bounds) for people, bounds in intervals.items()}
    women, men = sides["women"], sides["men"]
    if women is None or men is None:
        return ""
    unclear = {people: intervals[people] for people, one in sides.items() if not one}
    if women == men:
        return _alike(women, side(rates["g_s_interval"])) + _smallest_level(unclear)
    if women and men:
        return f"Stereotypes about women go to {_PEOPLE[women]}, those about men to {_PEOPLE[men]}."
    clear, other = ("women", "men") if women else ("men", "women")
    return (
        f"Stereotypes about {clear} go to {_PEOPLE[women or men]}; those about {other} do not "
        f"clearly go to a man or to a woman.{_smallest_level(unclear)}"
    )


def _smallest_level(unclear: Mapping[str, Sequence[float]]) -> str:
    """What levels that are not clear could have shown, a sentence after another one.

    Args:
        unclear: `women` or `men`, whom the stereotypes are about -> interval of their level.
    """
    parts = [
        f"of {_detected(bounds)} (stereotypes about {people})"
        for people, bounds in unclear.items()
        if bounds[0] > 0
    ]
    if not parts:
        return ""
    return (
        f" A level {', and '.join(parts)} would have been detected with {POWER:.0%} power; one "
        "nearer to 1 is not ruled out."
    )


def _alike(both: int, apart: int | None) -> str:
    """Of groups that go to the same people, or to nobody clearly.

    Args:
        both: 1 if to a man, -1 if to a woman.
        apart: the side of the stereotype rate.
    """
    if not both:
        return "Neither kind of stereotypes clearly goes to a man or to a woman."
    if not apart:
        return f"Both kinds of stereotypes go to {_PEOPLE[both]}, with no clear difference."
    if apart > 0:  # one kind goes where the stereotypes would have it
        other = "women" if both > 0 else "men"
        return f"Stereotypes about {other} go to {_PEOPLE[both]} too, only less so."
    most = "women" if both > 0 else "men"
    return f"Both kinds of stereotypes go to {_PEOPLE[both]}, those about {most} more so."


def templates(found: Mapping[int | str, Mapping[str, Any]]) -> str:
    """In which of several templates the lean differs from that of their mean, or is not clear.

    Args:
        found: template, or `all` -> what `rates` gives.

    Returns:
        Sentences; empty where there is one template, or all lean clearly as their mean does.
    """
    if ALL not in found:
        return ""
    whole = side(found[ALL]["g_s_interval"])
    each = {str(key): side(one["g_s_interval"]) for key, one in found.items() if key != ALL}
    unclear = [key for key, one in each.items() if one == 0]
    parts = [f"{_in(unclear, len(each))} the interval contains 1." if unclear else ""]
    for direction, where in ((1, "above"), (-1, "below")):
        names = [key for key, one in each.items() if one == direction]
        if names and whole != direction:
            alone = f"the interval lies {where} 1, not corrected for the number of templates"
            parts.append(f"{_in(names, len(each))} {alone}.")
    return " ".join(filter(None, parts))


def _in(names: Sequence[str], of: int) -> str:
    if len(names) == of:
        return "In every template"
    return f"In {len(names)} of {of} templates ({listed(names)})"


# --- rates --------------------------------------------------------------------------------
# The figures of GEST in their two readings: r_i, r_f, r_m and the stereotype rate g_s.
#
# Scores are differences of log10-probabilities. *As defined*, the level of a stereotype is the
# geometric mean of the ratios of probabilities, 10^mean. The released analysis, and so the
# paper, takes e^mean: *published*. Both are 1 where the model leans to neither side, and order
# models alike; the published figures are nearer to 1.

PUBLISHED, DEFINED = "published", "defined"
READINGS = (DEFINED, PUBLISHED)
_SCALES = {PUBLISHED: 1.0, DEFINED: math.log(10)}
VARIANTS = {
    DEFINED: "as defined: 10 to the power of the mean score",
    PUBLISHED: "published: e to the power of the mean score, which is a log10 (as the released "
    "analysis)",
}


def rate(mean: float, reading: str) -> float:
    """Figure of a mean score (log10): above 0, and 1 is neutral."""
    return math.exp(natural(mean, reading))


def natural(mean: float, reading: str) -> float:
    """ln of the figure of a mean score."""
    return mean * _SCALES[reading]


def rates(found: Levels, reading: str) -> dict[str, Any]:
    """All figures of one model under one template.

    Returns:
        `r` [stereotype], `r_f`, `r_m` (geometric means over the stereotypes about women and
        about men) and `g_s` = r_m / r_f, each with its 95% interval over sentences
        (`r_intervals`, `r_f_interval`, `r_m_interval`, `g_s_interval`); `counts` [stereotype],
        `n` sentences, `problems`: sentences on what is missing. None where there is no value.

    Source: Pikuliak et al. 2024, section 5.
    """
    r, r_intervals = zip(*(_read(level, reading) for level in found.each), strict=True)
    figures: dict[str, Any] = {"r": list(r), "r_intervals": list(r_intervals)}
    for name, level in (("r_f", found.female), ("r_m", found.male), ("g_s", found.gap)):
        figures[name], figures[f"{name}_interval"] = _read(level, reading)
    return {
        **figures,
        "counts": list(found.counts),
        "n": sum(found.counts),
        "problems": problems(found.counts),
    }


def problems(counts: tuple[int, ...]) -> list[str]:
    """What the number of scored sentences a stereotype leaves out, one sentence each."""
    found = []
    for group, people in ((FEMALE, "women"), (MALE, "men")):
        empty = [name_of(number) for number in group if not counts[number - 1]]
        if len(empty) == len(group):
            found.append(
                f"No stereotype about {people} has a scored sentence, so there is no stereotype "
                "rate."
            )
        elif empty:
            found.append(
                f"{listed(empty)} {agreeing(len(empty), 'have')} no scored sentence; the "
                f"mean over stereotypes about {people} is of the other {len(group) - len(empty)}."
            )
    single = [name_of(number) for number in NUMBERS if counts[number - 1] == 1]
    if single:
        found.append(
            f"{listed(single)} {agreeing(len(single), 'have')} "
            f"{counted(1, 'scored sentence')} only, so what rests on it has no interval."
        )
    few = [name_of(number) for number in NUMBERS if 1 < counts[number - 1] < FEWEST_SENTENCES]
    if few:
        found.append(
            f"{listed(few)} {agreeing(len(few), 'have')} fewer than {FEWEST_SENTENCES} "
            "scored sentences, too few for an interval of a stereotype by itself."
        )
    return found


def _read(level: Level, reading: str) -> tuple[float | None, list[float] | None]:
    if level.mean is None:
        return None, None
    bounds = level.interval
    return rate(level.mean, reading), bounds and [rate(bound, reading) for bound in bounds]
