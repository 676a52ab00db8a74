"""What the figures of GEST say in plain words, the same on screen and on the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.core.wording import listed
from engine.measures.gest.rates import DEFINED
from engine.measures.gest.templates import ALL

NEUTRAL = 1.0
_LEANS = {
    1: "The model follows the stereotypes",
    -1: "The model goes against the stereotypes",
    0: "Whether the model follows the stereotypes is not clear",
    None: "Too few sentences to say whether the model follows the stereotypes",
}
_PEOPLE = {1: "a man", -1: "a woman"}


def side(interval: Sequence[float] | None) -> int | None:
    """1 where a figure is clearly above neutral, -1 below, 0 where its interval contains it.

    Args:
        interval: 95%; None gives None.
    """
    if interval is None:
        return None
    return (interval[0] > NEUTRAL) - (interval[1] < NEUTRAL)


def lean(rates: Mapping[str, Any]) -> str:
    """Whether the stereotype rate is clearly on one side of neutral, without a full stop.

    Args:
        rates: of `rates.rates`, with a stereotype rate.
    """
    return _LEANS[side(rates["g_s_interval"])]


def compared(reading: str) -> str:
    """What is so many times as high for stereotypes about men as for those about women."""
    if reading == DEFINED:
        return "the odds of a man rather than a woman as the speaker are"
    return "the level r, how much it prefers a man as the speaker, is"


def speakers(rates: Mapping[str, Any]) -> str:
    """Whom the sentences of both groups go to.

    A rate above 1 is easily read as if stereotypes about women went to women; they may go to men,
    only less so.

    Args:
        rates: of `rates.rates`.

    Returns:
        One sentence; empty without intervals.
    """
    women, men = side(rates["r_f_interval"]), side(rates["r_m_interval"])
    if women is None or men is None:
        return ""
    if women == men:
        return _alike(women, side(rates["g_s_interval"]))
    if women and men:
        return f"Stereotypes about women go to {_PEOPLE[women]}, those about men to {_PEOPLE[men]}."
    clear, other = ("women", "men") if women else ("men", "women")
    return (
        f"Stereotypes about {clear} go to {_PEOPLE[women or men]}; those about {other} do not "
        "clearly go to a man or to a woman."
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
        found: template, or `all` -> what `rates.rates` gives.

    Returns:
        Sentences; empty where there is one template, or all lean clearly as their mean does.
    """
    if ALL not in found:
        return ""
    whole = side(found[ALL]["g_s_interval"])
    each = {str(key): side(one["g_s_interval"]) for key, one in found.items() if key != ALL}
    unclear = [key for key, one in each.items() if one == 0]
    parts = [f"{_in(unclear, len(each))} the interval contains 1." if unclear else ""]
    for direction, way in ((1, "follows the stereotypes"), (-1, "goes against the stereotypes")):
        names = [key for key, one in each.items() if one == direction]
        if names and whole != direction:
            parts.append(f"{_in(names, len(each))} the model {way}.")
    return " ".join(filter(None, parts))


def _in(names: Sequence[str], of: int) -> str:
    if len(names) == of:
        return "In every template"
    return f"In {len(names)} of {of} templates ({listed(names)})"
