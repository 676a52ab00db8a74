"""Live: a slider that steers a model along a vector, what one sentence says then, and the cost.

What was kept holds a few positions of the slider, so that the browser shows them without asking;
those between them are measured when somebody stops there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, isnan
from typing import Any

import pandas as pd

from components.frame import session
from components.frame.present.numbers import interval_text, whole_percent
from components.stage.charts.steered import steered
from components.stage.kinds.answer import (
    ROWS,
    SOON,
    Answer,
    Asked,
    Kind,
    Slider,
    Step,
    blank,
    gap_text,
    text,
    typed,
    unknown_words,
    words,
)
from components.stage.kinds.completions import completed, fill_line, shares, unknown_in
from engine.core.errors import InputTextError
from engine.core.interventions import LARGEST_STRENGTH, SteeringVector
from engine.core.spec import ModelSpec
from engine.first_sight.examples import looked_up
from engine.measures.health.check import (
    EVERYDAY,
    PARAMS,
    correct_completions,
    health_items,
    prompts,
)
from engine.pins import Pin
from engine.statistics.shares import exact_share_interval

POSITIONS = tuple(step / 10 for step in range(11))
STEP = 0.05  # of the slider; every second one was kept
_MOST = 41  # positions that are kept
FAR_END = -1.5  # strength at the right end; below 0 the vector leads from “she” to “he”
_COLUMNS = ("slider", "strength", "first", "second", "everyday", "right", "n")


def strength_at(position: float) -> float:
    """Strength of `--steer` at a position of the slider.

    It grows with the square, so that the small ones, where the answer turns, have room.

    Args:
        position: 0, the model as it is, to 1, the far end.
    """
    return round(FAR_END * position**2, 4) + 0.0  # no sign before 0


def answer(spec: ModelSpec, facts: session.Facts, asked: Asked) -> Answer:
    """Two words in a sentence and everyday knowledge at one position of the slider.

    What was kept is not measured again. Whoever asks soon gets the sentence first and the
    knowledge later.
    """
    sentence = gap_text(asked, "text")
    targets = words(asked, "targets", 2, 2, "words to compare")
    vector = _vector(spec, text(asked, "concept", "what the vector is of"))
    position = _position(asked)
    plain = _without(spec, vector)
    kept = asked.get(ROWS)
    rows = [dict(row) for row in kept] if kept else []
    known = {row["slider"] for row in rows}
    soon = bool(asked.get(SOON))
    for each in sorted({*(() if rows else POSITIONS), position} - known):
        rows.append(_measured(_steered(plain, vector, each), each, sentence, targets, soon))
    frame = pd.DataFrame(rows, columns=list(_COLUMNS)).sort_values("slider", ignore_index=True)
    here = _steered(plain, vector, position)
    manifest = session.manifest("completion", here, [{"text": sentence}], looked_up(targets))
    said = _reading(frame, targets, position)
    return Answer(
        f"{blank(sentence)} {said}",
        _alt(frame, targets, position),
        steered(frame, targets, position, even_at(frame)),
        frame.rename(columns=dict(zip(("first", "second"), targets, strict=True))),
        fill_line(here, sentence, targets),
        manifest | {"cost": EVERYDAY},
        partial=bool(frame["right"].isna().any()),
        said=said,
    )


def even_at(frame: pd.DataFrame) -> float:
    """The position at which the two words are nearest to each other.

    Args:
        frame: `slider`, `first` and `second`, shares.
    """
    apart = (frame["first"] - frame["second"]).abs().to_numpy()
    return float(frame["slider"].iloc[int(apart.argmin())])


def slider_of(pin: Pin) -> Slider:
    """The slider of a kept screen, with what is shown at each position that was kept."""
    live = pin.live or {}
    frame = pd.DataFrame(kept_rows(pin), columns=list(_COLUMNS))
    if frame.empty:
        return Slider(_position(live), STEP, 0.0, ())
    targets = words(live, "targets", 2, 2, "words to compare")
    even = even_at(frame)
    steps = tuple(
        Step(
            position,
            f"{blank(typed(live, 'text'))} {_reading(frame, targets, position)}",
            _alt(frame, targets, position),
            steered(frame, targets, position, even),
            _manifest_at(pin, strength),
        )
        for position, strength in zip(frame["slider"], frame["strength"], strict=True)
    )
    return Slider(_position(live), STEP, even, steps)


def kept_rows(pin: Pin) -> list[dict[str, Any]]:
    """The positions that a pin holds, in order; none where its rows are not those of a slider."""
    names = tuple(pin.rows.columns)  # the two words in place of `first` and `second`
    if names[:2] + names[4:] != _COLUMNS[:2] + _COLUMNS[4:] or len(pin.rows.rows) > _MOST:
        return []
    rows = [dict(zip(_COLUMNS, row, strict=True)) for row in pin.rows.rows]
    ends = {row["slider"] for row in rows}.issuperset((0, 1))
    return rows if ends and all(map(_is_row, rows)) else []


def _is_row(row: Mapping[str, Any]) -> bool:
    """Whether these are numbers of one position; a file may hold anything."""
    if not all(isinstance(cell, int | float) for cell in row.values()):
        return False
    shares = all(0 <= row[name] <= 1 for name in ("slider", "first", "second", "everyday"))
    counts = 0 <= row["right"] <= row["n"] and 1 <= row["n"] < inf
    return shares and counts and abs(row["strength"]) <= LARGEST_STRENGTH


def _manifest_at(pin: Pin, strength: float) -> dict[str, Any]:
    """The manifest of a pin at another strength; of the model as it is without a vector."""
    identity = dict(pin.manifest.get("spec") or {})
    steered = identity.pop("steered", None)
    if strength and isinstance(steered, list) and len(steered) == 1:
        identity["steered"] = [{**steered[0], "strength": strength}]
    return {**pin.manifest, "spec": identity}


# --- measuring ----------------------------------------------------------------------------


def _vector(spec: ModelSpec, concept: str) -> SteeringVector:
    found = session.fits.shipped_vector(spec, concept)
    if found is None:
        raise InputTextError(f"No steering vector for {concept} comes with Biascope for this model")
    return found


def _position(asked: Asked) -> float:
    try:
        found = float(str(asked.get("position") or 0))
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise InputTextError("The slider goes from 0 to 1")
    return round(found, 4)


def _without(spec: ModelSpec, vector: SteeringVector) -> ModelSpec:
    """The model without this vector; whatever else is done to it stays."""
    others = tuple(one for one in spec.interventions.steered if one.digest != vector.digest)
    return replace(spec, interventions=replace(spec.interventions, steered=others))


def _steered(plain: ModelSpec, vector: SteeringVector, position: float) -> ModelSpec:
    added = replace(vector, strength=strength_at(position))
    all_of_them = (*plain.interventions.steered, added)
    return replace(plain, interventions=replace(plain.interventions, steered=all_of_them))


def _measured(
    spec: ModelSpec, position: float, sentence: str, targets: tuple[str, ...], soon: bool
) -> dict[str, Any]:
    """One row: both words, and the share of everyday sentences that are completed correctly.

    Args:
        soon: whether the share is left out where it is not known yet.
    """
    (value,) = completed(spec, [sentence], targets).values
    found = shares(value)
    if len(found) < len(targets):
        raise unknown_words(unknown_in(value))
    first, second = (found[word] for word in targets)
    row = {"slider": position, "strength": strength_at(position), "first": first, "second": second}
    items = health_items()["cloze"]
    asked = ("completion", spec, prompts(items), dict(PARAMS))
    values = session.stored(*asked)
    if values is None:
        if soon:
            return row
        values = session.measure(*asked).values
    right = sum(correct_completions(items, values))
    return row | {"everyday": right / len(items), "right": right, "n": len(items)}


# --- words --------------------------------------------------------------------------------


def _reading(frame: pd.DataFrame, targets: Sequence[str], position: float) -> str:
    """Both words, and what it costs, in a sentence each."""
    here, start = _at(frame, position), _at(frame, 0.0)
    both = ", ".join(
        f"“{word}” {whole_percent(here[name])}"
        for word, name in zip(targets, ("first", "second"), strict=True)
    )
    if not position:
        return f"The model as it is: {both}; {_right(here)}."
    near = ", nearest to even" if position == even_at(frame) else ""
    return f"Slider at {position:g}: {both}{near}. {_cost(here, start)}."


def _right(row: Mapping[str, Any]) -> str:
    return f"{row['right']:.0f} of {row['n']:.0f} {EVERYDAY}"


def _cost(here: Mapping[str, Any], start: Mapping[str, Any]) -> str:
    if isnan(here["right"]):
        return f"{EVERYDAY[:1].upper()}{EVERYDAY[1:]} are being counted"
    if here["right"] == start["right"]:
        return f"{_right(here)}, as many as before"
    low, high = exact_share_interval(int(here["right"]), int(here["n"]))
    bounds = interval_text((100 * low, 100 * high), ".0f")
    share = f"{whole_percent(here['everyday'])}, {bounds}"
    was, now = int(start["right"]), int(here["right"])
    return f"{now} of {here['n']:.0f} {EVERYDAY}, {was} before ({share})"


def _alt(frame: pd.DataFrame, targets: Sequence[str], position: float) -> str:
    """The three figures at the left end, here and at the right end."""
    places = list(dict.fromkeys([0.0, position, 1.0]))
    said = []
    for name, column in (*zip(targets, ("first", "second"), strict=True), (EVERYDAY, "everyday")):
        values = [_at(frame, place)[column] for place in places]
        told = " → ".join("not known yet" if isnan(one) else whole_percent(one) for one in values)
        said.append(f"{name} {told}")
    where = ", ".join(f"{place:g}" for place in places)
    return f"Shares with the slider at {where}: {'; '.join(said)}."


def _at(frame: pd.DataFrame, position: float) -> dict[Any, Any]:
    return dict(frame.loc[frame["slider"] == position].iloc[0])


def _title(_asked: Asked, _kept: Asked) -> str:
    """None of its own: the claim of the screen is about all positions."""
    return ""


KIND = Kind("steering", (), answer, _title, slider=slider_of, rows=kept_rows)
