"""What the slider's screen says of one position: both words, and what steering costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan
from typing import Any

import pandas as pd

from components.frame.present.numbers import interval_text, whole_percent
from engine.core.wording import in_quotes
from engine.interventions.curve import is_too_weak, nearest_to_even
from engine.measures.health.check import EVERYDAY
from engine.statistics.shares import exact_share_interval

_WORDS = ("first", "second")  # columns


def even_at(frame: pd.DataFrame) -> float:
    """The position at which the two words are nearest to each other.

    Args:
        frame: `slider`, `first`, `second` and `everyday`, shares.
    """
    apart = (frame["first"] - frame["second"]).tolist()
    at = nearest_to_even(apart, frame["everyday"].tolist())
    return float(frame["slider"].iloc[at])


def reading(frame: pd.DataFrame, targets: Sequence[str], position: float) -> str:
    """Both words, and what it costs, in a sentence each.

    Args:
        frame: one row a position: `slider`, `first`, `second`, `everyday`, `right` and `n`; the
            last three may be NaN.
        targets: the words of `first` and `second`.
        position: of the slider; one of the rows.
    """
    here, start = _at(frame, position), _at(frame, 0.0)
    both = ", ".join(
        f"{in_quotes(word)} {whole_percent(here[name])}"
        for word, name in zip(targets, _WORDS, strict=True)
    )
    near = ", nearest to even" if position == even_at(frame) else ""
    if not position:
        said = [f"The model as it is: {both}{near}; {_right(here)}."]
    else:
        said = [f"Slider at {position:g}: {both}{near}. {_cost(here, start)}."]
    if not isnan(here["everyday"]) and is_too_weak(here["everyday"]):
        said.append("It makes little sense here.")
    return " ".join(said)


def alt(frame: pd.DataFrame, targets: Sequence[str], position: float) -> str:
    """The three figures at the left end, here and at the right end; arguments as of `reading`."""
    places = list(dict.fromkeys([0.0, position, 1.0]))
    said = []
    for name, column in (*zip(targets, _WORDS, strict=True), (EVERYDAY, "everyday")):
        values = [_at(frame, place)[column] for place in places]
        told = " → ".join("not known yet" if isnan(one) else whole_percent(one) for one in values)
        said.append(f"{name} {told}")
    where = ", ".join(f"{place:g}" for place in places)
    return f"Shares with the slider at {where}: {'; '.join(said)}."


def _right(row: Mapping[str, Any]) -> str:
    if isnan(row["right"]):
        return _WAITING
    return f"{row['right']:.0f} of {row['n']:.0f} {EVERYDAY}"


def _cost(here: Mapping[str, Any], start: Mapping[str, Any]) -> str:
    if isnan(here["right"]):
        return f"{_WAITING[:1].upper()}{_WAITING[1:]}"
    if isnan(start["right"]):
        return _right(here)
    if here["right"] == start["right"]:
        return f"{_right(here)}, as many as before"
    low, high = exact_share_interval(int(here["right"]), int(here["n"]))
    bounds = interval_text((100 * low, 100 * high), ".0f")
    share = f"{whole_percent(here['everyday'])}, {bounds}"
    was, now = int(start["right"]), int(here["right"])
    return f"{now} of {here['n']:.0f} {EVERYDAY}, {was} before ({share})"


_WAITING = f"{EVERYDAY} are being counted"


def _at(frame: pd.DataFrame, position: float) -> dict[Any, Any]:
    return dict(frame.loc[frame["slider"] == position].iloc[0])
